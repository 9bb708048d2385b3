import { mulDivUp } from '#core/money/decimal.ts';
import { parsePrice } from '#core/money/price.ts';

/** An amount of one currency in another, by the price of USDC in both; rounded up. */
export const exchanged = (cents: bigint, from: string, to: string): bigint =>
  mulDivUp(cents, parsePrice(to) ?? 0n, parsePrice(from) ?? 1n);
