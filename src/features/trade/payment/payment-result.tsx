import { useEffect, useRef } from 'react';
import { useSnapshot } from 'valtio/react';
import { formatCrypto, formatFiat } from '#core/money/format.ts';
import type { PaymentResult } from '#features/trade/buy-state.ts';
import css from '#features/trade/trade.module.css';
import { session } from '#transport/session/session.ts';
import { Button } from '#ui/actions/button.tsx';
import { HelpWith } from '#ui/actions/help-with.tsx';
import { Icon } from '#ui/marks/icon.tsx';
import { waitingText } from './purchase-texts.ts';

interface Props {
  readonly result: PaymentResult;
  readonly online: boolean;
  /** The server is being asked. */
  readonly asking: boolean;
  readonly onAgain: () => void;
  readonly onResume: () => void;
  readonly onClose: () => void;
}

const OFFLINE = 'Checking needs a connection.';

/** Shows what is known of a payment that failed or has not ended yet (BUY-07). */
export function PaymentResultPanel({ result, online, asking, onAgain, onResume, onClose }: Props) {
  const { status, text, order, payment, saved, checkedAt } = result;
  const { timeZone } = useSnapshot(session);
  const heading = useRef<HTMLHeadingElement>(null);
  // The panel appears above the form, at whose end the customer was: the focus moves to its heading.
  useEffect(() => heading.current?.focus(), []);
  const off = online ? undefined : OFFLINE;
  return (
    <section className={`card pad stack ${css.result}`} aria-labelledby="payment-result">
      <div className="line between">
        <h2 id="payment-result" ref={heading} tabIndex={-1}>
          Payment Result
        </h2>
        <button className="iconbtn" type="button" aria-label="Close" onClick={onClose}>
          <Icon name="x" />
        </button>
      </div>
      <p role="status">{text}</p>
      <dl className="kv num">
        <div>
          <dt>Status</dt>
          <dd>{status}</dd>
        </div>
        <div>
          <dt>Amount</dt>
          <dd translate="no">{formatFiat(order.total, order.currency)}</dd>
        </div>
        <div>
          <dt>Crypto</dt>
          <dd translate="no">{formatCrypto(order.crypto, order.asset)}</dd>
        </div>
      </dl>
      <details>
        <summary className="textbtn">Details for support</summary>
        <dl className="kv num">
          <div>
            <dt>Tracking ID</dt>
            <dd className={css.id} translate="no">
              {payment.id}
            </dd>
          </div>
          <div>
            <dt>Payment Token</dt>
            <dd className={css.id} translate="no">
              {payment.token}
            </dd>
          </div>
          <div>
            <dt>Transaction Saved</dt>
            <dd>{saved ? 'Yes' : 'No'}</dd>
          </div>
          <div>
            <dt>Transaction ID</dt>
            <dd className={css.id} translate="no">
              {saved ? payment.id : '\u2013'}
            </dd>
          </div>
        </dl>
      </details>
      {!saved && (
        <Button variant="primary" wide busy={asking} disabledReason={off} onClick={onAgain}>
          {status === 'Error' ? 'Retry' : 'Check again'}
        </Button>
      )}
      <HelpWith topic={{ title: 'Card payment', reference: payment.id }} />
      <p className="small muted" role="status">
        {checkedAt !== undefined && !asking && waitingText(checkedAt, timeZone)}
      </p>
      {status === 'Pending' && (
        <Button wide onClick={onResume}>
          Continue payment
        </Button>
      )}
    </section>
  );
}
