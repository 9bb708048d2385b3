import { type RawBuilder, sql } from 'kysely';
import { formatUnits, mulDivNearest, pow10 } from '#core/money/decimal.ts';
import { PRICE_SCALE } from '#core/money/price.ts';
import type { Deps } from '#server/deps.ts';
import { storedKept } from '#server/ledger/stored-asset.ts';
import { doEach } from '#server/platform/due.ts';
import type { Loop } from '#server/platform/repeat.ts';
import { isRefused } from '#server/refusal/refused.ts';
import { fairPrices } from '#server/services/exchange/offers/currency-price.ts';

const BATCH = 500;
/** Older entries are not valued: the present price is not the price they had. */
const WITHIN_SECONDS = 300;
/** Cents. */
const DECIMALS = 2;

interface NewEntry {
  readonly journal_id: string;
  readonly line: number;
  /** The moment as text, with all its digits. */
  readonly at: string;
  readonly asset: string;
  readonly units: string;
  readonly currency: string;
}

/** Those behind the last one that was looked at, which may have no price now. */
async function newEntries(
  { db, clock }: Deps,
  behind: NewEntry | undefined,
): Promise<readonly NewEntry[]> {
  const next = behind
    ? sql`(postings.created_at, postings.journal_id, postings.line)
        > (${behind.at}::timestamptz, ${behind.journal_id}, ${behind.line}::smallint)`
    : sql`true`;
  const { rows } = await sql<NewEntry>`
    select postings.journal_id, postings.line, postings.created_at::text as at,
      postings.currency as asset,
      abs(postings.amount)::text as units,
      (select currency_code from users where users.id = postings.statement_of) as currency
    from postings
    where postings.created_at > ${clock.sqlIn(-WITHIN_SECONDS)} and statement_of is not null
      and ${next}
      and not exists (select 1 from entry_values as known
        where known.journal_id = postings.journal_id and known.line = postings.line)
    order by postings.created_at, postings.journal_id, postings.line limit ${BATCH}`.execute(db);
  return rows;
}

interface Valued {
  readonly journal: string;
  readonly row: RawBuilder<unknown>;
}

const write = ({ db }: Deps, values: readonly Valued[]) =>
  sql`insert into entry_values (journal_id, line, currency, value, price)
    values ${sql.join(values.map(({ row }) => row))} on conflict do nothing`.execute(db);

async function valueSome(deps: Deps, entries: readonly NewEntry[]): Promise<void> {
  const priceOf = fairPrices(deps);
  const values: Valued[] = [];
  const value = async (entry: NewEntry) => {
    const { journal_id: journal, line, asset, units, currency } = entry;
    const price = await priceOf(asset, currency);
    if (isRefused(price)) return;
    const whole = pow10(storedKept(asset).scale + PRICE_SCALE - DECIMALS);
    const worth = formatUnits(mulDivNearest(BigInt(units), price, whole), DECIMALS, DECIMALS);
    const told = formatUnits(price, PRICE_SCALE);
    values.push({
      journal,
      row: sql`(${journal}, ${line}::smallint, ${currency}, ${worth}, ${told})`,
    });
  };
  await doEach(deps, entries, 'entries not valued', value, {
    facts: ({ journal_id: journal }) => ({ journal }),
  });
  if (values.length === 0) return;
  try {
    await write(deps, values);
  } catch {
    // One that cannot be written would keep all of the batch from it.
    await doEach(deps, values, 'entries not valued', (one) => write(deps, [one]), {
      facts: ({ journal }) => ({ journal }),
    });
  }
}

/**
 * Writes down what new entries of statements are worth in their customers' currencies, at the price of
 * the market (HARD-16). It is written once, whichever process comes first, and never changed. Where there
 * is no price now, the next rounds try again, for five minutes.
 */
export async function valueEntries(deps: Deps, stopping?: AbortSignal): Promise<void> {
  let entries: readonly NewEntry[] = [];
  do {
    entries = await newEntries(deps, entries.at(-1));
    await valueSome(deps, entries);
  } while (entries.length === BATCH && !stopping?.aborted);
}

export const entryValueLoop: Loop = {
  everyMs: 2_000,
  failed: 'entries not valued',
  round: valueEntries,
};
