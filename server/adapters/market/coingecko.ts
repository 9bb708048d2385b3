import { type AssetCode, assetCodes } from '#core/money/currencies.ts';
import { formatUnits } from '#core/money/decimal.ts';
import { PRICE_SCALE, parsePrice } from '#core/money/price.ts';
import {
  type ExactJson,
  member,
  parseExactJson,
  plainDecimal,
} from '#server/adapters/party/exact-json.ts';
import { meant, nobodyKnows, type Read } from '#server/adapters/party/party-facts.ts';
import type { PartyLine } from '#server/adapters/party/party-line.ts';
import { roundedPercent } from './change.ts';
import type { Price } from './market.ts';

/** Settings of CoinGecko's public price API, or of a service with the same API. */
export interface ProviderSettings {
  readonly baseUrl: string;
  /** `x-cg-demo-api-key` or `x-cg-pro-api-key`. */
  readonly keyHeader: string;
  readonly key: string;
}

const ids: Readonly<Record<AssetCode, string>> = {
  BTC: 'bitcoin',
  SOL: 'solana',
  ETH: 'ethereum',
  AVAX: 'avalanche-2',
  XRP: 'ripple',
  USDT: 'tether',
  USDC: 'usd-coin',
};

export interface CurrentPrice extends Price {
  readonly change24h: string;
}

export interface PastPrice {
  readonly at: number;
  readonly usd: string;
}

/** Whatever comes instead of prices, those that are known stay, and nothing is priced by them once they are too old. */
async function ask<T>(
  line: PartyLine,
  settings: ProviderSettings,
  path: string,
  read: Read<T>,
): Promise<T | undefined> {
  const headers = settings.key ? { [settings.keyHeader]: settings.key } : {};
  return meant(await line.ask(`${settings.baseUrl}${path}`, { headers }, read), nobodyKnows);
}

/** A positive price with at most eight decimals, or undefined. */
function priceText(value: ExactJson | undefined): string | undefined {
  const units = parsePrice(plainDecimal(value, PRICE_SCALE) ?? '');
  return units === undefined ? undefined : formatUnits(units, PRICE_SCALE);
}

const integer = (value: ExactJson | undefined): number | undefined => {
  const text = plainDecimal(value, 0);
  return text === undefined ? undefined : Number(text);
};

/** The prices in an answer, without assets that lack a price or a time; one without any price is none (READ-15). */
function readCurrent(text: string): readonly CurrentPrice[] | undefined {
  const answer = parseExactJson(text);
  const prices = assetCodes.flatMap((asset) => {
    const entry = member(answer, ids[asset]);
    const usd = priceText(member(entry, 'usd'));
    const seconds = integer(member(entry, 'last_updated_at'));
    if (usd === undefined || seconds === undefined) return [];
    const change = plainDecimal(member(entry, 'usd_24h_change'), 8);
    const change24h = (change && roundedPercent(change)) ?? '0';
    return [{ asset, usd, at: new Date(seconds * 1000), change24h }];
  });
  return prices.length > 0 ? prices : undefined;
}

/** All current prices; an asset without a price or a time is left out. */
export function currentPrices(
  line: PartyLine,
  settings: ProviderSettings,
): Promise<readonly CurrentPrice[] | undefined> {
  const query = `ids=${assetCodes.map((code) => ids[code]).join(',')}&vs_currencies=usd&include_24hr_change=true&include_last_updated_at=true&precision=full`;
  return ask(line, settings, `/simple/price?${query}`, readCurrent);
}

/** The points of a chart, oldest first and each moment once, however they are listed. */
function readPast(text: string): readonly PastPrice[] | undefined {
  const points = member(parseExactJson(text), 'prices');
  if (!Array.isArray(points)) return undefined;
  const byTime = new Map<number, PastPrice>();
  for (const point of points as readonly ExactJson[]) {
    if (!Array.isArray(point)) continue;
    const at = integer(point[0]);
    const usd = priceText(point[1]);
    if (at !== undefined && usd !== undefined) byTime.set(at, { at, usd });
  }
  return [...byTime.values()].toSorted((one, other) => one.at - other.at);
}

/** Past prices of an asset, oldest first: hourly up to 90 days back, daily beyond. */
export function pastPrices(
  line: PartyLine,
  settings: ProviderSettings,
  asset: AssetCode,
  days: number,
): Promise<readonly PastPrice[] | undefined> {
  const path = `/coins/${ids[asset]}/market_chart?vs_currency=usd&days=${days}&precision=full`;
  return ask(line, settings, path, readPast);
}
