import { sql } from 'kysely';
import { cashes, isCashCode, type Kept } from '#core/domain/cash.ts';
import { type Asset, assets } from '#core/domain/currencies.ts';
import type { Deps } from '#server/deps.ts';
import type { Reader } from '#server/store/schema.ts';

const DAY_SECONDS = 86_400;

const isStable = (kept: Kept): kept is Asset =>
  assets.some(({ code, stable }) => code === kept.code && stable);

interface Exchange {
  readonly source: Kept;
  readonly sourceUnits: bigint;
  readonly target: Kept;
  readonly targetUnits: bigint;
}

/** The stable coins' units of an exchange between cash and a stable coin, in 1e-6 USD; zero of any other. */
function stableUnits({ source, sourceUnits, target, targetUnits }: Exchange): bigint {
  if (isCashCode(source.code) && isStable(target)) return targetUnits;
  return isCashCode(target.code) && isStable(source) ? sourceUnits : 0n;
}

/**
 * Whether a customer has exchanged more between cash and stable coins within 24 hours than a day's cap, in
 * both directions together (HARD-48): whoever knows better what a currency is worth trades it for these.
 * `more` is what they want beside it; after a trade, within its transaction, the trade itself counts, so that
 * of many at once none passes unseen.
 */
export async function exceedsDay(
  { config, clock }: Pick<Deps, 'config' | 'clock'>,
  reader: Reader,
  userId: string,
  exchange: Exchange,
  { isDone = false } = {},
): Promise<boolean> {
  const units = stableUnits(exchange);
  if (units === 0n) return false;
  const stables = assets.filter(({ stable }) => stable).map(({ code }) => code);
  const { rows } = await sql<{ units: string }>`
    select coalesce(sum(abs(coin.amount)), 0)::text as units
    from postings coin join postings cash
      on cash.journal_id = coin.journal_id and cash.statement_of = coin.statement_of
        and cash.currency = any(${cashes.map(({ code }) => code)}::text[])
    where coin.statement_of = ${userId} and coin.currency = any(${stables}::text[])
      and coin.created_at > ${clock.sqlIn(-DAY_SECONDS)}`.execute(reader);
  const done = BigInt(rows[0]?.units ?? 0);
  return done + (isDone ? 0n : units) > BigInt(config.cashStableCap) * 1_000_000n;
}
