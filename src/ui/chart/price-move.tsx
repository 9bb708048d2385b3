import type { Derivation } from '#core/derivation/derivation.ts';
import { fiatSymbol, formatDecimal } from '#core/money/format.ts';
import { Explained } from '#ui/feedback/explained.tsx';
import { Change } from './change.tsx';
import { type PriceMove, spanText } from './price-line.ts';

interface Props {
  readonly move: PriceMove;
  readonly currency: string;
  /** The requested number of days. */
  readonly days: number | undefined;
  readonly explain: (shown: string) => Promise<Derivation | undefined>;
}

/** The change of a price over the time that the data cover, with the decimals of the price. */
export function PriceMoveText({ move, currency, days, explain }: Props) {
  const digits = move.small ? 4 : 2;
  const size = formatDecimal(move.amount.replace('-', ''), digits, digits);
  const sign = /[1-9]/.test(size) ? (move.amount.startsWith('-') ? '\u2212' : '+') : '';
  const shown = `${sign}${fiatSymbol(currency)}${size}`;
  return (
    <>
      <Explained of={() => explain(shown)} name={`Change in ${spanText(move.spanMs, days)}`}>
        {shown}
      </Explained>{' '}
      · <Change percent={move.percent} /> in {spanText(move.spanMs, days)}
    </>
  );
}
