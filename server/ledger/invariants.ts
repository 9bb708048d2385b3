import { type RawBuilder, sql } from 'kysely';
import type { Reader } from '#server/store/schema.ts';

export interface Violation {
  readonly invariant: string;
  readonly detail: string;
}

const differing = sql<{ detail: string }>`
    select coalesce(stored.id, summed.account_id) || ' stored '
      || coalesce(stored.balance::text, 'none') || ' postings ' || coalesce(summed.total::text, 'none')
      as detail
    from accounts stored
    full join (
      select account_id, sum(amount) as total from postings
      where account_id not like 'house/%' group by account_id
    ) summed on summed.account_id = stored.id
    where coalesce(stored.balance, 0) <> coalesce(summed.total, 0)`;

/** What must always hold, each as a query for what breaks it. */
const invariants: Readonly<Record<string, RawBuilder<{ detail: string }>>> = {
  'all postings of an asset add up to zero': sql`
    select currency || ' ' || sum(amount)::text as detail
    from postings group by currency having sum(amount) <> 0`,
  'every journal balances per asset': sql`
    select journal_id || ' ' || currency || ' ' || sum(amount)::text as detail
    from postings group by journal_id, currency having sum(amount) <> 0`,
  'every journal has postings': sql`
    select journals.id as detail from journals
    left join postings on postings.journal_id = journals.id where postings.journal_id is null`,
  'a stored balance is the sum of its postings': differing,
  'no customer balance is below zero': sql`
    select id || ' ' || balance::text as detail from accounts where balance < 0`,
  'a used quote has its journal and no other quote has one': sql`
    select quotes.id as detail from quotes
    left join journals on journals.reference = 'quote:' || quotes.id
    where (quotes.used_at is null) <> (journals.id is null)`,
  'a deposit was seen once, and credited or given up once where it says so': sql`
    select deposits.id as detail from deposits
    left join journals seen on seen.reference = 'deposit-seen:' || deposits.id
    left join journals credited on credited.reference = 'deposit:' || deposits.id
    left join journals dropped on dropped.reference = 'deposit-dropped:' || deposits.id
    where seen.id is null or (deposits.state = 'credited') <> (credited.id is not null)
      or (deposits.state = 'dropped') <> (dropped.id is not null)`,
  'a withdrawal has the journals of its status and no others': sql`
    select withdrawals.id || ' ' || status as detail from withdrawals
    left join journals as sent on sent.reference = 'withdrawal-sent:' || withdrawals.id
    left join journals as returned on returned.reference = 'withdrawal-returned:' || withdrawals.id
    left join journals as asked on asked.reference = 'withdrawal:' || withdrawals.id
    where asked.id is null or (sent.id is not null) <> (completed_at is not null)
      or (returned.id is not null) <> (status in ('cancelled', 'refunded'))`,
  'an operation that was acknowledged has its answer': sql`
    select user_id || ' ' || key as detail from operations
    where (state = 'done') <> (answer is not null) or state = 'open'`,
};

/** Checks the whole ledger; empty where all is well. Slow on a large one: it reads everything. */
export async function violations(reader: Reader): Promise<readonly Violation[]> {
  const found: Violation[] = [];
  for (const [invariant, query] of Object.entries(invariants)) {
    const { rows } = await query.execute(reader);
    found.push(...rows.map(({ detail }) => ({ invariant, detail })));
  }
  return found;
}

/** The accounts whose stored balance is not the sum of their postings. Reads all postings. */
export async function differingBalances(reader: Reader): Promise<readonly string[]> {
  const { rows } = await differing.execute(reader);
  return rows.map(({ detail }) => detail);
}
