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

/** More at once would hide the page; the next one follows when one was read. */
const MOST = 3;

/** Of purchases that are open one is enough to know of; each that ended has its own end. */
function worthTelling(items: readonly UnseenPurchase[]): readonly UnseenPurchase[] {
  const open = items.find(isOpen);
  return items.filter((item) => item === open || !isOpen(item)).slice(0, MOST);
}

/** What was put away takes the focus with it: it goes on to the page. */
function away(item: UnseenPurchase): void {
  if (isOpen(item)) news.putOff();
  else news.dismiss(item.transaction_id);
  document.getElementById('main')?.focus({ preventScroll: true });
}

export function NewsBanners() {
  useSignals();
  const { items, checking } = useSnapshot(news.state);
  const { timeZone } = useSnapshot(session);
  const connected = online.value;
  return (
    <div className={css.news}>
      {worthTelling(items).map((item) => {
        const { transaction_id: id, status, crypto_value, crypto_currency, amount } = item;
        const order = {
          crypto: crypto_value,
          asset: crypto_currency,
          total: amount,
          currency: item.currency,
        };
        const open = isOpen(item);
        const tone = status === 'success' || open ? 'banner--offline' : 'banner--warn';
        return (
          <div key={id} className={`banner ${tone}`} role="status">
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
                    disabled={checking || !connected}
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
      })}
    </div>
  );
}
