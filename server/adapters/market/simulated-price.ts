import type { AssetCode } from '#core/money/currencies.ts';
import { formatUnits, parseUnits } from '#core/money/decimal.ts';
import { PRICE_SCALE } from '#core/money/price.ts';
import { DAY, HOUR, MINUTE } from '#server/adapters/party/clock.ts';
import { hashText, mix, noise, ONE } from './noise.ts';

/** The mean price of each asset, and its volatility relative to Bitcoin, in thousandths. */
const levels: Readonly<Record<AssetCode, { readonly usd: string; readonly volatility: bigint }>> = {
  BTC: { usd: '96500', volatility: 1000n },
  SOL: { usd: '192', volatility: 1500n },
  ETH: { usd: '3380', volatility: 1250n },
  AVAX: { usd: '38', volatility: 1600n },
  XRP: { usd: '2.18', volatility: 1400n },
  USDT: { usd: '1', volatility: 2n },
  USDC: { usd: '1', volatility: 1n },
};

/**
 * The amplitude of the swings per period, in millionths. It grows with the square root of the time, like a
 * real market's; about two percent a day.
 */
const octaves: readonly (readonly [period: number, amplitude: bigint])[] = [
  [180 * DAY, 200_000n],
  [60 * DAY, 130_000n],
  [20 * DAY, 75_000n],
  [7 * DAY, 45_000n],
  [2 * DAY, 24_000n],
  [16 * HOUR, 14_000n],
  [5 * HOUR, 8_000n],
  [90 * MINUTE, 4_400n],
  [30 * MINUTE, 2_500n],
  [8 * MINUTE, 1_300n],
  [2 * MINUTE, 650n],
  [20_000, 260n],
];

/** The decimals that a market quotes at this price level. */
const shownDecimals = (units: bigint): number =>
  units >= 1000n * 10n ** 8n ? 2 : units >= 10n * 10n ** 8n ? 4 : 6;

/** The price of an asset at a moment: a pure function, so that all processes agree. */
export function simulatedPrice(seed: string, asset: AssetCode, at: number): string {
  const { usd, volatility } = levels[asset];
  const root = hashText(`${seed}/${asset}`);
  const second = Math.floor(at / 1000) * 1000;
  let units = parseUnits(usd, PRICE_SCALE) ?? 0n;
  octaves.forEach(([period, amplitude], i) => {
    const swing =
      (noise(mix(root + i), second, period) * amplitude * volatility) / (1_000_000n * 1000n);
    units = (units * (ONE + swing)) / ONE;
  });
  const cut = 10n ** BigInt(PRICE_SCALE - shownDecimals(units));
  return formatUnits((units / cut) * cut, PRICE_SCALE);
}
