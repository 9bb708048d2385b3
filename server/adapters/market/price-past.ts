import { type QueryExecutorProvider, sql } from 'kysely';
import {
  isFast,
  type PriceBand,
  type PricePast,
  pastOfNothing,
  type Reading,
  type Verdict,
} from './price-band.ts';

/** Each lost race means that another process has judged meanwhile: after so many, this one gives up. */
const MOST_RACES = 20;

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

/**
 * The judgements of an asset's price or of a currency's exchange rate, shared by all processes (OPS-15,
 * HARD-49).
 */
export async function readPast(db: QueryExecutorProvider, code: string): Promise<StoredPast> {
  const { rows } = await sql<Row>`select accepted, suspect_usd::text as suspect_usd, suspect_at,
    version from prices where asset = ${code}`.execute(db);
  const [row] = rows;
  if (!row) return { past: pastOfNothing(code), version: 0 };
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
  code: string,
  { past, version }: StoredPast,
  band: PriceBand,
): Promise<boolean> {
  const { accepted, suspect } = past;
  const usd = accepted.at(-1)?.units;
  const written = await sql`
    insert into prices (asset, usd, accepted, suspect_usd, suspect_at, fast, version)
    values (${code}, ${usd === undefined ? null : String(usd)}::numeric,
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

export interface Judgement {
  readonly verdict: Verdict;
  /** The past that was judged by. */
  readonly before: PricePast;
  /** Whether this process's judgement changed what is stored: then it is the one that tells of it. */
  readonly changed: boolean;
}

/** Judges by the stored past and stores the result; begins again if another process was faster. */
export async function judgeStored(
  db: QueryExecutorProvider,
  code: string,
  band: PriceBand,
  verdictOf: (past: PricePast) => Verdict,
): Promise<Judgement> {
  for (let race = 1; ; race += 1) {
    const { past, version } = await readPast(db, code);
    const verdict = verdictOf(past);
    if (verdict.kind === 'outdated' || verdict.past === past) {
      return { verdict, before: past, changed: false };
    }
    if (await writePast(db, code, { past: verdict.past, version }, band)) {
      return { verdict, before: past, changed: true };
    }
    if (race >= MOST_RACES) throw new Error('a price was judged by others again and again');
  }
}
