import { useSnapshot } from 'valtio/react';
import { Link } from 'wouter';
import { isAssetCode } from '#core/domain/currencies.ts';
import { formatInstant } from '#core/domain/date-text.ts';
import type { StatementEntry } from '#core/domain/statement.ts';
import { serverNow } from '#platform/clock.ts';
import { session } from '#transport/session.ts';
import { Coin } from '#ui/coin.tsx';
import { Icon } from '#ui/icon.tsx';
import { Mask } from '#ui/mask.tsx';
import { entryText } from './entry-text.ts';
import css from './transactions.module.css';

interface Props {
  readonly entry: StatementEntry;
  readonly masked: boolean;
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

/** One line of a history; pressing it opens the entry's own page. */
export function EntryRow({ entry, masked }: Props) {
  const { timeZone } = useSnapshot(session);
  const { title, amount, arrives, second } = entryText(entry);
  return (
    <li>
      <Link
        className={`row ${css.entry}`}
        href="/transaction-detail"
        state={{ transaction: entry }}
      >
        <EntryIcon entry={entry} />
        <span>
          <b>{title}</b>
          <small>{formatInstant(entry.at, timeZone, serverNow())}</small>
        </span>
        <span className="row__end">
          <b className={arrives ? 'num pos' : 'num'}>{masked ? <Mask of="Amount" /> : amount}</b>
          <small className="num">{masked ? '' : (second ?? entry.status)}</small>
        </span>
      </Link>
    </li>
  );
}
