import { findCash } from '#core/money/cash.ts';
import type { OpenedAccounts } from '#server/adapters/bank/bank.ts';
import type { Deps } from '#server/deps.ts';
import {
  comparedAt,
  cursorOf,
  keepCursor,
  markCompared,
} from '#server/services/operation/copies/compared.ts';
import { restAll, tellOlderCopy } from '#server/services/operation/copies/older-copy.ts';
import type { Tx } from '#server/store/schema/schema.ts';
import { inTransaction } from '#server/store/transaction.ts';
import { columnsOf, holderOf, noteRequest } from './accounts-asked.ts';

const FEED = 'bank#accounts';
const EVERY_MS = 3600_000;

type Account = OpenedAccounts['accounts'][number];

/** Takes an account that the bank tells of into the books; true if they lack its customer. */
async function takeAccount({ clock }: Deps, tx: Tx, account: Account): Promise<boolean> {
  const { requestId, ...details } = account;
  const { externalId } = details;
  const { userId, code } = holderOf(requestId) ?? {};
  const cash = findCash(code ?? '');
  if (userId === undefined || !cash) return false;
  const user = await tx
    .selectFrom('users')
    .select('deleted_at')
    .where('id', '=', userId)
    .executeTakeFirst();
  if (!user) {
    const lost = await tx
      .insertInto('lost_bank_accounts')
      .values({ external_id: externalId, opened_for: requestId, seen_at: clock.sql })
      .onConflict((row) => row.doNothing())
      .executeTakeFirst();
    return (lost.numInsertedOrUpdatedRows ?? 0n) > 0n;
  }
  // The account of a customer who left stays closed.
  if (user.deleted_at) return false;
  const taken = await tx
    .insertInto('bank_accounts')
    .values({
      ...columnsOf(details),
      ...{ user_id: userId, currency: cash.code, created_at: clock.sql },
    })
    .onConflict((row) => row.doNothing())
    .executeTakeFirst();
  if (!taken.numInsertedOrUpdatedRows) return false;
  const of = { requestId, userId, currency: cash.code };
  await noteRequest(tx, clock, of, { externalId, state: 'open' });
  return false;
}

/**
 * Compares the accounts that the bank has opened for us with the books (HARD-82): one whose row was lost is taken
 * back, and one whose customer was lost is remembered as ours. Hourly; false as long as it was not done at all,
 * because then nobody knows whose a transfer is.
 */
export async function accountsAreCompared(deps: Deps): Promise<boolean> {
  const { bank } = deps.parties;
  if (!bank.accounts) return true;
  const last = comparedAt(bank);
  if (last !== undefined && performance.now() < last + EVERY_MS) return true;
  let cursor = await cursorOf(deps.db, FEED);
  for (;;) {
    const told = await bank.accounts(cursor);
    if (!told) return last !== undefined;
    const rested = await inTransaction(deps.db, async (tx) => {
      let lost = 0;
      for (const account of told.accounts) if (await takeAccount(deps, tx, account)) lost++;
      await keepCursor(tx, deps, FEED, told.cursor);
      return lost > 0 && (await restAll(tx, deps, 'party'));
    });
    if (rested) tellOlderCopy(deps, 'party');
    if (!told.more || told.cursor === cursor) break;
    cursor = told.cursor;
  }
  markCompared(bank);
  return true;
}
