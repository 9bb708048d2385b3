import { type QueryExecutorProvider, sql } from 'kysely';
import type { AssetCode } from '#core/money/currencies.ts';
import { DAY, HOUR } from '#server/adapters/party/clock.ts';
import type { Candle, CandleRange } from './market.ts';

export const resolutions = ['hour', 'day'] as const;
export type Resolution = (typeof resolutions)[number];

export const resolutionMs: Readonly<Record<Resolution, number>> = { hour: HOUR, day: DAY };

/** The length and number of candles of each range. */
export const rangeOf: Readonly<
  Record<CandleRange, { readonly resolution: Resolution; readonly count: number }>
> = {
  day: { resolution: 'hour', count: 24 },
  week: { resolution: 'hour', count: 168 },
  month: { resolution: 'day', count: 30 },
  year: { resolution: 'day', count: 365 },
  all: { resolution: 'day', count: 1095 },
};

interface Row {
  readonly opened_at: Date;
  readonly open: string;
  readonly high: string;
  readonly low: string;
  readonly close: string;
}

/** The stored candles of an asset since a moment, oldest first. */
export async function readCandles(
  db: QueryExecutorProvider,
  asset: AssetCode,
  resolution: Resolution,
  from: Date,
): Promise<Candle[]> {
  const { rows } = await sql<Row>`
    select opened_at, open, high, low, close from market_candles
    where asset = ${asset} and resolution = ${resolution} and opened_at >= ${from}
    order by opened_at`.execute(db);
  return rows.map(({ opened_at, ...prices }) => ({ openedAt: opened_at, ...prices }));
}

interface Close {
  readonly asset: string;
  readonly resolution: Resolution;
  readonly opened_at: Date;
  readonly close: string;
}

/** The closing prices of stored candles by `closeKey`; `opened`: the beginnings of those of each length. */
export async function readCloses(
  db: QueryExecutorProvider,
  assets: readonly AssetCode[],
  opened: Readonly<Record<Resolution, readonly number[]>>,
): Promise<ReadonlyMap<string, string>> {
  const asked = resolutions.filter((resolution) => opened[resolution].length > 0);
  if (assets.length === 0 || asked.length === 0) return new Map();
  const each = asked.map(
    (resolution) => sql`select asset, resolution, opened_at, close from market_candles
      where resolution = ${resolution} and asset = any(${[...assets]}::text[])
        and opened_at = any(${opened[resolution].map((at) => new Date(at))}::timestamptz[])`,
  );
  const { rows } = await sql<Close>`${sql.join(each, sql` union all `)}`.execute(db);
  return new Map(
    rows.map(({ asset, resolution, opened_at, close }) => [
      closeKey(asset, resolution, opened_at.getTime()),
      close,
    ]),
  );
}

/** `opened` in milliseconds. */
export const closeKey = (asset: string, resolution: Resolution, opened: number): string =>
  `${asset} ${resolution} ${opened}`;

/** Stores closed candles. The first stored candle stays, whichever process stored it. */
export async function storeCandles(
  db: QueryExecutorProvider,
  asset: AssetCode,
  resolution: Resolution,
  candles: readonly Candle[],
): Promise<void> {
  if (candles.length === 0) return;
  const rows = candles.map(
    (c) =>
      sql`(${asset}, ${resolution}, ${c.openedAt}, ${c.open}, ${c.high}, ${c.low}, ${c.close})`,
  );
  await sql`insert into market_candles (asset, resolution, opened_at, open, high, low, close)
    values ${sql.join(rows)} on conflict do nothing`.execute(db);
}
