import { sql } from 'kysely';
import type { Migration } from '#server/store/migration.ts';

/** The books are added to and never edited, by whatever road (HARD-97). */
export const appendOnly: Migration = {
  name: '0066-append-only',
  statements: [
    // A payout's account stands with the payout alone, so that erasing a person changes no journal.
    sql`update journals set recipient = '' from withdrawals
      where withdrawals.holder <> '' and journals.recipient <> ''
        and journals.reference in ('withdrawal:' || withdrawals.id,
          'withdrawal-sent:' || withdrawals.id, 'withdrawal-returned:' || withdrawals.id)`,
    sql`create function ledger_refuse() returns trigger language plpgsql as $$
      begin
        raise exception 'the ledger cannot be changed: correct it by a further journal';
      end $$`,
    // A server of the version before still writes a payout's account into the journal, and blanks it.
    sql`create function journals_refuse() returns trigger language plpgsql as $$
      begin
        if new.recipient in ('', '-') then
          old.recipient := new.recipient;
          if new is not distinct from old then
            return new;
          end if;
        end if;
        raise exception 'the ledger cannot be changed: correct it by a further journal';
      end $$`,
    sql`create trigger journals_kept before update on journals
      for each row execute function journals_refuse()`,
    sql`create trigger journals_stay before delete on journals
      for each row execute function ledger_refuse()`,
    sql`create trigger journals_whole before truncate on journals
      for each statement execute function ledger_refuse()`,
    sql`create trigger postings_kept before update or delete on postings
      for each row execute function ledger_refuse()`,
    sql`create trigger postings_whole before truncate on postings
      for each statement execute function ledger_refuse()`,
    // Asked when the transaction ends, once for each journal, and at once for lines, which might be added later.
    sql`create function journal_balances() returns trigger language plpgsql as $$
      begin
        if (select coalesce(bool_or(sum <> 0), true) from (
          select sum(amount) from postings where journal_id = new.id group by currency) sums) then
          raise exception 'the journal % does not balance', new.id;
        end if;
        return null;
      end $$`,
    sql`create constraint trigger journals_balance after insert on journals
      deferrable initially deferred for each row execute function journal_balances()`,
    sql`create function postings_balance() returns trigger language plpgsql as $$
      declare
        journal text;
      begin
        select journal_id into journal from postings
          where journal_id in (select journal_id from added)
          group by journal_id, currency having sum(amount) <> 0 limit 1;
        if found then
          raise exception 'the journal % does not balance', journal;
        end if;
        return null;
      end $$`,
    sql`create trigger postings_balance after insert on postings referencing new table as added
      for each statement execute function postings_balance()`,
  ],
};
