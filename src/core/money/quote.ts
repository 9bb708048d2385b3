import { formatUnits, mulDivDown, mulDivNearest, parseUnits, pow10 } from './decimal.ts';

/** How long a quote of a swap or sale is valid, in seconds, by the server's clock. */
export const QUOTE_TTL_SECONDS = 10;

export interface QuoteInput {
  /** Minor units of the source asset the customer pays. */
  readonly sourceUnits: bigint;
  readonly sourceScale: number;
  readonly targetScale: number;
  /** USD per whole asset, both in the same minor unit. */
  readonly sourcePrice: bigint;
  readonly targetPrice: bigint;
  /** The company's spread in basis points of the fair amount. */
  readonly spreadBps: number;
}

export interface QuoteAmounts {
  /** The value of the source in the target at market prices, cut towards zero. */
  readonly fairUnits: bigint;
  /** What the customer receives; always rounded down. */
  readonly targetUnits: bigint;
  /** What the company keeps: fair − target, so that nothing is lost to rounding. */
  readonly spreadUnits: bigint;
}

/** The amounts of a quote. They always add up: fair = target + spread. */
export function priceQuote(input: QuoteInput): QuoteAmounts {
  const fairUnits = mulDivDown(
    input.sourceUnits * pow10(input.targetScale),
    input.sourcePrice,
    input.targetPrice * pow10(input.sourceScale),
  );
  const targetUnits = mulDivDown(fairUnits, BigInt(10_000 - input.spreadBps), 10_000n);
  return { fairUnits, targetUnits, spreadUnits: fairUnits - targetUnits };
}

/** The spread of a quote in its target, from the received amount; a decimal with `scale` digits. */
export function spreadIn(targetAmount: string, scale: number, spreadBps: number): string {
  const units = parseUnits(targetAmount, scale) ?? 0n;
  return formatUnits(mulDivNearest(units, BigInt(spreadBps), BigInt(10_000 - spreadBps)), scale);
}
