import { sql } from 'kysely';
import type { Migration } from '#server/store/migration.ts';

/**
 * Debts that servers of before 0068 moved to a later account of the same person by themselves have a case, too, so that
 * officers can confirm them or take them back (HARD-50). The ids are those that a server derives for the same pair.
 */
export const casesOfMovedDebts = sql`insert into debt_cases
    (id, former_id, user_id, match, found_at, transfers)
  select substr(h, 1, 8) || '-' || substr(h, 9, 4) || '-8' || substr(h, 14, 3) || '-'
      || translate(substr(h, 17, 1), '0123456789abcdef', '89ab89ab89ab89ab') || substr(h, 18, 3) || '-'
      || substr(h, 21, 12),
    user_id, owed_by, 'same', now(), transfers
  from (
    select user_id, owed_by, string_agg(bank_transfers.id, ' ' order by seen_at, bank_transfers.id) as transfers,
      encode(sha256(convert_to('["debt case","' || user_id || '","' || owed_by || '"]', 'UTF8')), 'hex') as h
    from bank_transfers join users on users.id = owed_by
    where user_id is not null group by user_id, owed_by
  ) as moved on conflict do nothing`;

export const movedDebts: Migration = {
  name: '0080-moved-debts',
  statements: [casesOfMovedDebts],
};
