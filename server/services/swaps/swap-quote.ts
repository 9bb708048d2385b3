import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { type Asset, findAsset } from '#core/domain/currencies.ts';
import { formatUnits, mulDivDown, parseUnits, pow10 } from '#core/domain/decimal.ts';
import { PRICE_SCALE, parsePrice } from '#core/domain/price.ts';
import { priceQuote, QUOTE_TTL_SECONDS } from '#core/domain/quote.ts';
import { pairUnavailable } from '#core/domain/swap-form.ts';
import type { Deps } from '#server/deps.ts';
import { MOST_UNITS } from '#server/ledger/accounts.ts';
import { unavailable } from '#server/refusal/refusals.ts';
import { isRefused, type Refused, refuse } from '#server/refusal/refused.ts';
import { findPair } from '#server/services/offers/instruments.ts';
import { SPREAD_BPS } from '#server/services/offers/spread.ts';
import { inTransaction } from '#server/store/transaction.ts';

export interface QuoteRequest {
  readonly userId: string;
  readonly source: string;
  readonly target: string;
  readonly amount: string;
  /** At most `QUOTE_TTL_SECONDS`. */
  readonly ttl: number;
}

export interface Quote {
  readonly id: string;
  readonly source: Asset;
  readonly sourceUnits: bigint;
  readonly target: Asset;
  readonly targetUnits: bigint;
  readonly spreadUnits: bigint;
}

const noPair = (source: string, target: string): Refused =>
  refuse(
    'PAIR_UNAVAILABLE',
    pairUnavailable({ source: source.slice(0, 10), target: target.slice(0, 10) }),
  );

async function readSource(
  deps: Deps,
  request: QuoteRequest,
): Promise<{ source: Asset; target: Asset; sourceUnits: bigint } | Refused> {
  const source = findAsset(request.source);
  const target = findAsset(request.target);
  const pair = await findPair(deps.db, request.userId, request.source, request.target);
  if (!source || !target || !pair) return noPair(request.source, request.target);
  const sourceUnits = parseUnits(request.amount, source.scale);
  if (sourceUnits === undefined || sourceUnits > MOST_UNITS) {
    return refuse('INVALID_INPUT', `Enter an amount with at most ${source.scale} decimals.`);
  }
  if (sourceUnits === 0n) return refuse('INVALID_INPUT', 'Amount should be more than 0');
  const least = parseUnits(pair.min_quantity, source.scale) ?? 0n;
  if (sourceUnits < least) {
    return refuse('BELOW_MINIMUM', `The ${source.code} amount is less than min amount`);
  }
  return { source, target, sourceUnits };
}

/** Fixes amounts at the current market price and keeps them for their few seconds. */
export async function quoteSwap(deps: Deps, request: QuoteRequest) {
  const read = await readSource(deps, request);
  if (isRefused(read)) return read;
  const { source, target, sourceUnits } = read;
  const [sourcePrice, targetPrice] = await Promise.all(
    [source, target].map(async ({ code }) => {
      const price = await deps.parties.market.price(code);
      return price && parsePrice(price.usd);
    }),
  );
  if (!sourcePrice || !targetPrice) return unavailable();
  const { targetUnits, spreadUnits } = priceQuote({
    sourceUnits,
    sourceScale: source.scale,
    targetScale: target.scale,
    sourcePrice,
    targetPrice,
    spreadBps: SPREAD_BPS,
  });
  if (targetUnits <= 0n) {
    return refuse('BELOW_MINIMUM', `The ${source.code} amount is less than min amount`);
  }
  const quote = { id: randomUUID(), source, sourceUnits, target, targetUnits, spreadUnits };
  return keepQuote(deps, request, quote);
}

/** The rate a customer is told: target per one source, after the spread. */
const rateOf = ({ source, sourceUnits, target, targetUnits }: Quote): string =>
  formatUnits(
    mulDivDown(
      targetUnits * pow10(source.scale),
      pow10(PRICE_SCALE),
      sourceUnits * pow10(target.scale),
    ),
    PRICE_SCALE,
  );

async function keepQuote(deps: Deps, request: QuoteRequest, quote: Quote) {
  const times = await inTransaction(deps.db, (tx) =>
    tx
      .insertInto('quotes')
      .values({
        id: quote.id,
        user_id: request.userId,
        source_currency: quote.source.code,
        source_units: String(quote.sourceUnits),
        target_currency: quote.target.code,
        target_units: String(quote.targetUnits),
        spread_units: String(quote.spreadUnits),
        created_at: deps.clock.sql,
        expires_at: deps.clock.sqlIn(Math.min(request.ttl, QUOTE_TTL_SECONDS)),
        used_at: null,
      })
      .returning(['expires_at', sql<Date>`${deps.clock.sql}`.as('server_time')])
      .executeTakeFirstOrThrow(),
  );
  return {
    conversion_quote_id: quote.id,
    source_currency_amount: formatUnits(quote.sourceUnits, quote.source.scale),
    target_currency_amount: formatUnits(quote.targetUnits, quote.target.scale),
    rate: rateOf(quote),
    spread_bps: SPREAD_BPS,
    expires_at: times.expires_at.toISOString(),
    server_time: times.server_time.toISOString(),
  };
}
