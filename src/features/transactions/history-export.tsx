import { useState } from 'react';
import { useSnapshot } from 'valtio/react';
import type { StatementEntry } from '#core/statement/statement.ts';
import type { HistoryFilter } from '#history/history-filter.ts';
import { useNameInPdf } from '#history/name-in-pdf.ts';
import css from '#history/transactions.module.css';
import { serverNow } from '#platform/time/server-clock.ts';
import { csvCountryOf } from '#transport/customer/csv-style.ts';
import { session } from '#transport/session/session.ts';
import { ExportMenu } from '#ui/actions/export-menu.tsx';
import { exportHistory } from './export-history.ts';
import { MonthDialog } from './month-dialog.tsx';
import { TaxDialog } from './tax-dialog.tsx';

interface Props {
  readonly filter: HistoryFilter;
  /** The whole statement, if every page of it is already on this device. */
  readonly whole: readonly StatementEntry[] | undefined;
  /** When the server reported it. */
  readonly asOf: Date | undefined;
  readonly online: boolean;
}

export function HistoryExport({ filter, whole, asOf, online }: Props) {
  const current = useSnapshot(session);
  const { timeZone } = current;
  const { name: customer, note } = useNameInPdf();
  const [report, setReport] = useState<'month' | 'quarter' | 'tax'>();
  const close = (): void => setReport(undefined);
  return (
    <div className={css.export}>
      <button className="textbtn" type="button" onClick={() => setReport('tax')}>
        {/* Short, so that the number of transactions beside it stays in one line on a phone. */}
        Gains<span className="vh"> and tax</span>
      </button>
      <ExportMenu
        of={JSON.stringify(filter)}
        disabledReason={online || whole ? undefined : 'An export needs a connection.'}
        onExport={(format, options) =>
          exportHistory(
            format,
            {
              ...filter,
              customer,
              timeZone,
              now: serverNow(),
              asOf: online ? undefined : asOf?.getTime(),
            },
            online ? undefined : whole,
            options,
          )
        }
        country={csvCountryOf(current)}
        note={note}
        more={[
          { label: 'Monthly statement', onChoose: () => setReport('month') },
          { label: 'Quarterly statement', onChoose: () => setReport('quarter') },
          { label: 'Tax report', onChoose: () => setReport('tax') },
        ]}
      />
      {report === 'tax' ? (
        <TaxDialog onClose={close} />
      ) : (
        report && <MonthDialog of={report} onClose={close} />
      )}
    </div>
  );
}
