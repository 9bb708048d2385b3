import { type CSSProperties, memo, type RefObject, useEffect, useRef } from 'react';
import * as v from 'valibot';
import { Link } from 'wouter';
import { carried } from '#core/carried/carried.ts';
import { isAssetCode } from '#core/money/currencies.ts';
import type { StatementEntry } from '#core/statement/statement.ts';
import { formatInstant } from '#core/time/date-text.ts';
import { amendHistoryState } from '#platform/kept/history-state.ts';
import { afterFrame } from '#platform/time/after-frame.ts';
import { serverNow } from '#platform/time/server-clock.ts';
import { Coin } from '#ui/marks/coin.tsx';
import { Icon } from '#ui/marks/icon.tsx';
import { Mask } from '#ui/marks/mask.tsx';
import { besideText, entryText, openStatus, worthBeside } from './entry-text.ts';
import css from './history.module.css';

interface Props {
  readonly entry: StatementEntry;
  readonly masked: boolean;
  readonly timeZone: string;
  /** The entry whose row takes the focus when it is drawn; undefined once that happened. */
  readonly returnTo: RefObject<string | undefined>;
  /** The row's position in a list that is not drawn whole, and the callback that measures it. */
  readonly placed?: {
    readonly index: number;
    /** Counted from 1, among the rows of its list. */
    readonly position: number;
    readonly of: number;
    /** Pixels from the top of the list. */
    readonly top: number;
    readonly measure: (row: HTMLLIElement | null) => void;
  };
}

/** The entry whose row was pressed last on the page with this navigation state. */
export const leftRow = carried('row', v.string());

export function EntryIcon({ entry }: Pick<Props, 'entry'>) {
  const { icon, coin } = entryText(entry);
  return (
    <span className="ticon">
      <Icon name={icon} />
      {isAssetCode(coin) && <Coin code={coin} size={20} />}
    </span>
  );
}

/**
 * The icon: both coins of a swap, the received one in front; otherwise the type of the entry and its coin.
 */
function RowIcon({ entry }: Pick<Props, 'entry'>) {
  if (entry.kind !== 'swap') return <EntryIcon entry={entry} />;
  const pair = [entry.debit.currency, entry.credit.currency].filter(isAssetCode);
  return (
    <span className={`ticon ${css.pair}`}>
      {pair.map((code) => (
        <Coin key={code} code={code} size={26} />
      ))}
    </span>
  );
}

/** Gives the link the focus once, if the customer left by it and nothing else has the focus. */
function useReturn(id: string, returnTo: Props['returnTo']) {
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (returnTo.current !== id) return;
    // After the frame in which the page itself gets the focus.
    afterFrame(() => {
      if (returnTo.current !== id || !link.current) return;
      returnTo.current = undefined;
      amendHistoryState(leftRow.give(undefined));
      const held = document.activeElement;
      if (held !== document.body && held?.id !== 'main') return;
      link.current.focus({ preventScroll: true });
      link.current.scrollIntoView({ block: 'nearest' });
    });
  }, [id, returnTo]);
  return link;
}

/** An amount and, as a column of its own where there are columns, its unit. */
function Figure({ text }: { readonly text: string }) {
  const [figure, unit] = text.split('\u00a0');
  return (
    <>
      <span>{figure}</span>
      {unit && <span className={css.unit}>{`\u00a0${unit}`}</span>}
    </>
  );
}

/** An amount that is too long for its place shrinks by the number of its signs. */
const sized = (text: string): CSSProperties => ({ '--len': text.length }) as CSSProperties;

/** Memoised: it is not drawn again as the rows around it come and go. */
const EntryLink = memo(function EntryLink(props: Omit<Props, 'placed'>) {
  const { entry, masked, timeZone, returnTo } = props;
  const { title, amount, arrives, failed, second } = entryText(entry);
  const status = openStatus(entry);
  const beside = besideText(entry);
  const worth = masked ? undefined : worthBeside(entry);
  const link = useReturn(entry.id, returnTo);
  return (
    <Link
      ref={link}
      className={[
        ...['row', css.entry, arrives && css.credit],
        ...[second && !masked && css.pairs, status && css.told],
      ]
        .filter(Boolean)
        .join(' ')}
      href="/transaction-detail"
      state={{ transaction: entry }}
      onClick={() => amendHistoryState(leftRow.give(entry.id))}
    >
      <RowIcon entry={entry} />
      <span className={css.lines}>
        <span>
          <b className={entry.kind === 'swap' ? `${css.title} ${css.both}` : css.title}>{title}</b>
          <b
            className={`num ${css.amount} ${arrives ? 'pos' : failed ? css.failed : ''}`}
            style={sized(amount)}
            translate="no"
          >
            {masked ? <Mask of="Amount" /> : <Figure text={amount} />}
          </b>
        </span>
        <span>
          <small className={css.when}>{formatInstant(entry.at, timeZone, serverNow())}</small>
          {beside !== undefined && (
            <span className={css.beside} translate="no">
              {beside}
            </span>
          )}
          {second && !masked && (
            <span className={`num ${css.given}`} style={sized(second)} translate="no">
              <Figure text={second} />
            </span>
          )}
          {status && <small className={css.status}>{status}</small>}
          {worth && (
            <span className={css.worth}>
              <span className="vh">Value then </span>
              <small className="num" style={sized(worth)} translate="no">
                {worth}
              </small>
            </span>
          )}
        </span>
      </span>
    </Link>
  );
});

/** One line of a history; pressing it opens the entry's own page. */
export const EntryRow = ({ placed, ...row }: Props) => (
  <li
    {...(placed && {
      ref: placed.measure,
      'data-index': placed.index,
      'aria-setsize': placed.of,
      'aria-posinset': placed.position,
      style: { transform: `translateY(${placed.top}px)` },
    })}
  >
    <EntryLink {...row} />
  </li>
);
