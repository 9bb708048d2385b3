import { checkEmail } from '#core/people/validation.ts';
import type { Mail } from '#server/adapters/mail/mail.ts';
import { type NoRecovery, noRecoveryMail, recoveryLinkMail } from '#server/adapters/mail/texts.ts';
import type { Deps } from '#server/deps.ts';
import { widestNetworkOf } from '#server/platform/network.ts';
import { limit } from '#server/platform/rate-limit.ts';
import { newToken } from '#server/platform/tokens.ts';
import { tooMany } from '#server/refusal/refusals.ts';
import { type Refused, refuse } from '#server/refusal/refused.ts';
import {
  findUserByEmail,
  lockAccount,
  type UserRow,
} from '#server/services/customers/users/users.ts';
import { hasMuchWaiting, NOBODY, queueMail } from '#server/services/messages/notices/outbox.ts';
import { recipientFrom } from '#server/services/messages/notices/recipients.ts';
import type { Tx } from '#server/store/schema/schema.ts';
import { inTransaction } from '#server/store/transaction.ts';
import {
  beginRecovery,
  endRecovery,
  keptSeconds,
  newRecoveryUrl,
  openRecoveryOf,
} from './recoveries.ts';

const ASKED = {
  status: 'success',
  message: 'If this address belongs to an account, an email is on its way.',
} as const;

/** The pause for a network whose mails are still waiting to be sent. */
const COME_BACK_SECONDS = 60;
const DAY_SECONDS = 24 * 3600;

function obstacleOf(account: UserRow): NoRecovery | undefined {
  if (account.role !== 'user') return 'staff';
  if (!account.two_factor) return 'off';
  if (account.withdrawals_frozen) return 'frozen';
  return account.kyc_status === 'approved' ? undefined : 'unverified';
}

/** The account's open recovery, which continues, or a new one. */
async function begin(deps: Deps, tx: Tx, userId: string): Promise<string> {
  const open = await openRecoveryOf(deps, tx, userId);
  if (open && open.review !== 'rejected') {
    // The new link is valid as long as the first one was.
    await tx
      .updateTable('recoveries')
      .set({ expires_at: deps.clock.sqlIn(keptSeconds(deps)) })
      .where('id', '=', open.id)
      .execute();
    return open.id;
  }
  await endRecovery(tx, userId);
  return beginRecovery(deps, tx, userId);
}

/** The mail to send. If nobody has the address, a mail of the same length that is not sent. */
async function mailFor(deps: Deps, tx: Tx, account: UserRow | undefined): Promise<Mail> {
  const hours = deps.config.recoveryHours;
  if (!account) {
    const url = `${deps.config.publicUrl}/recover#link=${newToken(deps.random)}`;
    return recoveryLinkMail({ email: NOBODY }, { url, hours });
  }
  const recipient = recipientFrom(account);
  const obstacle = obstacleOf(account);
  if (obstacle) return noRecoveryMail(recipient, obstacle);
  const url = await newRecoveryUrl(deps, tx, await begin(deps, tx, account.id));
  return recoveryLinkMail(recipient, { url, hours });
}

/**
 * Mails a recovery link to a customer who lost phone and recovery codes (HARD-22). The mail depends on the
 * account; the answer does not. The time differs by a statement or two, which cannot be measured in the few
 * tries per address.
 */
export async function askRecovery(
  deps: Deps,
  email: string,
  ip: string,
): Promise<typeof ASKED | Refused> {
  const problem = checkEmail(email);
  if (problem) return refuse('INVALID_INPUT', problem);
  const network = widestNetworkOf(ip);
  // Strangers use up the allowance of their network, not the owner's elsewhere.
  const here = `${email} ${network}`;
  const refused =
    (await limit(deps, { key: `recovery:${here}`, attempts: 1, windowSeconds: 30 })) ??
    (await limit(deps, { key: `recoveries:${here}`, attempts: 10, windowSeconds: DAY_SECONDS })) ??
    (await limit(deps, { key: `recoveries:${email}`, attempts: 50, windowSeconds: DAY_SECONDS }));
  if (refused) return refused;
  return inTransaction(deps.db, async (tx) => {
    const cause = `network ${network}`;
    if (await hasMuchWaiting(tx, cause)) return tooMany(COME_BACK_SECONDS);
    const found = await findUserByEmail(tx, email);
    const account = await lockAccount(tx, found?.id ?? '');
    await queueMail(deps, tx, await mailFor(deps, tx, account), { cause });
    return ASKED;
  });
}
