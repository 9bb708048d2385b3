import { formatCrypto, formatFiat, formatPrice } from '#core/domain/format.ts';
import type { BuyState } from './buy-state.ts';
import css from './trade.module.css';

const UNKNOWN = '\u2013';

interface Props {
  readonly state: BuyState;
  /** The amount charged to the card, and the fee in it; absent while no amount is typed. */
  readonly total: string;
  readonly fee: string | undefined;
}

/** Amount, price, fee and total. */
export function BuySummary({ state, total, fee }: Props) {
  const { asset, crypto, market, price, spreadBps } = state;
  return (
    <section className="card pad stack" aria-label="Summary">
      <dl className="kv num">
        <div>
          <dt>Amount</dt>
          <dd>{crypto ? formatCrypto(crypto.replace(/\.$/, ''), asset) : UNKNOWN}</dd>
        </div>
        <div>
          <dt>Price</dt>
          <dd>{price ? `1 ${asset} = ${formatPrice(price, market)}` : UNKNOWN}</dd>
        </div>
        <div>
          <dt>Spread, included</dt>
          <dd>{spreadBps === undefined ? UNKNOWN : `${spreadBps / 100}%`}</dd>
        </div>
        <div>
          <dt>Payment method</dt>
          <dd>Debit Card</dd>
        </div>
        <div className={css.told}>
          <dt>Fees (0.5%)</dt>
          <dd>{fee ? formatFiat(fee, market) : UNKNOWN}</dd>
        </div>
        <div className={`total ${css.told}`}>
          <dt>Total</dt>
          <dd>{total ? formatFiat(total, market) : UNKNOWN}</dd>
        </div>
      </dl>
    </section>
  );
}
