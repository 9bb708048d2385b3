import { useSnapshot } from 'valtio/react';
import { Link } from 'wouter';
import { shortText } from '#automatic/cover.ts';
import { briefDay, capital } from '#automatic/recurring-texts.ts';
import { findAsset } from '#core/money/currencies.ts';
import { formatFiat } from '#core/money/format.ts';
import { whenText } from '#core/time/clock-text.ts';
import { serverNow } from '#platform/time/server-clock.ts';
import { balances } from '#transport/money/known-balances.ts';
import { session } from '#transport/session/session.ts';
import { useMasked, useOnline } from '#ui/hooks/signals.ts';
import { Mask } from '#ui/marks/mask.tsx';
import css from './automatic.module.css';
import { useCash, useComing } from './use-coming.ts';

const MOST = 6;

/** What the coming purchases leave of the cash, and what is said before one finds too little (EYE-07). */
export function NextBuys() {
  const cash = useCash();
  const coming = useComing();
  const online = useOnline();
  const masked = useMasked();
  const { asOf, source } = useSnapshot(balances.known);
  const { timeZone } = useSnapshot(session);
  const now = serverNow();
  const isAged = !online || source === 'snapshot';
  const first = coming?.find(({ short }) => short !== undefined);
  const warning = cash && first && shortText(first, cash, { now, timeZone });
  const amount = (text: string) =>
    masked ? <Mask of="Amount" /> : <span translate="no">{text}</span>;
  return (
    <section className={`card pad stack ${css.next}`} aria-labelledby="next-buys">
      <h2 id="next-buys">What happens next</h2>
      <ol className={css.track}>
        <li className="num" aria-current="step">
          <b>{isAged && asOf ? `Cash ${whenText(asOf, new Date(now))}` : 'Cash now'}</b>
          <span>{cash ? amount(formatFiat(cash.available, cash.code)) : '\u2013'}</span>
        </li>
        {cash &&
          coming?.slice(0, MOST).map(({ day, asset, left, short }) => (
            <li key={`${day} ${asset} ${left}`} className="num">
              <span>
                {capital(briefDay(day, { now, timeZone }))}, {findAsset(asset)?.name ?? asset}
              </span>
              {left === undefined ? (
                <span className={css.short}>
                  {amount(formatFiat(short ?? '0', cash.code))} short
                </span>
              ) : (
                <span>{amount(formatFiat(left, cash.code))} left</span>
              )}
            </li>
          ))}
      </ol>
      {!cash && (
        <p className="small muted">
          {online
            ? 'Your cash is being read.'
            : 'Your cash is not saved on this device. It is shown when the connection is back.'}
        </p>
      )}
      {warning !== undefined && !masked && <p className={css.short}>{warning}</p>}
      <Link className="btn btn--secondary btn--wide" href="/cash/add">
        Add money
      </Link>
      <p className="small muted">
        Each runs once, at the price of its day. If cash is short, that day is skipped and you are
        told; nothing is made up for later.
      </p>
    </section>
  );
}
