import { plainEmail } from '#core/domain/email-address.ts';
import type { Log } from '#server/log.ts';
import type { Db } from '#server/store/schema.ts';

/**
 * Writes the addresses of accounts from before in the one way that every entry writes them, so that
 * whoever signs in is found. Where two accounts are of one mailbox, neither is touched: the operator is
 * told how many, as one of them can no longer sign in.
 */
export async function alignEmails(db: Db, log: Log): Promise<void> {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'email'])
    .where('deleted_at', 'is', null)
    .where('email', '!~', '^[!-~]+$')
    .execute();
  let apart = 0;
  for (const { id, email } of rows) {
    const plain = plainEmail(email);
    if (plain === email) continue;
    const holder = await db
      .selectFrom('users')
      .select('id')
      .where('email', '=', plain)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    if (holder) apart++;
    else await db.updateTable('users').set({ email: plain }).where('id', '=', id).execute();
  }
  if (apart > 0) log.error('accounts share a mailbox with others', { accounts: apart });
}
