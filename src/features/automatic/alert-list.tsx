import { useState } from 'react';
import { useSnapshot } from 'valtio/react';
import type { Snapshot } from 'valtio/vanilla';
import { alertText, awayText, briefAlert } from '#automatic/alert-text.ts';
import { AlertsDialog, alertState, DropAlert } from '#automatic/alerts-dialog.tsx';
import { alerts } from '#automatic/alerts-state.ts';
import { automaticChanges } from '#automatic/automatic-sheet.tsx';
import { unreachedMark, unreachedText, usePushHere } from '#automatic/push-here.ts';
import type { PriceAlert } from '#core/contract/wallet/price-alerts.ts';
import { findAsset } from '#core/money/currencies.ts';
import { formatPrice } from '#core/money/format.ts';
import { holdingsOf } from '#core/statement/portfolio.ts';
import type { PushState } from '#platform/device/push-subscription.ts';
import { convertFromUsd, rates } from '#transport/money/forex-rates.ts';
import { balances } from '#transport/money/known-balances.ts';
import { session } from '#transport/session/session.ts';
import { Button } from '#ui/actions/button.tsx';
import { SectionFailed, SectionLoading } from '#ui/feedback/section-states.tsx';
import { useOnline } from '#ui/hooks/signals.ts';
import { useReload } from '#ui/hooks/use-reload.ts';
import { Coin } from '#ui/marks/coin.tsx';
import css from './automatic.module.css';

interface ItemProps {
  readonly alert: Snapshot<PriceAlert>;
  /** The price now, in the currency of the alert. */
  readonly price: string | undefined;
  readonly push: PushState;
}

function Item({ alert, price, push }: ItemProps) {
  const { timeZone } = useSnapshot(session);
  const asset = findAsset(alert.currency_id);
  const name = asset?.name ?? alert.currency_id;
  const waits = alert.fired_at === null;
  const mark = unreachedMark(push);
  const away = waits ? awayText(alert, price) : undefined;
  return (
    <li className={css.item}>
      <div className={css.head}>
        {asset && <Coin code={asset.code} size={40} />}
        <span className="grow">
          <h3 className="num" translate="no">
            {name} {briefAlert(alert)}
          </h3>
          <small className="muted">{alertState(alert, timeZone, push)}</small>
        </span>
        {waits && alert.channel === 'push' && mark !== undefined && (
          <span className="pill pill--warn">{mark}</span>
        )}
        {away !== undefined && price !== undefined && (
          <span className={`num ${css.away}`} translate="no">
            <b>{away}</b>
            <small className="muted">now {formatPrice(price, alert.money_id)}</small>
          </span>
        )}
        <DropAlert alert={alert} about={`${name}, ${alertText(alert)}`} />
      </div>
    </li>
  );
}

/** LIVE-05: the alerts on all assets, and what adds one. */
export function AlertList({ market }: { readonly market: string }) {
  const { data: list, failure } = useSnapshot(alerts.known);
  const held = useSnapshot(balances.known).data;
  const known = useSnapshot(rates);
  const isOnline = useOnline();
  const push = usePushHere();
  const [adding, setAdding] = useState(false);
  useReload(alerts.load, automaticChanges);
  const holdings = holdingsOf(held?.entries ?? [], market);
  const priceOf = (alert: Snapshot<PriceAlert>): string | undefined => {
    const usd = holdings.find(({ code }) => code === alert.currency_id)?.price;
    return alert.money_id === market ? convertFromUsd(usd, market, known.rates) : undefined;
  };
  const isPushed = list?.some(({ channel, fired_at }) => channel === 'push' && fired_at === null);
  const unreached = isPushed ? unreachedText(push) : undefined;
  return (
    <section className="card" aria-labelledby="price-alerts">
      <div className={`card__head ${css.title}`}>
        <h2 id="price-alerts">Price alerts</h2>
        {list && (
          <Button
            disabledReason={isOnline ? undefined : 'Setting an alert needs a connection.'}
            onClick={() => setAdding(true)}
          >
            New price alert
          </Button>
        )}
      </div>
      {failure !== undefined && (isOnline || !list) && (
        <div className="pad">
          <SectionFailed failure={failure} onAgain={() => void alerts.load()} />
        </div>
      )}
      {!list && failure === undefined && (
        <div className="pad">
          <SectionLoading text="Loading your alerts" height="5rem" />
        </div>
      )}
      {list?.length === 0 && (
        <div className="empty" role="status">
          <h3>No price alerts yet</h3>
          <p>You are told once when a price rises, falls or moves as far as you say.</p>
        </div>
      )}
      {list && list.length > 0 && (
        <ul className="rows">
          {list.map((alert) => (
            <Item key={alert.alert_id} alert={alert} price={priceOf(alert)} push={push} />
          ))}
        </ul>
      )}
      {unreached !== undefined && <p className={`small muted ${css.note}`}>{unreached}</p>}
      {adding && (
        <AlertsDialog code={undefined} currency={market} onClose={() => setAdding(false)} />
      )}
    </section>
  );
}
