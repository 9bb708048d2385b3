import { type QueryExecutorProvider, sql } from 'kysely';
import { type AssetCode, isAssetCode } from '#core/domain/currencies.ts';

/**
 * Prices a person has pinned in the sandbox (D5). They live in the database and are read at every
 * quote, so that a pin takes effect at once in every process.
 */
export async function readPins(db: QueryExecutorProvider): Promise<ReadonlyMap<AssetCode, string>> {
  const { rows } = await sql<{ currency: string; price: string }>`
    select currency, price from market_pins`.execute(db);
  return new Map(
    rows.flatMap(({ currency, price }) => (isAssetCode(currency) ? [[currency, price]] : [])),
  );
}

/** Pins a price, or frees it with undefined. */
export async function writePin(
  db: QueryExecutorProvider,
  currency: AssetCode,
  price: string | undefined,
): Promise<void> {
  if (price === undefined) {
    await sql`delete from market_pins where currency = ${currency}`.execute(db);
  } else {
    await sql`insert into market_pins (currency, price) values (${currency}, ${price})
      on conflict (currency) do update set price = excluded.price`.execute(db);
  }
}
