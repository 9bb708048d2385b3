import { mulDivDown, mulDivUp } from '#core/domain/decimal.ts';
import type { Config } from '#server/config.ts';

/** The company's spread on a conversion, in basis points of the fair amount. */
export const SPREAD_BPS = 25;

/** Half of the spread on each side of a unit price, rounded in the company's favour. */
export const bidOf = (fair: bigint, spreadBps = SPREAD_BPS): bigint =>
  mulDivDown(fair, BigInt(20_000 - spreadBps), 20_000n);
export const askOf = (fair: bigint, spreadBps = SPREAD_BPS): bigint =>
  mulDivUp(fair, BigInt(20_000 + spreadBps), 20_000n);

/** The current spread: wider while one of the prices moves far (OPS-15). */
export const spreadNow = (
  { fastSpreadBps }: Pick<Config, 'fastSpreadBps'>,
  ...prices: readonly { readonly fast?: boolean }[]
): number => (prices.some(({ fast }) => fast) ? fastSpreadBps : SPREAD_BPS);
