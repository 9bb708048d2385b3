import { useSnapshot } from 'valtio/react';
import { Link } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import { amountText, priceText, usdtText } from '#core/statement/merchant-entry.ts';
import { formatInstant } from '#core/time/date-text.ts';
import { serverNow } from '#platform/time/server-clock.ts';
import { session } from '#transport/session/session.ts';
import { IdLine } from '#ui/marks/id-line.tsx';
import record from '#ui/marks/record.module.css';
import css from './admin.module.css';
import { handedEntry } from './entry-from-state.ts';
import { EntryIcon, StatusPill } from './entry-table.tsx';

export function MerchantDetailPage() {
  const { timeZone } = useSnapshot(session);
  const entry = handedEntry.read(useHistoryState());
  if (!entry) {
    return (
      <section className="card empty">
        <h2>Transaction not found</h2>
        <Link className="btn btn--secondary" href="/admin/transaction-history">
          Go back to transactions
        </Link>
      </section>
    );
  }
  const price = priceText(entry);
  return (
    <div className={`${record.detail} ${css.detail}`}>
      <div className={`${record.top} ${css.top}`}>
        <EntryIcon type={entry.type} />
        <h2>{entry.type}</h2>
        <p className={`num ${record.amount}`} translate="no">
          {amountText(entry)}
        </p>
        <p className="muted">{formatInstant(entry.at, timeZone, serverNow())}</p>
      </div>
      <section className="card pad stack" aria-labelledby="payment-details">
        <h2 id="payment-details">Payment details</h2>
        <dl className="kv">
          <div>
            <dt>Merchant Name</dt>
            <dd>{entry.merchant}</dd>
          </div>
          <div>
            <dt>Status</dt>
            <dd>
              <StatusPill status={entry.status} />
            </dd>
          </div>
          <div>
            <dt>Payment Amount</dt>
            <dd className="num" translate="no">
              {amountText(entry)}
            </dd>
          </div>
          <div>
            <dt>USDT Amount</dt>
            <dd className="num" translate="no">
              {usdtText(entry)}
            </dd>
          </div>
          {price && (
            <div>
              <dt>Price</dt>
              <dd className="num" translate="no">
                {price}
              </dd>
            </div>
          )}
          <IdLine label="Payment Transaction ID" id={entry.transactionId} />
        </dl>
      </section>
    </div>
  );
}
