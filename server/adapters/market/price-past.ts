import { type QueryExecutorProvider, sql } from 'kysely';
import type { AssetCode } from '#core/domain/currencies.ts';
import {
  isFast,
  type PriceBand,
  type PricePast,
  pastOfNothing,
  type Reading,
} from '#core/domain/price-band.ts';

interface Row {
  readonly accepted: string;
  readonly suspect_usd: string | null;
  readonly suspect_at: Date | null;
  readonly version: number;
}

export interface StoredPast {
  readonly past: PricePast;
  /** Zero if nothing is stored yet. */
  readonly version: number;
}

/** The judgements of an asset's price, shared by all processes (OPS-15). */
export async function readPast(db: QueryExecutorProvider, asset: AssetCode): Promise<StoredPast> {
  const { rows } = await sql<Row>`select accepted, suspect_usd::text as suspect_usd, suspect_at,
    version from prices where asset = ${asset}`.execute(db);
  const [row] = rows;
  if (!row) return { past: pastOfNothing(asset), version: 0 };
  const accepted = (JSON.parse(row.accepted) as [number, string][]).map(
    ([at, units]): Reading => ({ at, units: BigInt(units) }),
  );
  const suspect =
    row.suspect_usd !== null && row.suspect_at !== null
      ? { units: BigInt(row.suspect_usd), at: row.suspect_at.getTime() }
      : undefined;
  return { past: { accepted, suspect }, version: row.version };
}

/** Stores it, unless another process stored one since it was read: then false. */
export async function writePast(
  db: QueryExecutorProvider,
  asset: AssetCode,
  { past, version }: StoredPast,
  band: PriceBand,
): Promise<boolean> {
  const { accepted, suspect } = past;
  const usd = accepted.at(-1)?.units;
  const written = await sql`
    insert into prices (asset, usd, accepted, suspect_usd, suspect_at, fast, version)
    values (${asset}, ${usd === undefined ? null : String(usd)}::numeric,
      ${JSON.stringify(accepted.map(({ at, units }) => [at, String(units)]))},
      ${suspect ? String(suspect.units) : null}::numeric,
      ${suspect ? new Date(suspect.at) : null}::timestamptz,
      ${isFast(past, band)}, ${version + 1})
    on conflict (asset) do update set usd = excluded.usd, accepted = excluded.accepted,
      suspect_usd = excluded.suspect_usd, suspect_at = excluded.suspect_at, fast = excluded.fast,
      version = excluded.version
    where prices.version = ${version}::integer`.execute(db);
  return written.numAffectedRows === 1n;
}
