import { plainEmail } from '#core/people/email-address.ts';
import { oneLine } from '#core/text/one-line.ts';
import {
  factorRemovedMail,
  sessionsEndedMail,
  staffOpenedMail,
} from '#server/adapters/mail/texts.ts';
import type { Deps } from '#server/deps.ts';
import { hasPasskey } from '#server/services/access/credentials/passkeys.ts';
import { removeLostFactor } from '#server/services/access/recovery/carry-out.ts';
import { endRecovery, stopRecoveryOf } from '#server/services/access/recovery/recoveries.ts';
import { loseTrust } from '#server/services/access/sessions/lose-trust.ts';
import {
  findUserByEmail,
  lockAccount,
  type UserRow,
} from '#server/services/customers/users/users.ts';
import { queueMail } from '#server/services/messages/notices/outbox.ts';
import { alarmedRecipientOf, recipientOf } from '#server/services/messages/notices/recipients.ts';
import { record } from '#server/services/staff/audit/record.ts';
import type { Tx } from '#server/store/schema/schema.ts';
import { inTransaction } from '#server/store/transaction.ts';
import type { Operator } from './administrators.ts';

/** What an operator can do for an account at its owner's request (HARD-22). */
export const helps = ['end-sessions', 'open-frozen', 'remove-factor', 'stop-recovery'] as const;
export type Help = (typeof helps)[number];

export type Helped =
  | 'done'
  | 'no-account'
  | 'no-reason'
  | 'no-freeze'
  | 'no-factor'
  | 'no-recovery';

const actions: Readonly<Record<Help, string>> = {
  'end-sessions': 'ended sessions',
  'open-frozen': 'opened frozen account',
  'remove-factor': 'removed second factor',
  'stop-recovery': 'stopped recovery',
};

async function help(deps: Deps, tx: Tx, account: UserRow, what: Help): Promise<Helped> {
  const { id } = account;
  switch (what) {
    case 'end-sessions':
      await loseTrust(deps, tx, id);
      await queueMail(deps, tx, sessionsEndedMail(await recipientOf(tx, id)));
      return 'done';
    case 'open-frozen':
      // A customer opens their own with a new password by mail (HARD-46).
      if (account.role === 'user' || !account.withdrawals_frozen) return 'no-freeze';
      await tx
        .updateTable('users')
        .set({ withdrawals_frozen: false })
        .where('id', '=', id)
        .execute();
      await queueMail(deps, tx, staffOpenedMail(await recipientOf(tx, id)));
      return 'done';
    case 'remove-factor':
      if (!account.two_factor && !(await hasPasskey(tx, id))) return 'no-factor';
      await endRecovery(tx, id);
      await removeLostFactor(deps, tx, id);
      await queueMail(
        deps,
        tx,
        factorRemovedMail(await alarmedRecipientOf(deps, tx, id), account.role !== 'user'),
      );
      return 'done';
    case 'stop-recovery':
      return (await stopRecoveryOf(deps, tx, id, 'staff')) ? 'done' : 'no-recovery';
  }
}

/** Helps, tells the owner by mail and records it with the reason, in one transaction. */
export const helpAccount = (
  deps: Deps,
  { email, what, reason }: { readonly email: string; readonly what: Help; readonly reason: string },
  by: Operator,
): Promise<Helped> =>
  inTransaction(deps.db, async (tx) => {
    if (oneLine(reason) === '') return 'no-reason';
    const found = await findUserByEmail(tx, plainEmail(email));
    const account = found && (await lockAccount(tx, found.id));
    if (!account) return 'no-account';
    const helped = await help(deps, tx, account, what);
    if (helped === 'done') {
      const words = { about: account.id, said: { reason: oneLine(reason) } };
      await record(tx, deps, { ...by, action: actions[what], subject: account.id, words });
    }
    return helped;
  });
