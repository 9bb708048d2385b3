import { useSnapshot } from 'valtio/react';
import { Link } from 'wouter';
import { amountText, type MerchantEntry, usdtText } from '#core/statement/merchant-entry.ts';
import { formatInstant } from '#core/time/date-text.ts';
import { serverNow } from '#platform/time/server-clock.ts';
import { session } from '#transport/session/session.ts';
import { Icon, type IconName } from '#ui/marks/icon.tsx';
import css from './admin.module.css';
import { handedEntry } from './entry-from-state.ts';

const icons: Readonly<Record<MerchantEntry['type'], IconName>> = {
  Deposit: 'down',
  Withdraw: 'up',
  Buy: 'plus',
  Transaction: 'swap',
};

export const EntryIcon = ({ type }: Pick<MerchantEntry, 'type'>) => (
  <span className={`ticon ${css.icon}`}>
    <Icon name={icons[type]} />
  </span>
);

/** A status as text and icon, so that the colour is not the only sign. */
export const StatusPill = ({ status }: Pick<MerchantEntry, 'status'>) => (
  <span className={`pill ${status === 'Completed' ? 'pill--ok' : 'pill--bad'}`}>
    <Icon name={status === 'Completed' ? 'check' : 'x'} />
    {status}
  </span>
);

interface Props {
  readonly entries: readonly MerchantEntry[];
  /** Names the merchant in each row, for a list of all merchants. */
  readonly named: boolean;
}

/** Transactions newest first; on small screens each row is a card of two lines. */
export function EntryTable({ entries, named }: Props) {
  const { timeZone } = useSnapshot(session);
  const now = serverNow();
  return (
    <table className={`table ${css.table}`}>
      <caption className="vh">Transactions, newest first</caption>
      <thead>
        <tr>
          <th scope="col">Type</th>
          <th scope="col">Date</th>
          <th scope="col">{named ? 'Merchant' : 'Transaction ID'}</th>
          <th scope="col" className="r">
            Amount
          </th>
          <th scope="col" className="r">
            USDT amount
          </th>
          <th scope="col">Status</th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <tr key={entry.id}>
            <td className="m1">
              <div className={css.type}>
                <EntryIcon type={entry.type} />
                <Link
                  className={css.open}
                  href="/admin/transaction-detail"
                  state={handedEntry.give(entry)}
                >
                  {entry.type}
                </Link>
                {named && <span className={`only-m ${css.of}`}>{entry.merchant}</span>}
              </div>
            </td>
            <td className="m4">{formatInstant(entry.at, timeZone, now)}</td>
            <td className={`hide-m ${named ? css.name : 'mono'}`} translate="no">
              {named ? entry.merchant : entry.transactionId}
            </td>
            <td className="m2 r num" translate="no">
              {amountText(entry)}
            </td>
            <td className="m5 r num" translate="no">
              {usdtText(entry)}
            </td>
            <td className="m3">
              <StatusPill status={entry.status} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
