import { memo } from 'react';
import { Link } from 'wouter';
import { isAssetCode } from '#core/domain/currencies.ts';
import { formatInstant } from '#core/domain/date-text.ts';
import type { StatementEntry } from '#core/domain/statement.ts';
import { serverNow } from '#platform/clock.ts';
import { Coin } from '#ui/coin.tsx';
import { Icon } from '#ui/icon.tsx';
import { Mask } from '#ui/mask.tsx';
import { entryText } from './entry-text.ts';
import css from './transactions.module.css';

interface Props {
  readonly entry: StatementEntry;
  readonly masked: boolean;
  readonly timeZone: string;
  /** The row's position in a list that is not drawn whole, and the callback that measures it. */
  readonly placed?: {
    readonly index: number;
    readonly of: number;
    /** Pixels from the top of the list. */
    readonly top: number;
    readonly measure: (row: HTMLLIElement | null) => void;
  };
}

export function EntryIcon({ entry }: Pick<Props, 'entry'>) {
  const { icon, coin } = entryText(entry);
  return (
    <span className="ticon">
      <Icon name={icon} />
      {isAssetCode(coin) && <Coin code={coin} size={20} />}
    </span>
  );
}

/** Memoised: it is not drawn again as the rows around it come and go. */
const EntryLink = memo(function EntryLink({ entry, masked, timeZone }: Omit<Props, 'placed'>) {
  const { title, amount, arrives, failed, second } = entryText(entry);
  return (
    <Link className={`row ${css.entry}`} href="/transaction-detail" state={{ transaction: entry }}>
      <EntryIcon entry={entry} />
      <span className={css.lines}>
        <span>
          <b>{title}</b>
          <b className={arrives ? 'num pos' : failed ? `num ${css.failed}` : 'num'}>
            {masked ? <Mask of="Amount" /> : amount}
          </b>
        </span>
        <span>
          <small>{formatInstant(entry.at, timeZone, serverNow())}</small>
          {(!masked || failed) && <small className="num">{second ?? entry.status}</small>}
        </span>
      </span>
    </Link>
  );
});

/** One line of a history; pressing it opens the entry's own page. */
export const EntryRow = ({ entry, masked, timeZone, placed }: Props) => (
  <li
    {...(placed && {
      ref: placed.measure,
      'data-index': placed.index,
      'aria-setsize': placed.of,
      'aria-posinset': placed.index + 1,
      style: { transform: `translateY(${placed.top}px)` },
    })}
  >
    <EntryLink entry={entry} masked={masked} timeZone={timeZone} />
  </li>
);
