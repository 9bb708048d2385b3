import { randomUUID } from 'node:crypto';
import {
  findKept,
  isCashCode,
  isSale,
  type KeptCode,
  type KeptCurrency,
} from '#core/money/cash.ts';
import { isAssetCode } from '#core/money/currencies.ts';
import { formatUnits, mulDivDown, parseUnits, pow10 } from '#core/money/decimal.ts';
import { PRICE_SCALE, parsePrice, usdValue } from '#core/money/price.ts';
import { priceQuote, QUOTE_TTL_SECONDS } from '#core/money/quote.ts';
import { pairUnavailable } from '#core/money/swap-form.ts';
import { ABOVE_ZERO } from '#core/words/amounts.ts';
import type { Deps } from '#server/deps.ts';
import { MOST_UNITS } from '#server/ledger/accounts.ts';
import type { Customer } from '#server/platform/standing-session.ts';
import { isRefused, type Refused, refuse } from '#server/refusal/refused.ts';
import { whySql } from '#server/services/checks/gates/why.ts';
import { gateRefusal } from '#server/services/customers/risk/limited.ts';
import { cashToTrade } from '#server/services/exchange/offers/cash-price.ts';
import { pairQuery } from '#server/services/exchange/offers/instruments.ts';
import { spreadNow, type Widening } from '#server/services/exchange/offers/spread.ts';
import {
  closedRefusal,
  noPrice,
  rateTooOld,
  refusedNow,
  tooMuchAtOnce,
  tooMuchInADay,
} from '#server/services/exchange/trading/closed.ts';
import { type Day, daySql, exceedsDay } from './cash-day.ts';

export interface QuoteRequest extends Customer {
  readonly source: string;
  readonly target: string;
  readonly amount: string;
  /** At most `QUOTE_TTL_SECONDS`. */
  readonly ttl: number;
}

export interface Quote {
  readonly id: string;
  readonly source: KeptCurrency;
  readonly sourceUnits: bigint;
  readonly target: KeptCurrency;
  readonly targetUnits: bigint;
  readonly spreadUnits: bigint;
  readonly spreadBps: number;
  /** In 1e-8 USD per whole unit. */
  readonly sourcePrice: bigint;
  readonly targetPrice: bigint;
}

const noPair = (source: string, target: string): Refused =>
  refuse(
    'PAIR_UNAVAILABLE',
    pairUnavailable({ source: source.slice(0, 10), target: target.slice(0, 10) }),
  );

const wayOf = (source: KeptCurrency, target: KeptCurrency): 'swap' | 'buy' | 'sell' =>
  isSale(source, target) ? 'sell' : isCashCode(source.code) ? 'buy' : 'swap';

interface Read {
  readonly source: KeptCurrency;
  readonly target: KeptCurrency;
  readonly sourceUnits: bigint;
  readonly isInDoubt: boolean;
  readonly day: Day;
}

async function readSource(deps: Deps, request: QuoteRequest): Promise<Read | Refused> {
  const source = findKept(request.source);
  const target = findKept(request.target);
  if (!source || !target) return noPair(request.source, request.target);
  const { userId, market } = request;
  const pair = await pairQuery(deps, market, [source.code, target.code])
    ?.select([
      whySql(deps, {
        ...{ way: wayOf(source, target), user: userId, codes: [source.code, target.code] },
      }).as('why'),
      daySql(deps, userId).as('day'),
    ])
    .executeTakeFirst();
  if (!pair) return noPair(request.source, request.target);
  const isInDoubt = pair.why?.gate === 'doubted' || pair.why?.gate === 'racing';
  if (pair.why && !isInDoubt) return gateRefusal(pair.why, [source.code, target.code]);
  const sourceUnits = parseUnits(request.amount, source.scale);
  if (sourceUnits === undefined || sourceUnits > MOST_UNITS) {
    return refuse('INVALID_INPUT', `Enter an amount with at most ${source.scale} decimals.`);
  }
  if (sourceUnits === 0n) return refuse('INVALID_INPUT', ABOVE_ZERO);
  const least = parseUnits(pair.min_quantity, source.scale) ?? 0n;
  if (sourceUnits < least) {
    return refuse('BELOW_MINIMUM', `The ${source.code} amount is less than min amount`);
  }
  return { source, target, sourceUnits, isInDoubt, day: pair.day };
}

interface Priced extends Widening {
  /** In 1e-8 USD; undefined: there is no price to trade by. */
  readonly units: bigint | undefined;
  /** The currency whose exchange rate is too old to trade by. */
  readonly old?: string;
}

async function priceOf(deps: Deps, code: KeptCode): Promise<Priced> {
  if (!isAssetCode(code)) {
    const cash = await cashToTrade(deps, code);
    return { units: cash?.units, ...cash, ...(cash?.isOld && { old: code }) };
  }
  const price = await deps.parties.market.price(code);
  return { units: price && parsePrice(price.usd), fast: price?.fast === true };
}

/** The current prices of both sides in 1e-8 USD, and the current spread. */
async function pricesOf(deps: Deps, codes: readonly [KeptCode, KeptCode]) {
  const [source, target] = await Promise.all([priceOf(deps, codes[0]), priceOf(deps, codes[1])]);
  const { units: sourcePrice } = source;
  const { units: targetPrice } = target;
  if (!sourcePrice || !targetPrice) return noPrice(deps, codes);
  const old = source.old ?? target.old;
  if (old !== undefined) return rateTooOld(old);
  const isFast = source.fast || target.fast;
  if (isFast && deps.config.fastMarket === 'pause') return closedRefusal('price', codes);
  return { sourcePrice, targetPrice, spreadBps: spreadNow(deps.config, source, target) };
}

/** Whether the amount is too large for any swap: the customer learns it before they confirm. */
function isMoreThanAll(
  deps: Deps,
  quote: Pick<Quote, 'source' | 'sourceUnits' | 'target'>,
  price: bigint,
) {
  const { source, sourceUnits, target } = quote;
  // With cash on one side, the position of the other side changes.
  const code = isAssetCode(source.code) ? source.code : target.code;
  if (!isAssetCode(code)) return false;
  const most = BigInt(deps.config.exposureCaps[code]) * pow10(PRICE_SCALE);
  return usdValue(sourceUnits, source.scale, price) > most;
}

/** Makes a quote at the current market price, valid for some seconds. */
export async function quoteSwap(deps: Deps, request: QuoteRequest) {
  const read = await readSource(deps, request);
  if (isRefused(read)) return read;
  const { source, target, sourceUnits, isInDoubt, day } = read;
  const codes = [source.code, target.code] as const;
  const priced = await pricesOf(deps, codes);
  if (isRefused(priced)) return priced;
  // Reading the prices may have ended the doubt about one.
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
  if (isMoreThanAll(deps, { source, sourceUnits, target }, sourcePrice)) return tooMuchAtOnce();
  const pair = { source, sourceUnits, target, targetUnits };
  if (exceedsDay(deps.config, day, pair)) {
    return tooMuchInADay(deps.config.cashStableCap);
  }
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
    sourcePrice,
    targetPrice,
  };
  return keepQuote(deps, request, quote);
}

/** The rate shown to the customer: target per unit of source, after the spread. */
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
  const times = await deps.db
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
    .returning(['expires_at', deps.clock.sql.as('server_time')])
    .executeTakeFirstOrThrow();
  return {
    conversion_quote_id: quote.id,
    source_currency_amount: formatUnits(quote.sourceUnits, quote.source.scale),
    target_currency_amount: formatUnits(quote.targetUnits, quote.target.scale),
    rate: rateOf(quote),
    spread_bps: quote.spreadBps,
    source_price: formatUnits(quote.sourcePrice, PRICE_SCALE),
    target_price: formatUnits(quote.targetPrice, PRICE_SCALE),
    expires_at: times.expires_at.toISOString(),
    server_time: times.server_time.toISOString(),
  };
}
