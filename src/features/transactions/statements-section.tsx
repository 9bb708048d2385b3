import { useState } from 'react';
import { useSnapshot } from 'valtio/react';
import { pastMonths, pastQuarters } from '#core/time/month.ts';
import { serverNow } from '#platform/time/server-clock.ts';
import { session } from '#transport/session/session.ts';
import { PageIcon } from '#ui/marks/page-icon.tsx';
import { MonthDialog } from './month-dialog.tsx';

/** Older ones are chosen in the dialog. */
const MONTHS = 12;
const QUARTERS = 4;

interface Chosen {
  readonly of: 'month' | 'quarter';
  readonly key: string;
}

interface RowsProps {
  readonly title: string;
  readonly of: Chosen['of'];
  readonly periods: readonly { readonly key: string; readonly name: string }[];
  readonly onChoose: (chosen: Chosen) => void;
}

const Rows = ({ title, of, periods, onChoose }: RowsProps) => (
  <section className="group" aria-labelledby={`statements-${of}`}>
    <h2 id={`statements-${of}`}>{title}</h2>
    <ul className="card rows">
      {periods.map(({ key, name }) => (
        <li key={key}>
          <button className="row" type="button" onClick={() => onChoose({ of, key })}>
            <span className="ticon">
              <PageIcon name="calendar" />
            </span>
            <b>{name}</b>
            <PageIcon name="save" size="s" />
          </button>
        </li>
      ))}
    </ul>
  </section>
);

/** EYE-12: the statements where one looks for them; each is made when it is asked for (INS-05, KEEP-16). */
export function StatementsSection() {
  const { timeZone } = useSnapshot(session);
  const [now] = useState(serverNow);
  const [chosen, choose] = useState<Chosen>();
  return (
    <>
      <Rows
        title="By month"
        of="month"
        periods={pastMonths(now, MONTHS, timeZone)}
        onChoose={choose}
      />
      <Rows
        title="By quarter"
        of="quarter"
        periods={pastQuarters(now, QUARTERS)}
        onChoose={choose}
      />
      {chosen && (
        <MonthDialog of={chosen.of} first={chosen.key} onClose={() => choose(undefined)} />
      )}
    </>
  );
}
