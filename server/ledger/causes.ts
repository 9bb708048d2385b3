import { type RawBuilder, sql } from 'kysely';
import { cashes } from '#core/money/cash.ts';
import type { Reader } from '#server/store/schema/schema.ts';
import type { Violation } from './invariants.ts';

/** The id of what a journal is about, behind the kind in its reference. */
const about = sql`split_part(journals.reference, ':', 2)`;

/** A customer's balances of a kind that are not the sum of `rows`, which have owner, currency and units. */
const unlike = (kind: 'hold' | 'pending', rows: RawBuilder<unknown>) => sql<{ detail: string }>`
  select coalesce(stored.owner, summed.owner) || ' ' || coalesce(stored.currency, summed.currency)
    || ' stored ' || coalesce(stored.balance, 0)::text || ' under way ' || coalesce(summed.units, 0)::text
    as detail
  from (select owner, currency, balance from accounts where kind = ${kind}) stored
  full join (select owner, currency, sum(units) as units from (${rows}) listed group by owner, currency) summed
    on summed.owner = stored.owner and summed.currency = stored.currency
  where coalesce(stored.balance, 0) <> coalesce(summed.units, 0)`;

/** Journals of a kind, except corrections by hand, without what caused them, and what should have caused one without it. */
const paired = (kind: string, table: string, caused: RawBuilder<unknown>) => sql<{
  detail: string;
}>`
  select coalesce(journals.reference, rows.id, ${kind}) as detail
  from (select id from ${sql.table(table)} where ${caused}) rows
  full join (select reference from journals where kind = ${kind} and (class <> 'manual' or reference is not null))
    journals on ${about} = rows.id
  where rows.id is null or journals.reference is null`;

/** What the books and the rows they are about say of each other, each as a query for what differs. */
const causes: Readonly<Record<string, RawBuilder<{ detail: string }>>> = {
  'what is held is what is under way': unlike(
    'hold',
    sql`select user_id as owner, currency, units + fee_units as units from withdrawals
      where completed_at is null and status not in ('cancelled', 'refunded')`,
  ),
  'what is pending is what has not been credited': unlike(
    'pending',
    sql`select user_id as owner, currency, units from deposits where state = 'pending'`,
  ),
  'a bank transfer was credited once where it says so': paired(
    'cash-in',
    'bank_transfers',
    sql`state in ('credited', 'recalled')`,
  ),
  'what was taken back after it was sent back is a loss': paired(
    'cash-lost',
    'bank_transfers',
    sql`reason = 'reversed-after-return' and currency in (${sql.join(cashes.map(({ code }) => code))})
      and amount::numeric * 100 = trunc(amount::numeric * 100)`,
  ),
  'a card payment bought once where it succeeded': paired(
    'purchase',
    'purchases',
    // One of a closed account had bought before it went back, by a journal of its own (HARD-51).
    sql`status = 'success' or exists (
      select from journals where reference = 'card-refunded:' || purchases.id)`,
  ),
  'a deposit in the books was reported': paired('deposit-seen', 'deposits', sql`true`),
  'a withdrawal in the books was asked for': paired('withdrawal', 'withdrawals', sql`true`),
  'what a bank took back was taken or is owed': sql`
    select id || ' credited ' || credited::text || ' taken ' || taken::text || ' owed ' || owed::text as detail
    from (
      select bank_transfers.id, owed,
        coalesce((select -sum(amount) from postings join journals on journals.id = journal_id
          where journals.reference = 'cash-in:' || bank_transfers.id
            and account_id like 'house/bank/%'), 0) as credited,
        coalesce((select sum(amount) from postings join journals on journals.id = journal_id
          where journals.kind = 'cash-recalled' and ${about} = bank_transfers.id
            and account_id like 'house/bank/%'), 0) as taken
      from bank_transfers where state = 'recalled' or owed > 0
    ) recalled where credited <> taken + owed`,
  'what a card’s bank took back was taken, is owed or is waived': sql`
    select purchase_id || ' charged ' || charged::text || ' taken ' || taken::text || ' owed ' || owed::text
        || ' waived ' || waived::text as detail
    from (
      select charge_backs.*, coalesce((select sum(cents) from charge_back_parts
        where charge_back_parts.purchase_id = charge_backs.purchase_id), 0) as taken
      from charge_backs
    ) charged where charged <> taken + owed + waived`,
  'what was taken for a card payment is in the books': sql`
    select coalesce(parts.reference, journals.reference, 'card-recalled') as detail
    from charge_back_parts parts
    full join (select reference, (select sum(amount) from postings where journal_id = journals.id
        and account_id like 'house/card/%') as units
      from journals where kind = 'card-recalled') journals on journals.reference = parts.reference
    where parts.reference is null or journals.reference is null
      or sign(parts.cents) <> sign(journals.units)
      or (select currency from charge_backs where charge_backs.purchase_id = parts.purchase_id) <> 'USD'
        and parts.cents <> journals.units`,
};

/** Compares the books with what they are about; empty where all is well. Reads everything, as `violations` does. */
export async function causeless(reader: Reader): Promise<readonly Violation[]> {
  const found: Violation[] = [];
  for (const [invariant, query] of Object.entries(causes)) {
    const { rows } = await query.execute(reader);
    found.push(...rows.map(({ detail }) => ({ invariant, detail })));
  }
  return found;
}
