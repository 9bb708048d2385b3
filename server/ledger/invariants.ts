import { type RawBuilder, sql } from 'kysely';
import type { Reader } from '#server/store/schema/schema.ts';

export interface Violation {
  readonly invariant: string;
  readonly detail: string;
}

/** `within`: which accounts, by the column that it is given. */
const differing = (within: (id: RawBuilder<unknown>) => RawBuilder<unknown>) => sql<{
  detail: string;
}>`
    select coalesce(stored.id, summed.account_id) || ' stored '
      || coalesce(stored.balance::text, 'none') || ' postings ' || coalesce(summed.total::text, 'none')
      as detail
    from (select id, balance from accounts where ${within(sql`id`)}) stored
    full join (
      select account_id, sum(amount) as total from postings
      where account_id not like 'house/%' and ${within(sql`account_id`)} group by account_id
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
  'a stored balance is the sum of its postings': differing(() => sql`true`),
  'the sums kept of the house are the sums of its postings': sql`
    select coalesce(kept.account_id, summed.account_id) || ' kept ' || coalesce(kept.units, 0)::text
      || ' postings ' || coalesce(summed.units, 0)::text as detail
    from house_totals kept
    full join (
      select account_id, sum(amount) as units from postings
      where account_id like 'house/%' and created_at < (select before from house_totals_moment)
      group by account_id
    ) summed on summed.account_id = kept.account_id
    where coalesce(kept.units, 0) <> coalesce(summed.units, 0)`,
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
  'what is kept for closed accounts is what its open cases say': sql`
    select coalesce(kept.owner, cases.former_id) || ' ' || coalesce(kept.currency, cases.currency)
      || ' kept ' || coalesce(kept.units, 0)::text || ' cases ' || coalesce(cases.units, 0)::text as detail
    from (
      select owner, currency, balance as units from accounts where kind = 'unclaimed' and balance > 0
    ) kept
    full join (
      select former_id, currency, sum(units) as units from closed_money
      where decided_at is null group by former_id, currency
    ) cases on cases.former_id = kept.owner and cases.currency = kept.currency
    where coalesce(kept.units, 0) <> coalesce(cases.units, 0)`,
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

/** So many accounts, with so many postings, are looked at in one statement: a server gives up one that takes long. */
const SLICE = { accounts: 10_000, postings: 500_000 };
/** Where the ids of the house's accounts begin, which have no stored balance and most postings, and where they end. */
const [HOUSE, BEHIND_HOUSE] = ['house/', 'house0'];

/**
 * The accounts whose stored balance is not the sum of their postings, until `stopping`. Reads all postings of
 * customers, account by account; each slice as of a moment of its own.
 */
export async function differingBalances(
  reader: Reader,
  stopping?: AbortSignal,
  slice: typeof SLICE = SLICE,
): Promise<readonly string[]> {
  const found: string[] = [];
  const look = async (from: string, to: string | undefined) => {
    const { rows } = await differing((id) =>
      to === undefined ? sql`${id} >= ${from}` : sql`${id} >= ${from} and ${id} < ${to}`,
    ).execute(reader);
    found.push(...rows.map(({ detail }) => detail));
  };
  for (let from = ''; from !== HOUSE && !stopping?.aborted; ) {
    const next = await reader
      .selectFrom('accounts')
      .select('id')
      .where('id', '>=', from)
      .where('id', '<', HOUSE)
      .orderBy('id')
      .offset(slice.accounts)
      .limit(1)
      .executeTakeFirst();
    const behind = next?.id ?? HOUSE;
    // Those of one account are looked at together, however many they are.
    const crowded = await reader
      .selectFrom('postings')
      .select('account_id')
      .where('account_id', '>', from)
      .where('account_id', '<', behind)
      .orderBy('account_id')
      .offset(slice.postings)
      .limit(1)
      .executeTakeFirst();
    const to = crowded?.account_id ?? behind;
    await look(from, to);
    from = to;
  }
  await look(BEHIND_HOUSE, undefined);
  return found;
}
