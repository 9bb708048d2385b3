import { sql } from 'kysely';
import type { Migration } from '#server/store/migration.ts';

/** What is bought with cash and sold for it, and about a dollar's worth of each, in whole units. */
const least = [
  ['BTC', '0.00002'],
  ['SOL', '0.01'],
  ['ETH', '0.0005'],
  ['AVAX', '0.05'],
  ['XRP', '1'],
  ['USDT', '1'],
  ['USDC', '1'],
] as const;

/** USDT is offered to nobody whose market is EUR (D10). */
const pairs = (['EUR', 'AUD'] as const).flatMap((cash) =>
  least
    .filter(([asset]) => cash !== 'EUR' || asset !== 'USDT')
    .flatMap(([asset, minimum]) => [[asset, cash, minimum] as const, [cash, asset, '1'] as const]),
);

/** Behind those of the first release. */
const FIRST_POSITION = 100;

/** Cash: what it is exchanged for, and how it comes from a bank (BANK-01 to BANK-04). */
export const cash: Migration = {
  name: '0018-cash',
  statements: [
    ...pairs.map(
      ([base, quote, minimum], position) =>
        sql`insert into instruments
          (id, is_active, base_currency, quote_currency, min_quantity, position)
          values (${`${base}-${quote}`}, true, ${base}, ${quote}, ${minimum},
            ${FIRST_POSITION + position})`,
    ),
    // The account at our bank that a customer pays into. What it does not have is empty.
    sql`create table bank_accounts (
      user_id text not null references users (id),
      currency text not null,
      external_id text not null unique,
      holder text not null,
      bank text not null,
      iban text not null,
      bic text not null,
      bsb text not null,
      account_number text not null,
      pay_id text not null,
      created_at timestamptz(3) not null,
      primary key (user_id, currency)
    )`,
    // Transfers that the bank tells of, each once. Whose account it was paid into is known, or null.
    sql`create table bank_transfers (
      id text primary key,
      external_id text not null unique,
      user_id text references users (id),
      currency text not null,
      amount text not null,
      payer text not null,
      reference text not null,
      state text not null check (state in
        ('pending', 'credited', 'aside', 'returning', 'returned', 'rejected', 'recalled')),
      reason text not null,
      owed numeric(38, 0) not null default 0 check (owed >= 0),
      seen_at timestamptz(3) not null,
      ask_at timestamptz(3) not null,
      ended_at timestamptz(3)
    )`,
    sql`create index bank_transfers_user on bank_transfers (user_id)`,
    sql`create index bank_transfers_open on bank_transfers (ask_at)
      where state in ('pending', 'aside', 'returning')`,
    sql`create index bank_transfers_owed on bank_transfers (user_id) where owed > 0`,
    sql`create trigger bank_transfers_told after insert or update of state on bank_transfers
      for each row when (new.user_id is not null) execute function tell_change('balances')`,
    // What the simulated bank has done.
    sql`create table sandbox_bank_transfers (
      id text primary key,
      account_id text not null,
      currency text not null,
      amount text not null,
      payer text not null,
      reference text not null,
      status text not null,
      created_at timestamptz(3) not null
    )`,
    sql`create table sandbox_bank_returns (
      request_id text primary key,
      transfer_id text not null,
      created_at timestamptz(3) not null
    )`,
  ],
};
