import { type AssetCode, assetCodes, isAssetCode } from '#core/domain/currencies.ts';
import { exposureCaps, type PriceBand, priceBands } from '#core/domain/price-band.ts';
import type { Env } from './party-checks.ts';

/** Reads `BTC=…,ETH=…`; a problem is named with the variable. */
function perAsset<T>(
  name: string,
  text: string,
  { read, form }: { readonly read: (text: string) => T | undefined; readonly form: string },
  problems: string[],
): Partial<Record<AssetCode, T>> {
  const given: Partial<Record<AssetCode, T>> = {};
  for (const part of text.split(',').filter((each) => each.trim() !== '')) {
    const [asset = '', value = '', ...more] = part.split('=').map((each) => each.trim());
    const known = more.length === 0 && isAssetCode(asset) ? read(value) : undefined;
    if (known === undefined || !isAssetCode(asset)) {
      problems.push(`${name} must be a list such as ${form}, of ${assetCodes.join(', ')}.`);
      break;
    }
    given[asset] = known;
  }
  return given;
}

/** Percent with at most two decimals, as basis points. */
function bps(text: string | undefined): number | undefined {
  if (text === undefined || !/^\d{1,2}(\.\d{1,2})?$/.test(text)) return undefined;
  const units = Math.round(Number(text) * 100);
  return units > 0 ? units : undefined;
}

function bandOf(text: string): PriceBand | undefined {
  const [minuteBps, mostBps, fastBps, ...more] = text.split('/').map(bps);
  if (minuteBps === undefined || mostBps === undefined || fastBps === undefined) return undefined;
  return more.length === 0 && minuteBps <= mostBps ? { minuteBps, mostBps, fastBps } : undefined;
}

/** The price bands of `PRICE_BANDS`, with defaults for the other assets. */
export const readBands = (
  env: Env,
  problems: string[],
): Readonly<Record<AssetCode, PriceBand>> => ({
  ...priceBands,
  ...perAsset('PRICE_BANDS', env.PRICE_BANDS ?? '', { read: bandOf, form: 'BTC=5/25/5' }, problems),
});

/** The most that a position may change within a minute, in whole USD: `EXPOSURE_CAPS`. */
export const readCaps = (env: Env, problems: string[]): Readonly<Record<AssetCode, number>> => ({
  ...exposureCaps,
  ...perAsset(
    'EXPOSURE_CAPS',
    env.EXPOSURE_CAPS ?? '',
    {
      read: (value) => (/^\d{1,12}$/.test(value) && Number(value) > 0 ? Number(value) : undefined),
      form: 'BTC=1000000',
    },
    problems,
  ),
});
