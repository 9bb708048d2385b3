import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { type Asset, type AssetCode, findAsset } from '#core/domain/currencies.ts';
import { formatUnits, mulDivDown, parseUnits, pow10 } from '#core/domain/decimal.ts';
import { PRICE_SCALE, parsePrice, usdValue } from '#core/domain/price.ts';
import { priceQuote, QUOTE_TTL_SECONDS } from '#core/domain/quote.ts';
import { pairUnavailable } from '#core/domain/swap-form.ts';
import type { Deps } from '#server/deps.ts';
import { MOST_UNITS } from '#server/ledger/accounts.ts';
import { isRefused, type Refused, refuse } from '#server/refusal/refused.ts';
import { findPair } from '#server/services/offers/instruments.ts';
import { spreadNow } from '#server/services/offers/spread.ts';
import {
  closedRefusal,
  noPrice,
  refusedNow,
  tooMuchAtOnce,
} from '#server/services/trading/closed.ts';
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
  readonly spreadBps: number;
}

const noPair = (source: string, target: string): Refused =>
  refuse(
    'PAIR_UNAVAILABLE',
    pairUnavailable({ source: source.slice(0, 10), target: target.slice(0, 10) }),
  );

async function readSource(
  deps: Deps,
  request: QuoteRequest,
): Promise<{ source: Asset; target: Asset; sourceUnits: bigint; isInDoubt: boolean } | Refused> {
  const source = findAsset(request.source);
  const target = findAsset(request.target);
  const pair = await findPair(deps, request.userId, request.source, request.target);
  if (!source || !target || !pair) return noPair(request.source, request.target);
  if (pair.closed === 'operator') return closedRefusal('operator', [source.code, target.code]);
  const sourceUnits = parseUnits(request.amount, source.scale);
  if (sourceUnits === undefined || sourceUnits > MOST_UNITS) {
    return refuse('INVALID_INPUT', `Enter an amount with at most ${source.scale} decimals.`);
  }
  if (sourceUnits === 0n) return refuse('INVALID_INPUT', 'Amount should be more than 0');
  const least = parseUnits(pair.min_quantity, source.scale) ?? 0n;
  if (sourceUnits < least) {
    return refuse('BELOW_MINIMUM', `The ${source.code} amount is less than min amount`);
  }
  return { source, target, sourceUnits, isInDoubt: pair.closed !== null };
}

/** What both sides cost now, in 1e-8 USD, and the spread of the moment. */
async function pricesOf(deps: Deps, codes: readonly [AssetCode, AssetCode]) {
  const [source, target] = await Promise.all(codes.map((code) => deps.parties.market.price(code)));
  const sourcePrice = source && parsePrice(source.usd);
  const targetPrice = target && parsePrice(target.usd);
  if (!sourcePrice || !targetPrice) return noPrice(deps, codes);
  const isFast = source.fast || target.fast;
  if (isFast && deps.config.fastMarket === 'pause') return closedRefusal('price', codes);
  return { sourcePrice, targetPrice, spreadBps: spreadNow(deps.config, source, target) };
}

/** Whether nobody could ever swap this much: the customer is told before they confirm. */
const isMoreThanAll = (deps: Deps, { code, scale }: Asset, units: bigint, price: bigint): boolean =>
  usdValue(units, scale, price) > BigInt(deps.config.exposureCaps[code]) * pow10(PRICE_SCALE);

/** Fixes amounts at the current market price and keeps them for their few seconds. */
export async function quoteSwap(deps: Deps, request: QuoteRequest) {
  const read = await readSource(deps, request);
  if (isRefused(read)) return read;
  const { source, target, sourceUnits, isInDoubt } = read;
  const codes = [source.code, target.code] as const;
  const priced = await pricesOf(deps, codes);
  if (isRefused(priced)) return priced;
  // The prices just read may have ended the doubt.
  const closed = isInDoubt ? await refusedNow(deps, codes) : undefined;
  if (closed) return closed;
  const { sourcePrice, targetPrice, spreadBps } = priced;
  const { targetUnits, spreadUnits } = priceQuote({
    sourceUnits,
    sourceScale: source.scale,
    targetScale: target.scale,
    sourcePrice,
    targetPrice,
    spreadBps,
  });
  if (isMoreThanAll(deps, source, sourceUnits, sourcePrice)) return tooMuchAtOnce();
  if (targetUnits <= 0n) {
    return refuse('BELOW_MINIMUM', `The ${source.code} amount is less than min amount`);
  }
  const quote = {
    id: randomUUID(),
    source,
    sourceUnits,
    target,
    targetUnits,
    spreadUnits,
    spreadBps,
  };
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
    spread_bps: quote.spreadBps,
    expires_at: times.expires_at.toISOString(),
    server_time: times.server_time.toISOString(),
  };
}
