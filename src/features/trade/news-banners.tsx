import { useSignals } from '@preact/signals-react/runtime';
import { useSnapshot } from 'valtio/react';
import type { UnseenPurchase } from '#core/contract/purchases.ts';
import { formatInstant } from '#core/domain/date-text.ts';
import { serverNow } from '#platform/clock.ts';
import { online } from '#platform/network.ts';
import { session } from '#transport/session.ts';
import { Icon } from '#ui/icon.tsx';
import { isOpen } from './news.ts';
import { news } from './news-browser.ts';
import { endText } from './purchase-texts.ts';
import css from './trade.module.css';

/** What was put away takes the focus with it: it goes on to the page. */
function away(item: UnseenPurchase): void {
  if (isOpen(item)) news.putOff();
  else news.dismiss(item.transaction_id);
  document.getElementById('main')?.focus({ preventScroll: true });
}

/** One at a time, or they would hide the page: what ended first, and the next when it was read. */
export function NewsBanners() {
  useSignals();
  const { items, checking } = useSnapshot(news.state);
  const { timeZone } = useSnapshot(session);
  const item = items.find((one) => !isOpen(one)) ?? items[0];
  if (!item) return null;
  const open = isOpen(item);
  const { status } = item;
  const order = {
    crypto: item.crypto_value,
    asset: item.crypto_currency,
    total: item.amount,
    currency: item.currency,
  };
  const tone = status === 'success' || open ? 'banner--offline' : 'banner--warn';
  return (
    <div key={item.transaction_id} className={`banner ${tone} ${css.news}`} role="status">
      <Icon name={status === 'success' ? 'check' : 'info'} />
      <div className="grow">
        <p>
          {endText(status, order)}{' '}
          <small>{formatInstant(Date.parse(item.created_at), timeZone, serverNow())}</small>
        </p>
        <div className={css.ways}>
          {open && (
            <button
              className="textbtn"
              type="button"
              disabled={checking || !online.value}
              onClick={() => void news.load()}
            >
              Check again
            </button>
          )}
          <button className="textbtn" type="button" onClick={() => away(item)}>
            {open ? 'Hide' : 'OK'}
          </button>
        </div>
      </div>
    </div>
  );
}
