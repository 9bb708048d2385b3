import { mulDivDown, mulDivUp } from '#core/domain/decimal.ts';

/** The company's spread on a conversion, in basis points of the fair amount. */
export const SPREAD_BPS = 25;

/** The spread of one side of a unit price. */
export const SIDE_BPS = SPREAD_BPS / 2;

/** Half of it on each side of a unit price: in the company's favour to the last minor unit. */
export const bidOf = (fair: bigint): bigint =>
  mulDivDown(fair, BigInt(20_000 - SPREAD_BPS), 20_000n);
export const askOf = (fair: bigint): bigint => mulDivUp(fair, BigInt(20_000 + SPREAD_BPS), 20_000n);
