import { useState } from 'react';
import { useSnapshot } from 'valtio/react';
import type { UnseenPurchase } from '#core/contract/money/payment.ts';
import { formatFiat } from '#core/money/format.ts';
import { formatInstant } from '#core/time/date-text.ts';
import { orderOf } from '#features/trade/order.ts';
import css from '#features/trade/trade.module.css';
import { serverNow } from '#platform/time/server-clock.ts';
import { session } from '#transport/session/session.ts';
import { useOnline } from '#ui/hooks/signals.ts';
import { Icon } from '#ui/marks/icon.tsx';
import {
  endText,
  holderText,
  movedText,
  openLineText,
  openText,
  refundText,
  waitingText,
} from './purchase-texts.ts';
import { isOpen, shownOf } from './unseen-purchases.ts';
import { unseenPurchases } from './unseen-purchases-wiring.ts';

/** Removes a banner. The focus was in it and goes to the page. */
function close(item: UnseenPurchase): void {
  if (isOpen(item)) unseenPurchases.hide(item.transaction_id);
  else unseenPurchases.dismiss(item.transaction_id);
  document.getElementById('main')?.focus({ preventScroll: true });
}

interface ItemProps {
  readonly item: UnseenPurchase;
  readonly timeZone: string;
}

const whenOf = ({ created_at }: UnseenPurchase, timeZone: string): string =>
  formatInstant(Date.parse(created_at), timeZone, serverNow());

function Item({ item, timeZone }: ItemProps) {
  const { status } = item;
  const order = orderOf(item);
  return (
    <p>
      {item.refund
        ? refundText(item.refund, order, item.returned_for)
        : item.checking
          ? holderText(order)
          : endText(status, order)}{' '}
      {item.agreed_value !== undefined && `${movedText(item.agreed_value, order.asset)} `}
      <small>{whenOf(item, timeZone)}</small>
    </p>
  );
}

function Ended({ item, timeZone }: ItemProps) {
  const good = item.status === 'success';
  return (
    <div
      className={`banner ${good ? 'banner--offline' : 'banner--warn'} ${css.news}`}
      role="status"
    >
      <Icon name={good ? 'check' : 'info'} />
      <div className="grow">
        <Item item={item} timeZone={timeZone} />
        <div className={css.ways}>
          <button className="textbtn" type="button" onClick={() => close(item)}>
            OK
          </button>
        </div>
      </div>
    </div>
  );
}

const Hide = ({ item, named }: { readonly item: UnseenPurchase; readonly named: boolean }) => (
  <button className="textbtn" type="button" onClick={() => close(item)}>
    Hide
    {named && <span className="vh"> {formatFiat(item.amount, item.currency)}</span>}
  </button>
);

/**
 * All payments that are not settled, in one line that covers little of the page. What they are, and
 * what can be done about each, unfolds from it (EASE-06).
 */
function Open({ items, timeZone }: { items: readonly UnseenPurchase[]; timeZone: string }) {
  const isOnline = useOnline();
  const { checking } = useSnapshot(unseenPurchases.state);
  const [checkedAt, setCheckedAt] = useState<number>();
  const off = checking || !isOnline;
  const [only, ...others] = items;
  const alone = others.length === 0 ? only : undefined;
  const line = openLineText(items.length, only ? formatFiat(only.amount, only.currency) : '');
  return (
    <section
      className={`banner banner--offline banner--line ${css.news}`}
      aria-label="Card payments"
    >
      <p className="vh" role="status">
        {line}
      </p>
      <details>
        <summary>
          <span className="grow">{line}</span>
          <Icon name="left" />
        </summary>
        {alone ? (
          <Item item={alone} timeZone={timeZone} />
        ) : (
          <>
            <p>{openText(items.length)}</p>
            <ul className={css.open}>
              {items.map((item) => (
                <li key={item.transaction_id}>
                  <p className="num" translate="no">
                    {formatFiat(item.amount, item.currency)} <small>{whenOf(item, timeZone)}</small>
                  </p>
                  <Hide item={item} named />
                </li>
              ))}
            </ul>
          </>
        )}
        <div className={css.ways}>
          <span className="small grow" role="status">
            {checkedAt !== undefined && !checking && waitingText(checkedAt, timeZone)}
          </span>
          {alone && <Hide item={alone} named={false} />}
          <button
            className="textbtn"
            type="button"
            aria-disabled={off}
            aria-busy={checking}
            onClick={() => off || void unseenPurchases.load().then(() => setCheckedAt(serverNow()))}
          >
            {checking && <span className="spin" aria-hidden="true" />}
            Check again
          </button>
        </div>
      </details>
    </section>
  );
}

/** Every payment that may still be charged. */
export function OpenPayments() {
  const open = shownOf(useSnapshot(unseenPurchases.state)).filter(isOpen);
  const { timeZone } = useSnapshot(session);
  return open.length > 0 ? <Open items={open} timeZone={timeZone} /> : null;
}

/** Purchases that ended are shown one at a time, because several banners would hide the page. */
export function EndedPurchase() {
  const ended = shownOf(useSnapshot(unseenPurchases.state)).find((one) => !isOpen(one));
  const { timeZone } = useSnapshot(session);
  return ended ? <Ended key={ended.transaction_id} item={ended} timeZone={timeZone} /> : null;
}

/** What may still be charged stands before what has ended. */
export const PurchaseBanners = () => (
  <>
    <OpenPayments />
    <EndedPurchase />
  </>
);
