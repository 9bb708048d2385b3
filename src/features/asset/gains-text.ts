import type { Gains } from '#core/contract/wallet/gains.ts';
import { formatCrypto, formatFiat, formatPrice } from '#core/money/format.ts';

/** A gain with its sign: '+AU$12.50', '−AU$3.00', 'AU$0.00'. */
export function gainText(amount: string, currency: string): string {
  const text = formatFiat(amount, currency);
  return amount.startsWith('-') || !/[1-9]/.test(amount) ? text : `+${text}`;
}

export interface GainsTexts {
  readonly average: string;
  readonly unrealised: string;
  readonly realised: string;
  /** The part of the holding whose cost is unknown. */
  readonly unknown: string;
  /** What these sums leave out, in words; empty if nothing. */
  readonly missing: string;
}

const isSome = (amount: string): boolean => /[1-9]/.test(amount);

/** The texts about an asset's cost: an unknown number is never shown as zero. */
export function gainsTexts(known: Gains): GainsTexts {
  const { money_id: money, currency_id: code } = known;
  const isHeld = isSome(known.amount);
  const isKnown = known.average_cost !== undefined;
  const missing = [
    isSome(known.uncounted) &&
      `What brought ${formatFiat(known.uncounted, money)} was sold without a known cost: it is in no gain.`,
    known.unvalued > 0 &&
      `Of ${known.unvalued === 1 ? 'one sale' : `${known.unvalued} sales`} nobody wrote down what it brought.`,
  ];
  return {
    average: known.average_cost
      ? formatPrice(known.average_cost, money)
      : isHeld
        ? 'Unknown'
        : 'None held',
    unrealised:
      isHeld && !isKnown
        ? 'Unknown'
        : known.unrealised === undefined
          ? 'No price now'
          : gainText(known.unrealised, money),
    realised: gainText(known.realised, money),
    unknown: isSome(known.unknown_amount) ? formatCrypto(known.unknown_amount, code) : 'None',
    missing: missing.filter(Boolean).join(' '),
  };
}
