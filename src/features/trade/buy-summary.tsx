import type { Derivation } from '#core/derivation/derivation.ts';
import { formatCrypto, formatFiat, formatPrice } from '#core/money/format.ts';
import { ALL_COSTS, FEE_NAME } from '#core/money/purchase.ts';
import { Explained } from '#ui/feedback/explained.tsx';
import type { BuyState } from './buy-state.ts';
import type { PurchaseFigure } from './explain-purchase.ts';

const UNKNOWN = '\u2013';

interface ValueProps {
  readonly name: string;
  readonly text: string | undefined;
  /** How it is made; absent for what is not computed. */
  readonly explain?: (() => Promise<Derivation | undefined>) | undefined;
}

/** A value, or a dash for one that is not known. One that arrives is drawn anew: nothing moves to its place. */
const Value = ({ name, text, explain }: ValueProps) => (
  <dd key={text === undefined ? 'unknown' : 'known'} translate="no">
    {text !== undefined && explain ? (
      <Explained of={explain} name={name}>
        {text}
      </Explained>
    ) : (
      (text ?? UNKNOWN)
    )}
  </dd>
);

interface Props {
  readonly state: BuyState;
  /** The amount charged to the card, and the fee in it; absent while no amount is typed. */
  readonly total: string;
  readonly fee: string | undefined;
  /** Fee and spread in one sum; undefined until the spread is known. */
  readonly costs: string | undefined;
}

/** Amount, price, fee and total, and under the total what of it is cost: fee and spread in one sum. */
export function BuySummary({ state, total, fee, costs }: Props) {
  const { asset, crypto, market, price, spreadBps, typed, madeFrom } = state;
  const explain = (figure: PurchaseFigure) => async () =>
    (await import('./explain-purchase.ts')).explainPurchase(state, figure);
  return (
    <section className="card pad stack" aria-label="Summary">
      <dl className="kv num">
        <div>
          <dt>Amount</dt>
          <Value
            name="Amount"
            text={crypto ? formatCrypto(crypto.replace(/\.$/, ''), asset) : undefined}
            explain={typed === 'fiat' ? explain('amount') : undefined}
          />
        </div>
        <div>
          <dt>Price</dt>
          <Value
            name="Price"
            text={price && `1 ${asset} = ${formatPrice(price, market)}`}
            explain={madeFrom && explain('price')}
          />
        </div>
        <div>
          <dt>Spread, included</dt>
          <Value name="Spread" text={spreadBps === undefined ? undefined : `${spreadBps / 100}%`} />
        </div>
        <div>
          <dt>Payment method</dt>
          <dd>Debit Card</dd>
        </div>
        <div>
          <dt>{FEE_NAME}</dt>
          <Value name={FEE_NAME} text={fee && formatFiat(fee, market)} explain={explain('fee')} />
        </div>
        <div className="total">
          <dt>Total</dt>
          <Value
            name="Total"
            text={total ? formatFiat(total, market) : undefined}
            explain={typed === 'crypto' ? explain('total') : undefined}
          />
        </div>
        <div>
          <dt>{ALL_COSTS}</dt>
          <Value
            name={ALL_COSTS}
            text={costs && formatFiat(costs, market)}
            explain={explain('costs')}
          />
        </div>
      </dl>
    </section>
  );
}
