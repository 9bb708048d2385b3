import { type AssetCode, assetCodes } from '#core/domain/currencies.ts';
import { formatUnits } from '#core/domain/decimal.ts';
import { PRICE_SCALE, parsePrice } from '#core/domain/price.ts';
import {
  type ExactJson,
  member,
  parseExactJson,
  plainDecimal,
} from '#server/adapters/exact-json.ts';
import { fetchText } from '#server/adapters/fetch-text.ts';
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

async function ask(settings: ProviderSettings, path: string): Promise<ExactJson | undefined> {
  const headers = settings.key ? { [settings.keyHeader]: settings.key } : {};
  const text = await fetchText(`${settings.baseUrl}${path}`, { headers });
  return text === undefined ? undefined : parseExactJson(text);
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

/** All current prices; an asset without a price or a time is left out. */
export async function currentPrices(
  settings: ProviderSettings,
): Promise<readonly CurrentPrice[] | undefined> {
  const query = `ids=${assetCodes.map((code) => ids[code]).join(',')}&vs_currencies=usd&include_24hr_change=true&include_last_updated_at=true&precision=full`;
  const answer = await ask(settings, `/simple/price?${query}`);
  if (answer === undefined) return undefined;
  return assetCodes.flatMap((asset) => {
    const entry = member(answer, ids[asset]);
    const usd = priceText(member(entry, 'usd'));
    const seconds = integer(member(entry, 'last_updated_at'));
    if (usd === undefined || seconds === undefined) return [];
    const change = plainDecimal(member(entry, 'usd_24h_change'), 8);
    const change24h = (change && roundedPercent(change)) ?? '0';
    return [{ asset, usd, at: new Date(seconds * 1000), change24h }];
  });
}

/** Past prices of an asset, oldest first: hourly up to 90 days back, daily beyond. */
export async function pastPrices(
  settings: ProviderSettings,
  asset: AssetCode,
  days: number,
): Promise<readonly PastPrice[] | undefined> {
  const path = `/coins/${ids[asset]}/market_chart?vs_currency=usd&days=${days}&precision=full`;
  const points = member(await ask(settings, path), 'prices');
  if (!Array.isArray(points)) return undefined;
  return points.flatMap((point: ExactJson) => {
    if (!Array.isArray(point)) return [];
    const at = integer(point[0]);
    const usd = priceText(point[1]);
    return at === undefined || usd === undefined ? [] : [{ at, usd }];
  });
}
