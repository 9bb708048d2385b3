import { type QueryExecutorProvider, sql } from 'kysely';
import { type AssetCode, isAssetCode } from '#core/domain/currencies.ts';

export interface Pin {
  readonly price: string;
  /** It comes like a real market's, which may be wrong: nobody vouches for it (OPS-15). */
  readonly sudden: boolean;
}

/**
 * Prices a person has pinned in the sandbox (D5). They live in the database and are read at every
 * quote, so that a pin takes effect at once in every process.
 */
export async function readPins(db: QueryExecutorProvider): Promise<ReadonlyMap<AssetCode, Pin>> {
  const { rows } = await sql<Pin & { readonly currency: string }>`
    select currency, price, sudden from market_pins`.execute(db);
  return new Map(
    rows.flatMap(({ currency, ...pin }) => (isAssetCode(currency) ? [[currency, pin]] : [])),
  );
}

/** Pins a price, or frees it with undefined. */
export async function writePin(
  db: QueryExecutorProvider,
  currency: AssetCode,
  price: string | undefined,
  { sudden = false } = {},
): Promise<void> {
  if (price === undefined) {
    await sql`delete from market_pins where currency = ${currency}`.execute(db);
  } else {
    await sql`insert into market_pins (currency, price, sudden)
      values (${currency}, ${price}, ${sudden})
      on conflict (currency) do update set price = excluded.price, sudden = excluded.sudden`.execute(
      db,
    );
  }
}
