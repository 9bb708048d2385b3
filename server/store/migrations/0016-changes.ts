import { sql } from 'kysely';
import type { Migration } from '#server/store/migration.ts';

/** Told in the transaction that changes the row: where it is rolled back, nobody hears of it. */
const tells = (kind: string, table: string, events: string) =>
  sql.raw(`create trigger ${table}_told after ${events} on ${table}
    for each row execute function tell_change('${kind}')`);

/** Says on the channel `kopa_changes` whose rows have changed, for the pages that are open (LIVE-01). */
export const changes: Migration = {
  name: '0016-changes',
  statements: [
    sql`create function tell_change() returns trigger language plpgsql as $$
      begin
        perform pg_notify('kopa_changes', tg_argv[0] || ' ' || new.user_id);
        return null;
      end $$`,
    // Every balance changes by a journal.
    tells('balances', 'journals', 'insert'),
    tells('deposits', 'deposits', 'insert or update of state, confirmations'),
    // Not while a process takes it to work on it.
    tells('withdrawals', 'withdrawals', 'insert or update of status, transaction_hash'),
    tells('purchases', 'purchases', 'insert or update of status, recorded_at, seen_at'),
    tells('notices', 'notices', 'insert'),
    sql`create function tell_session_end() returns trigger language plpgsql as $$
      begin
        perform pg_notify('kopa_changes', 'session ' || old.user_id || ' ' || old.id);
        return null;
      end $$`,
    sql`create trigger sessions_told after delete on sessions
      for each row execute function tell_session_end()`,
  ],
};
