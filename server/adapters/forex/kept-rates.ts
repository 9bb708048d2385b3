import { type QueryExecutorProvider, sql } from 'kysely';
import type { Forex } from '#core/contract/market/forex.ts';

/** The stored rates of the days `from` to `until` (YYYY-MM-DD, both included), oldest first. */
export async function readRatesOf(
  db: QueryExecutorProvider,
  from: string,
  until: string,
): Promise<readonly Forex[]> {
  const { rows } = await sql<{ day: string; currency: string; per_usd: string }>`
    select day, currency, per_usd from exchange_rates
    where day >= ${from} and day <= ${until} order by day, currency`.execute(db);
  const days = new Map<string, Record<string, string>>();
  for (const { day, currency, per_usd } of rows) {
    const rates = days.get(day) ?? {};
    rates[currency] = per_usd;
    days.set(day, rates);
  }
  return [...days].map(([date, rates]) => ({ base: 'USD', date, rates }));
}

/** Stores the rates of days. The first stored rates of a day stay, whichever process stored them. */
export async function keepRates(
  db: QueryExecutorProvider,
  days: readonly Pick<Forex, 'date' | 'rates'>[],
): Promise<void> {
  const rows = days.flatMap(({ date, rates }) =>
    Object.entries(rates).map(([currency, rate]) => ({ date, currency, rate })),
  );
  if (rows.length === 0) return;
  await sql`insert into exchange_rates (day, currency, per_usd)
    select * from unnest(${rows.map(({ date }) => date)}::text[],
      ${rows.map(({ currency }) => currency)}::text[], ${rows.map(({ rate }) => rate)}::text[])
    on conflict do nothing`.execute(db);
}
