import { useSnapshot } from 'valtio/react';
import { type StatementEntry, transactionIdOf } from '#core/statement/statement.ts';
import { formatInstant } from '#core/time/date-text.ts';
import { EntryIcon } from '#history/entry-row.tsx';
import { entryText, openStatus, worthBeside } from '#history/entry-text.ts';
import { serverNow } from '#platform/time/server-clock.ts';
import { session } from '#transport/session/session.ts';
import css from './desk.module.css';

/** An entry of a customer's history, as an officer reads it: with the id that the customer sees. */
export function EntryLine({ entry }: { readonly entry: StatementEntry }) {
  const { timeZone } = useSnapshot(session);
  const { title, amount, arrives, second } = entryText(entry);
  const beside = openStatus(entry) ?? second ?? worthBeside(entry);
  return (
    <li className={`row ${css.entry}`}>
      <EntryIcon entry={entry} />
      <span>
        <b>{title}</b>
        <small>{formatInstant(entry.at, timeZone, serverNow())}</small>
        <small className={`muted ${css.whom}`} translate="no">
          {transactionIdOf(entry)}
        </small>
      </span>
      <span className="row__end">
        <b className={arrives ? 'num pos' : 'num'} translate="no">
          {amount}
        </b>
        {beside && <small className="num">{beside}</small>}
      </span>
    </li>
  );
}
