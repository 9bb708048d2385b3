import { formatFiat } from '#core/money/format.ts';
import { type Derivation, given, nearest, product, quantity, sum, together } from './derivation.ts';

interface Sum {
  readonly amount: string;
  readonly currency: string;
}

/** The value of an entry at its time. Older entries have the value without the unit price. */
export function valueThenDerivation(
  moved: Sum,
  value: Sum & { readonly price?: string | undefined },
  at: string,
): Derivation {
  const steps =
    value.price === undefined
      ? [given('Value', quantity(value.amount, value.currency), 'written down at the time')]
      : [
          product('Value', {
            times: [
              quantity(moved.amount, moved.currency),
              quantity(value.price, `${value.currency}/${moved.currency}`),
            ],
            unit: value.currency,
            rounding: nearest(2),
          }),
        ];
  return {
    title: 'Value then',
    shown: formatFiat(value.amount, value.currency),
    steps,
    sources: [
      value.price === undefined
        ? `It was written down ${at} and never changed. The price that it was made with was not kept.`
        : `Price: the market’s, ${at}, at the reference exchange rate of that day. Written down then, and never changed.`,
    ],
  };
}

/** What the recipient of a withdrawal receives: the amount that left the wallet, less the fee. */
export function recipientGetsDerivation(total: Sum, fee: string, shown: string): Derivation {
  return {
    title: 'Recipient gets',
    shown,
    steps: [
      sum('Recipient gets', {
        first: quantity(total.amount, total.currency),
        minus: [quantity(fee, total.currency)],
      }),
    ],
    sources: ['The fee was fixed when the withdrawal was confirmed.'],
  };
}

/** What came in or went out in a month. */
export function monthDerivation(
  title: string,
  entries: readonly { readonly title: string; readonly value: Sum }[],
  total: Sum,
): Derivation {
  const steps = entries.map((entry) =>
    given(entry.title, quantity(entry.value.amount, entry.value.currency)),
  );
  return {
    title,
    shown: formatFiat(total.amount, total.currency),
    steps: [...steps, together('Together', steps, total.currency)],
    sources: [
      'Each at its value when it happened. Swaps are in neither sum, nor what came back of a withdrawal or is not sent yet.',
    ],
  };
}
