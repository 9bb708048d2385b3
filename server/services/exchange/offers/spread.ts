import { mulDivDown, mulDivUp } from '#core/money/decimal.ts';
import type { Config } from '#server/config.ts';
import { SPREAD_BPS } from '#server/policy.ts';

/** Half of the spread on each side of a unit price, rounded in the company's favour. */
export const bidOf = (fair: bigint, spreadBps = SPREAD_BPS): bigint =>
  mulDivDown(fair, BigInt(20_000 - spreadBps), 20_000n);
export const askOf = (fair: bigint, spreadBps = SPREAD_BPS): bigint =>
  mulDivUp(fair, BigInt(20_000 + spreadBps), 20_000n);

/** What widens the spread. */
export interface Widening {
  /** The price moves far at the moment. */
  readonly fast?: boolean;
  /** The least spread for an exchange rate of this age. */
  readonly agedBps?: number;
}

/** The current spread: wider while one of the prices moves far (OPS-15), or where a rate is old (HARD-48). */
export const spreadNow = (
  { fastSpreadBps }: Pick<Config, 'fastSpreadBps'>,
  ...prices: readonly Widening[]
): number =>
  Math.max(
    prices.some(({ fast }) => fast) ? fastSpreadBps : SPREAD_BPS,
    ...prices.map(({ agedBps = 0 }) => agedBps),
  );

/**
 * The spread between a bid and an ask of which a customer pays one side only: what the age of a rate adds is
 * in each side in full.
 */
export function sidesSpreadNow(
  config: Pick<Config, 'fastSpreadBps'>,
  { agedBps = 0, ...price }: Widening,
): number {
  const usual = spreadNow(config, price);
  return usual + 2 * Math.max(0, agedBps - usual);
}
