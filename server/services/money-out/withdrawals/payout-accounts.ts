import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { SavedFiatAccount } from '#core/contract/account/address-book.ts';
import type { PayoutAccount } from '#core/contract/money/bank.ts';
import { accountText } from '#core/money/account-number.ts';
import { BANK_TRANSFER } from '#core/money/cash.ts';
import { compareNames } from '#core/people/verified-person.ts';
import type { Deps } from '#server/deps.ts';
import { nameColumns, namesOf } from '#server/services/customers/users/person.ts';
import type { PlainRow } from '#server/store/json-row.ts';
import { accountsIn, payoutsQuery, savedQuery } from './address-book.ts';
import { closedTo } from './address-book-only.ts';
import { familiarityOf, knownAddressesSql } from './known-addresses.ts';

/**
 * Reads what decides which bank accounts a customer can be paid out to. A caller that needs more of the same
 * moment adds it to the selection.
 */
export const payoutAccountsQuery = ({ db, clock }: Pick<Deps, 'db' | 'clock'>, userId: string) =>
  db
    .selectFrom('users')
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .select([...nameColumns, 'book_only_since', 'book_only_until'])
    .select([
      jsonArrayFrom(savedQuery(db, userId)).as('saved'),
      jsonArrayFrom(payoutsQuery(db, userId)).as('payouts'),
      knownAddressesSql(clock, userId, sql<string>`${BANK_TRANSFER}::text`).as('known'),
    ]);

type Row = PlainRow<ReturnType<typeof payoutAccountsQuery>>;

function standingOf(user: Row, account: SavedFiatAccount, now: number): PayoutAccount['standing'] {
  if (compareNames(namesOf(user), account.holder) !== 'same') {
    return 'other-name';
  }
  const to = { network: BANK_TRANSFER, address: accountText(account), tag: '' };
  if (closedTo(user.known, user, to, now)) return 'waits';
  const { known, neverSent } = familiarityOf(user.known, to);
  if (known === 'new') return 'new';
  return neverSent ? 'saved' : 'known';
}

/** The saved bank accounts that receive a currency, and whether each can be used for cash out. */
export const payoutAccountsOf = (user: Row, currency: string, now: number): PayoutAccount[] =>
  accountsIn(user.saved, user.payouts)
    .filter((account) => account.currency_id === currency)
    .map((account) => ({ ...account, standing: standingOf(user, account, now) }));
