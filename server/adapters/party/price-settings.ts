import { type AssetCode, assetCodes, isAssetCode } from '#core/money/currencies.ts';
import {
  isRateCode,
  type RateCode,
  rateBands,
  rateCodes,
} from '#server/adapters/forex/rate-band.ts';
import { exposureCaps, type PriceBand, priceBands } from '#server/adapters/market/price-band.ts';
import type { Env } from './party-checks.ts';

/** Reads `BTC=…,ETH=…`; a problem is named with the variable. */
function perCode<C extends string, T>(
  name: string,
  text: string,
  {
    read,
    form,
    codes,
    isCode,
  }: {
    readonly read: (text: string) => T | undefined;
    readonly form: string;
    readonly codes: readonly C[];
    readonly isCode: (code: string) => code is C;
  },
  problems: string[],
): Partial<Record<C, T>> {
  const given: Partial<Record<C, T>> = {};
  for (const part of text.split(',').filter((each) => each.trim() !== '')) {
    const [asset = '', value = '', ...more] = part.split('=').map((each) => each.trim());
    const known = more.length === 0 && isCode(asset) ? read(value) : undefined;
    if (known === undefined || !isCode(asset)) {
      problems.push(`${name} must be a list such as ${form}, of ${codes.join(', ')}.`);
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

const ofAssets = { codes: assetCodes, isCode: isAssetCode } as const;
const isPriced = (code: string): code is AssetCode | RateCode =>
  isAssetCode(code) || isRateCode(code);

/** The price bands of `PRICE_BANDS`, with defaults for the other assets and currencies. */
export function readBands(env: Env, problems: string[]) {
  const codes: readonly (AssetCode | RateCode)[] = [...assetCodes, ...rateCodes];
  const given = perCode(
    'PRICE_BANDS',
    env.PRICE_BANDS ?? '',
    { read: bandOf, form: 'BTC=5/25/5', codes, isCode: isPriced },
    problems,
  );
  const chosen = <C extends AssetCode | RateCode>(
    usual: Readonly<Record<C, PriceBand>>,
    of: readonly C[],
  ): Readonly<Record<C, PriceBand>> => ({
    ...usual,
    ...Object.fromEntries(of.flatMap((code) => (given[code] ? [[code, given[code]]] : []))),
  });
  return {
    priceBands: chosen<AssetCode>(priceBands, assetCodes),
    rateBands: chosen<RateCode>(rateBands, rateCodes),
  };
}

/** The most that a position may change within a minute, in whole USD: `EXPOSURE_CAPS`. */
export const readCaps = (env: Env, problems: string[]): Readonly<Record<AssetCode, number>> => ({
  ...exposureCaps,
  ...perCode(
    'EXPOSURE_CAPS',
    env.EXPOSURE_CAPS ?? '',
    {
      read: (value) => (/^\d{1,12}$/.test(value) && Number(value) > 0 ? Number(value) : undefined),
      form: 'BTC=1000000',
      ...ofAssets,
    },
    problems,
  ),
});
