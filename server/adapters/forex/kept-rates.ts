import { type QueryExecutorProvider, sql } from 'kysely';
import type { Forex } from '#core/contract/forex.ts';

/** The rates that were kept, from one day (YYYY-MM-DD) to another, both included, oldest first. */
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

/** Keeps the rates of days; what is kept once stays, whichever process came first. */
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
