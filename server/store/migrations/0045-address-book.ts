import { sql } from 'kysely';
import type { Migration } from '#server/store/migration.ts';

/** Addresses and bank accounts that customers keep (D19). */
export const addressBook: Migration = {
  name: '0045-address-book',
  statements: [
    // What an entry has not is empty, so that one index tells of all that the same one is there.
    sql`create table saved_addresses (
      id text primary key,
      user_id text not null references users (id),
      kind text not null check (kind in ('crypto', 'fiat')),
      label text not null,
      currency text not null,
      network text not null default '',
      address text not null default '',
      tag text not null default '',
      holder text not null default '',
      iban text not null default '',
      bsb text not null default '',
      account_number text not null default '',
      created_at timestamptz(3) not null,
      unique (user_id, kind, currency, network, address, tag, iban, bsb, account_number)
    )`,
  ],
};
