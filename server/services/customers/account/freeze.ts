import { findAsset } from '#core/money/currencies.ts';
import { formatUnits } from '#core/money/decimal.ts';
import { formatFiat } from '#core/money/format.ts';
import { oneLine } from '#core/text/one-line.ts';
import { type FreezeFacts, frozenMail } from '#server/adapters/mail/texts.ts';
import type { Deps } from '#server/deps.ts';
import { storedKept } from '#server/ledger/stored-asset.ts';
import { REPORT_LINK_DAYS } from '#server/policy.ts';
import { waysLeftOf } from '#server/services/access/credentials/ways-in.ts';
import { endRecovery } from '#server/services/access/recovery/recoveries.ts';
import { loseTrust } from '#server/services/access/sessions/lose-trust.ts';
import type { UserRow } from '#server/services/customers/users/users.ts';
import { queueMail } from '#server/services/messages/notices/outbox.ts';
import { recipientOf } from '#server/services/messages/notices/recipients.ts';
import { newReportUrl } from '#server/services/messages/notices/report-links.ts';
import { cancelWaiting } from '#server/services/money-out/withdrawals/withdrawal-steps.ts';
import type { Tx } from '#server/store/schema/schema.ts';
import { dropLateWaysIn } from './late-ways-in.ts';

interface Report {
  /** The first step that is undone: a second factor that came with it or later is removed (READ-07). */
  readonly undoesFrom: number;
  /** When the session was opened that is reported: what it added is undone, whichever of its acts the link names. */
  readonly since: Date;
  /** The session that freezes, if one does: the second factor it added itself belongs to the owner. */
  readonly sessionId?: string;
  /** No password was shown: a second factor stays (HARD-64). */
  readonly keepsFactor?: boolean;
  /** Where the customer is told, if not at the account's address. */
  readonly mailTo?: string;
  /** The account's former address, which another account has now. */
  readonly addressTaken?: string | undefined;
}

/**
 * Whether a report removes the second factor, because the reported person may have added it. A factor that
 * nothing but the mailbox speaks against is safe after seven days (HARD-22).
 */
function isReported(
  deps: Deps,
  account: UserRow,
  { undoesFrom, since, sessionId, keepsFactor }: Report,
  inDoubt: boolean,
): boolean {
  const { two_factor_since: added, two_factor_by: by, factor_at_step: step } = account;
  if (keepsFactor || !added || (sessionId !== undefined && by === sessionId)) return false;
  if (inDoubt) return true;
  // The link about a change also takes what its session did before: the change may not have been the first.
  const isLater = added >= since || (step !== null && step >= undoesFrom);
  return isLater && added.getTime() > deps.clock.now() - REPORT_LINK_DAYS * 24 * 3600_000;
}

/** The recurring buys that the freeze stops, in words. */
async function activeBuys(tx: Tx, userId: string): Promise<readonly string[]> {
  const rows = await tx
    .selectFrom('recurring_buys')
    .select(['asset', 'cash', 'units', 'every'])
    .where('user_id', '=', userId)
    .where('state', '=', 'active')
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(({ asset, cash, units, every }) => {
    const amount = formatUnits(BigInt(units), storedKept(cash).scale);
    return `${oneLine(formatFiat(amount, cash))} of ${findAsset(asset)?.name ?? asset}, ${every}`;
  });
}

/**
 * Freezes an account (HARD-46), whose row the caller has locked: ends all sessions, prevents sign-ins until
 * the password is reset by mail, stops pending operations and tells the customer. Pending operations may have
 * been started by the very person the customer reports.
 */
export async function freeze(
  deps: Deps,
  tx: Tx,
  account: UserRow,
  report: Report,
): Promise<FreezeFacts> {
  const { id: userId } = account;
  await tx
    .updateTable('users')
    .set({ withdrawals_frozen: true })
    .where('id', '=', userId)
    .execute();
  const dropped = await dropLateWaysIn(deps, tx, account, {
    ofFactor: (inDoubt) => isReported(deps, account, report, inDoubt),
    reported: report.since,
  });
  const recoveryStopped = await endRecovery(tx, userId);
  const halted = await cancelWaiting(deps, tx, userId, 'reported');
  await loseTrust(deps, tx, userId);
  const { addressTaken } = report;
  const recipient = await recipientOf(tx, userId);
  const facts: FreezeFacts = {
    ...halted,
    staff: account.role !== 'user',
    factor: dropped.factor ? 'removed' : account.two_factor ? 'kept' : 'none',
    ways: await waysLeftOf(tx, userId, dropped),
    recoveryStopped,
    recipients: dropped.recipients,
    addressTaken: addressTaken !== undefined,
    buys: await activeBuys(tx, userId),
    ...(recipient.timeZone !== undefined && { timeZone: recipient.timeZone }),
  };
  const email = report.mailTo ?? recipient.email;
  const reportUrl =
    addressTaken === undefined
      ? undefined
      : await newReportUrl(deps, tx, userId, {
          previousEmail: addressTaken,
          undoesFrom: report.undoesFrom,
        });
  await queueMail(
    deps,
    tx,
    frozenMail({ ...recipient, email, ...(reportUrl && { reportUrl }) }, facts),
  );
  return facts;
}
