import type { KycStatus } from '#core/contract/account/identity.ts';
import type { Recovery } from '#core/contract/account/recovery.ts';
import type { Review } from '#server/adapters/identity/identity.ts';
import { recoveryWaitsMail } from '#server/adapters/mail/texts.ts';
import type { Deps } from '#server/deps.ts';
import { limit } from '#server/platform/rate-limit.ts';
import { unavailable } from '#server/refusal/refusals.ts';
import type { Refused } from '#server/refusal/refused.ts';
import {
  closeOpen,
  hearOwner,
  type IdentityCase,
} from '#server/services/customers/identity/verified.ts';
import { applicantOf } from '#server/services/customers/users/person.ts';
import { findUser, lockAccount, type UserRow } from '#server/services/customers/users/users.ts';
import { notify } from '#server/services/messages/notices/notify.ts';
import { queueMail } from '#server/services/messages/notices/outbox.ts';
import { recipientOf } from '#server/services/messages/notices/recipients.ts';
import type { Reader, Tx } from '#server/store/schema/schema.ts';
import { inTransaction } from '#server/store/transaction.ts';
import {
  keptSeconds,
  newRecoveryUrl,
  openRecoveryOf,
  overLink,
  type RecoveryRow,
  recoveryOfLink,
  stopRecoveryOf,
  viewOf,
} from './recoveries.ts';

/** Mails the customer that a recovery waits, with the link that stops it. */
export async function tellWaiting(
  deps: Deps,
  tx: Tx,
  { id, user_id: userId, due_at: due }: Pick<RecoveryRow, 'id' | 'user_id' | 'due_at'>,
): Promise<void> {
  // Without a moment it does not wait.
  if (!due) return;
  const url = await newRecoveryUrl(deps, tx, id);
  await queueMail(deps, tx, recoveryWaitsMail(await recipientOf(tx, userId), { url, due }));
}

/** The identity check succeeded: from now on the account's devices and mails can stop the recovery. */
async function wait(deps: Deps, tx: Tx, { id, user_id: userId }: RecoveryRow): Promise<void> {
  const { clock, config } = deps;
  const waiting = await tx
    .updateTable('recoveries')
    .set({
      stage: 'waiting',
      review: 'approved',
      due_at: clock.sqlIn(config.recoveryHours * 3600),
      told_at: clock.sql,
      expires_at: clock.sqlIn(keptSeconds(deps)),
    })
    .where('id', '=', id)
    .where('stage', '=', 'asked')
    // A refusal is final: a new link begins a new check.
    .where('review', '<>', 'rejected')
    .returning(['id', 'user_id', 'due_at'])
    .executeTakeFirst();
  if (!waiting) return;
  await tellWaiting(deps, tx, waiting);
  await notify(deps, tx, userId, {
    event: '2FAEvents',
    popup: 'Two-factor authentication will be removed. Stop it if it is not you.',
    page: '/profile/security',
    alarm: true,
  });
}

/** Stores what the provider says of a check that has not been used. A refusal is final. */
const setReview = (tx: Tx, id: string, status: KycStatus): Promise<unknown> =>
  tx
    .updateTable('recoveries')
    .set({ review: status })
    .where('id', '=', id)
    .where('stage', '=', 'asked')
    .where('review', '<>', 'rejected')
    .execute();

/** Whether an account can be recovered: asked when it begins, when it waits and at the end (READ-10). */
export const mayRecover = (account: UserRow): boolean =>
  account.role === 'user' &&
  account.two_factor &&
  !account.withdrawals_frozen &&
  account.kyc_status === 'approved';

/** A recovery that has not ended, as it is now; one whose check was refused has. */
const standing = (tx: Reader, { id, user_id }: Pick<RecoveryRow, 'id' | 'user_id'>) =>
  tx
    .selectFrom('recoveries')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', user_id)
    .where((row) =>
      row.or([
        row('stage', '=', 'waiting'),
        row.and([row('stage', '=', 'asked'), row('review', '<>', 'rejected')]),
      ]),
    )
    .executeTakeFirst();

/**
 * Stores the provider's answer. If the account has changed meanwhile, the recovery ends; one that waits also ends, and
 * is told, when the provider takes its word back. While an officer looks, it rests: it neither goes on nor ends.
 */
async function keep(deps: Deps, tx: Tx, asked: RecoveryRow, said: Review): Promise<KycStatus> {
  const account = await lockAccount(tx, asked.user_id);
  if (!account) return said.status;
  const row = await standing(tx, asked);
  if (!row) return 'rejected';
  const document = said.person && { ...said.person, latin: said.latinName ?? '' };
  if (said.status !== 'approved') {
    await closeOpen(deps, tx, { userId: account.id, check: row.id }, 'taken-back');
    await heed(deps, tx, row, { account, status: said.status });
    return said.status;
  }
  // An approved check of somebody else is none of the owner's (READ-09); where nobody knows, an officer looks (HARD-98).
  const heard = await hearOwner(deps, tx, account, { check: row.id, document });
  const status = worth[heard];
  const rests = heard === 'waits' && row.stage === 'waiting' && mayRecover(account);
  if (!rests) await heed(deps, tx, row, { account, status });
  return status;
}

const worth = { fits: 'approved', waits: 'submitted', refused: 'rejected' } as const;

/** An officer has said whose document the check of a recovery was, if it was one. The account's row is locked. */
export async function settleRecoveryCheck(
  deps: Deps,
  tx: Tx,
  { user_id: userId, check_name: id, decision }: IdentityCase,
): Promise<void> {
  const row = await standing(tx, { id, user_id: userId });
  const account = row && (await lockAccount(tx, userId));
  const status = worth[decision === 'theirs' ? 'fits' : 'refused'];
  if (account) await heed(deps, tx, row, { account, status });
}

async function heed(
  deps: Deps,
  tx: Tx,
  row: RecoveryRow,
  { account, status }: { readonly account: UserRow; readonly status: KycStatus },
): Promise<unknown> {
  if (row.gives_address !== null) return setReview(tx, row.id, status);
  const waited = row.stage === 'waiting';
  if (!mayRecover(account) || (waited && status !== 'approved')) {
    return stopRecoveryOf(deps, tx, row.user_id, 'check');
  }
  return status === 'approved' ? wait(deps, tx, row) : setReview(tx, row.id, status);
}

/** The widget was opened, and the provider has not decided yet. */
const isUnderWay = ({ stage, review }: RecoveryRow): boolean =>
  stage === 'asked' && review !== 'not_started' && review !== 'rejected';

/** Asks the provider and stores the answer; undefined if there is none. */
export async function follow(deps: Deps, row: RecoveryRow): Promise<KycStatus | undefined> {
  const said = await deps.parties.identity.review(row.user_id, row.id);
  if (said === undefined) return undefined;
  return inTransaction(deps.db, (tx) => keep(deps, tx, row, said));
}

/** The same for an officer who is to say whose document it was; false if the provider does not answer. */
export async function syncRecoveryCheck(
  deps: Deps,
  { user_id: userId, check_name: id }: Pick<IdentityCase, 'user_id' | 'check_name'>,
): Promise<boolean> {
  const row = await standing(deps.db, { id, user_id: userId });
  return !row || (await follow(deps, row)) !== undefined;
}

/** The same for a customer named by the provider's notice; true if there is nothing to ask. */
export async function syncRecovery(deps: Deps, userId: string): Promise<boolean> {
  const row = await openRecoveryOf(deps, deps.db, userId);
  // One that waits rests on the provider's word, which it may take back.
  if (!row || !(isUnderWay(row) || row.stage === 'waiting')) return true;
  return (await follow(deps, row)) !== undefined;
}

const ASKED_A_MINUTE = 20;

/**
 * The recovery of a link. While the check is under way the provider is asked, because its notice may be late.
 */
export async function readRecovery(deps: Deps, link: string): Promise<Recovery | Refused> {
  const row = await recoveryOfLink(deps, deps.db, link);
  if (!row) return overLink();
  if (!isUnderWay(row)) return viewOf(deps, row);
  const often = await limit(deps, {
    key: `recovery-asked:${row.id}`,
    attempts: ASKED_A_MINUTE,
    windowSeconds: 60,
  });
  if (often) return viewOf(deps, row);
  await follow(deps, row);
  const now = await recoveryOfLink(deps, deps.db, link);
  return now ? viewOf(deps, now) : overLink();
}

/** A token for the provider's widget, for whoever has the link of a recovery that is to be proved. */
export async function recoveryToken(deps: Deps, link: string): Promise<string | Refused> {
  const row = await recoveryOfLink(deps, deps.db, link);
  if (row?.stage !== 'asked' || row.review === 'rejected') return overLink();
  const limited = await limit(deps, {
    key: `recovery-token:${row.id}`,
    attempts: 30,
    windowSeconds: 3600,
  });
  if (limited) return limited;
  const { user_id: id, email } = row;
  const user = await findUser(deps.db, id);
  if (!user) return overLink();
  const applicant = { ...applicantOf(user), email };
  const token = await deps.parties.identity.accessToken(applicant, row.id);
  if (token === undefined) return unavailable();
  await deps.db
    .updateTable('recoveries')
    .set({ review: 'incomplete' })
    .where('id', '=', row.id)
    .where('review', '=', 'not_started')
    .execute();
  return token;
}

/** The page reports its widget's message; the provider's own answer counts. */
export async function reportCheck(
  deps: Deps,
  link: string,
  status: KycStatus,
): Promise<Recovery | Refused> {
  const row = await recoveryOfLink(deps, deps.db, link);
  if (!row) return overLink();
  const limited = await limit(deps, {
    key: `recovery-status:${row.id}`,
    attempts: 60,
    windowSeconds: 3600,
  });
  if (limited) return limited;
  if (isUnderWay(row)) {
    await deps.parties.identity.widgetReported(row.user_id, { status }, row.id);
    if ((await follow(deps, row)) === undefined) return unavailable();
  }
  const now = await recoveryOfLink(deps, deps.db, link);
  return now ? viewOf(deps, now) : overLink();
}
