import { useState } from 'react';
import { useSnapshot } from 'valtio/react';
import type { StatementEntry } from '#core/domain/statement.ts';
import { serverNow } from '#platform/clock.ts';
import { csvCountryOf } from '#transport/csv-style.ts';
import { session } from '#transport/session.ts';
import { ExportMenu } from '#ui/export-menu.tsx';
import { exportHistory } from './export-history.ts';
import type { HistoryFilter } from './history-filter.ts';
import { MonthDialog } from './month-dialog.tsx';
import { useNameInPdf } from './name-in-pdf.ts';
import { TaxDialog } from './tax-dialog.tsx';
import css from './transactions.module.css';

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
