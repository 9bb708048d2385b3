import { sql } from 'kysely';
import type { Migration } from '#server/store/migration.ts';

/** Codes and passkeys that count for one transfer only (KEEP-15). */
export const linkedConfirmations: Migration = {
  name: '0042-linked-confirmations',
  statements: [
    // The transfer, as a fingerprint of amount, asset, network and recipient; empty: it is for none.
    sql`alter table email_codes add column about text not null default ''`,
    sql`alter table passkey_challenges add column about text not null default ''`,
  ],
};
