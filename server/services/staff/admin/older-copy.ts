import { plainEmail } from '#core/people/email-address.ts';
import { oneLine } from '#core/text/one-line.ts';
import type { Deps } from '#server/deps.ts';
import { findUserByEmail } from '#server/services/customers/users/users.ts';
import { releaseCopy, restAll } from '#server/services/operation/copies/older-copy.ts';
import { record } from '#server/services/staff/audit/record.ts';
import { inTransaction } from '#server/store/transaction.ts';
import type { Operator } from './administrators.ts';

type Outcome = 'done' | 'nothing' | 'no-reason' | 'no-account';
type Tools = Pick<Deps, 'db' | 'clock'>;

/** An operator says that the books were restored from an older copy, should the server not have noticed. */
export const declareRestored = (deps: Tools, why: string, by: Operator): Promise<Outcome> =>
  inTransaction(deps.db, async (tx) => {
    const reason = oneLine(why);
    if (reason === '') return 'no-reason';
    return (await restAll(tx, deps, 'operator', { ...by, reason })) ? 'done' : 'nothing';
  });

/** An operator takes the copy for right: for the account with an address, or for everyone. */
export const trustCopy = (
  deps: Tools,
  { whom, reason: why }: { readonly whom: string; readonly reason: string },
  by: Operator,
): Promise<Outcome> =>
  inTransaction(deps.db, async (tx) => {
    const reason = oneLine(why);
    if (reason === '') return 'no-reason';
    const all = whom === 'everyone';
    const account = all ? undefined : await findUserByEmail(tx, plainEmail(whom));
    if (!all && !account) return 'no-account';
    if (!(await releaseCopy(tx, deps, account?.id ?? 'everyone'))) return 'nothing';
    const subject = account && { subject: account.id };
    const words = { about: account?.id, said: { reason } };
    await record(tx, deps, { ...by, action: 'trusted older copy', ...subject, words });
    return 'done';
  });
