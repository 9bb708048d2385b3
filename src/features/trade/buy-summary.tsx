import type { ReactNode } from 'react';
import { assetOf } from '#core/domain/currencies.ts';
import { formatCrypto, formatFiat, formatPrice } from '#core/domain/format.ts';
import { feeOf } from '#core/domain/purchase.ts';
import type { BuyState } from './buy-state.ts';

const UNKNOWN = '\u2013';

interface Props {
  readonly state: BuyState;
  /** Why nothing can be bought now. */
  readonly obstacle: ReactNode;
  readonly online: boolean;
  readonly describedBy: string | undefined;
}

/** Amount, price, fee and what the card is charged. */
export function BuySummary({ state, obstacle, online, describedBy }: Props) {
  const { asset, crypto, fiat, market, price, phase } = state;
  const total = fiat.replace(/\.$/, '');
  const fee = total && feeOf(total);
  const busy = phase === 'starting';
  const enabled = online && state.priceStatus === 'ready' && phase === 'form';
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
          <dt>Fees (0.5%)</dt>
          <dd>{fee ? formatFiat(fee, market) : UNKNOWN}</dd>
        </div>
        <div className="total">
          <dt>Total</dt>
          <dd>{total ? formatFiat(total, market) : UNKNOWN}</dd>
        </div>
      </dl>
      {obstacle}
      <button
        className="btn btn--primary btn--wide"
        type="submit"
        aria-disabled={!enabled}
        aria-busy={busy}
        aria-describedby={describedBy}
      >
        {busy && <span className="spin" aria-hidden="true" />}
        Buy {assetOf(asset).name}
      </button>
      <p className="cap">The price follows the market until your card is charged.</p>
    </section>
  );
}
