import { type QueryExecutorProvider, sql } from 'kysely';
import { type AssetCode, isAssetCode } from '#core/money/currencies.ts';
import { formatUnits, mulDivNearest, parseUnits, parseUnitsDown } from '#core/money/decimal.ts';
import { PRICE_SCALE } from '#core/money/price.ts';
import { sharedRead } from '#server/adapters/party/shared-read.ts';

export interface Pin {
  readonly price: string;
  /** The price arrives like a real market's, which may be wrong: it is not vouched for (OPS-15). */
  readonly sudden: boolean;
}

/** The changes of simulated prices and rates made at `/sandbox`. */
export interface Moved {
  readonly pins: ReadonlyMap<AssetCode, Pin>;
  /** The factor on the simulated value, by code; a missing code has the factor one. */
  readonly shifts: ReadonlyMap<string, bigint>;
}

/**
 * Prices pinned in the sandbox (D5) and prices made to jump (EASE-21). They are stored in the database and
 * read for every quote, so that they apply at once in every process.
 */
export const readMoved = sharedRead(async (db): Promise<Moved> => {
  const { rows } = await sql<{
    currency: string;
    price: string | null;
    sudden: boolean;
    times: string | null;
  }>`
    select currency, price, sudden, null as times from market_pins
    union all select currency, null, false, times::text from market_shifts`.execute(db);
  return {
    pins: new Map(
      rows.flatMap(({ currency, price, sudden }) =>
        price !== null && isAssetCode(currency) ? [[currency, { price, sudden }]] : [],
      ),
    ),
    shifts: new Map(
      rows.flatMap(({ currency, times }) => {
        const factor = times === null ? undefined : parseUnits(times, PRICE_SCALE);
        return factor === undefined ? [] : [[currency, factor]];
      }),
    ),
  };
});

/** Pins a price; undefined unpins it. */
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

const ONE = 10n ** BigInt(PRICE_SCALE);

/** A decimal times a factor in 1e-8; at least the smallest unit, never zero. */
export const shifted = (value: string, times: bigint | undefined): string => {
  const units = times && parseUnitsDown(value, PRICE_SCALE);
  if (!units) return value;
  const moved = mulDivNearest(units, times, ONE);
  return formatUnits(moved > 0n ? moved : 1n, PRICE_SCALE);
};

/**
 * Shifts the current value of an asset or currency by a percentage, pinned or not; false if the result would
 * not be sensible.
 */
export async function shiftBy(
  db: QueryExecutorProvider,
  currency: string,
  percent: number,
): Promise<boolean> {
  const factor = sql`(100 + ${percent}::integer)::numeric / 100`;
  const { rows } = await sql`
    insert into market_shifts (currency, times) values (${currency}, ${factor})
    on conflict (currency) do update set times = market_shifts.times * excluded.times
      where market_shifts.times * excluded.times between 0.0001 and 10000
    returning currency`.execute(db);
  if (rows.length === 0) return false;
  const pin = isAssetCode(currency) ? (await readMoved(db)).pins.get(currency) : undefined;
  if (pin !== undefined && isAssetCode(currency)) {
    const price = shifted(pin.price, (ONE * BigInt(100 + percent)) / 100n);
    await writePin(db, currency, price, pin);
  }
  return true;
}

/** Removes the shift: the simulation's value again. */
export async function unshift(db: QueryExecutorProvider, currency: string): Promise<void> {
  await sql`with pins as (delete from market_pins where currency = ${currency})
    delete from market_shifts where currency = ${currency}`.execute(db);
}
