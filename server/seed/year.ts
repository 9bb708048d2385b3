import { type AssetCode, assetOf } from '#core/money/currencies.ts';
import { mulDivDown, mulDivUp, parseUnits, pow10, rescaleDown } from '#core/money/decimal.ts';
import { PRICE_SCALE, parsePrice } from '#core/money/price.ts';
import { priceQuote } from '#core/money/quote.ts';
import { simulatedPrice } from '#server/adapters/market/simulated-price.ts';
import { DAY, MINUTE } from '#server/adapters/party/clock.ts';
import { SPREAD_BPS } from '#server/policy.ts';
import { affordable } from './affordable.ts';
import { type Draw, drawOf } from './draw.ts';
import type { PlannedEvent } from './plan.ts';

const opening: readonly (readonly [AssetCode, string, number])[] = [
  ['BTC', '0.2154', 362],
  ['ETH', '3.25', 358],
  ['USDC', '5200', 355],
  ['USDT', '3400', 351],
  ['SOL', '42.5', 347],
  ['AVAX', '85', 343],
  ['XRP', '2600', 340],
];

/** AUD cents per USD, for the charges of the demo's cards. */
const AUD_CENTS_PER_USD = 161n;

interface Market {
  price(asset: AssetCode, at: number): bigint;
  /** Minor units of an asset worth so many USD, rounded down to about six digits like a typed amount. */
  worth(asset: AssetCode, usd: number, at: number): bigint;
}

function marketOf(seed: string): Market {
  const price = (asset: AssetCode, at: number): bigint =>
    parsePrice(simulatedPrice(seed, asset, at)) ?? 1n;
  return {
    price,
    worth(asset, usd, at) {
      const { scale } = assetOf(asset);
      const exact = mulDivDown(BigInt(usd) * pow10(PRICE_SCALE), pow10(scale), price(asset, at));
      const digits = exact.toString().length;
      const cut = pow10(Math.max(0, digits - 4));
      return (exact / cut) * cut || 1n;
    },
  };
}

const others = (asset: AssetCode): readonly [AssetCode, ...AssetCode[]] =>
  asset === 'USDT' || asset === 'USDC' ? ['BTC', 'ETH', 'SOL', 'AVAX', 'XRP'] : ['USDT', 'USDC'];

function swapAt(market: Market, draw: Draw, at: number): PlannedEvent {
  const source = draw.pick<AssetCode>(['BTC', 'ETH', 'SOL', 'USDT', 'USDC', 'AVAX', 'XRP']);
  const target = draw.pick(others(source));
  const sourceUnits = market.worth(source, draw.between(40, 420), at);
  const { targetUnits, spreadUnits } = priceQuote({
    sourceUnits,
    sourceScale: assetOf(source).scale,
    targetScale: assetOf(target).scale,
    sourcePrice: market.price(source, at),
    targetPrice: market.price(target, at),
    spreadBps: SPREAD_BPS,
  });
  return { kind: 'swap', at, source, sourceUnits, target, targetUnits, spreadUnits };
}

function purchaseAt(market: Market, draw: Draw, at: number): PlannedEvent {
  const currency = draw.pick<AssetCode>(['BTC', 'ETH', 'SOL', 'USDC']);
  const usd = draw.between(30, 340);
  const units = market.worth(currency, usd, at);
  const paid = mulDivUp(units, market.price(currency, at), pow10(assetOf(currency).scale));
  const cents = rescaleDown(paid * AUD_CENTS_PER_USD, PRICE_SCALE, 0) + 50n;
  return { kind: 'purchase', at, currency, units, cents };
}

const anyAsset = (draw: Draw): AssetCode =>
  draw.pick<AssetCode>(['BTC', 'SOL', 'ETH', 'AVAX', 'XRP', 'USDT', 'USDC']);

function monthOf(market: Market, draw: Draw, month: number, moment: (day: number) => number) {
  const day = (): number => month * 28 + draw.between(1, 27);
  const events: PlannedEvent[] = [];
  for (let i = draw.between(4, 6); i > 0; i -= 1) events.push(swapAt(market, draw, moment(day())));
  for (let i = draw.between(1, 2); i > 0; i -= 1) {
    const at = moment(day());
    const currency = anyAsset(draw);
    events.push({
      kind: 'deposit',
      at,
      currency,
      units: market.worth(currency, draw.between(80, 600), at),
    });
  }
  events.push(purchaseAt(market, draw, moment(day())));
  const at = moment(day());
  const sent = draw.pick<AssetCode>(['BTC', 'ETH', 'USDT', 'USDC', 'XRP', 'SOL']);
  events.push({
    kind: 'withdrawal',
    at,
    currency: sent,
    units: market.worth(sent, draw.between(45, 260), at),
  });
  return events;
}

function byHand(market: Market, moment: (day: number) => number): PlannedEvent[] {
  const manual = (
    day: number,
    currency: AssetCode,
    usd: number,
    out: boolean,
    comment: string,
  ): PlannedEvent => {
    const at = moment(day);
    return { kind: 'manual', at, currency, units: market.worth(currency, usd, at), out, comment };
  };
  const tradeOut = (day: number, currency: AssetCode, usd: number): PlannedEvent => {
    const at = moment(day);
    return { kind: 'trade-out', at, currency, units: market.worth(currency, usd, at) };
  };
  return [
    manual(301, 'USDT', 250, false, 'Transfer from admin'),
    manual(188, 'BTC', 400, false, 'Transfer from admin'),
    manual(64, 'ETH', 320, false, 'Transfer from admin'),
    manual(12, 'USDC', 150, false, 'Transfer from admin'),
    manual(262, 'USDC', 60, false, 'Deposit found after review'),
    manual(97, 'SOL', 90, false, 'Deposit found after review'),
    manual(215, 'USDT', 25, true, 'Correction of a double credit'),
    manual(41, 'XRP', 18, true, 'Correction of a double credit'),
    tradeOut(150, 'AVAX', 75),
    tradeOut(33, 'USDC', 110),
  ];
}

/** The demo customer's year before `now`, oldest first; the same for the same seed and moment. */
export function planYear(seed: string, now: number): readonly PlannedEvent[] {
  const draw = drawOf('year');
  const market = marketOf(seed);
  const moment = (day: number): number =>
    now - day * DAY - draw.between(5, 1200) * MINUTE - draw.between(0, 59_999);
  const first = opening.map(([currency, amount, day]): PlannedEvent => {
    const units = parseUnits(amount, assetOf(currency).scale) ?? 0n;
    return { kind: 'deposit', at: moment(day), currency, units };
  });
  const months = Array.from({ length: 12 }, (_, month) => monthOf(market, draw, month, moment));
  const all = [...first, ...months.flat(), ...byHand(market, moment)];
  return affordable(all.sort((a, b) => a.at - b.at));
}
