import { useState } from 'react';
import { useSnapshot } from 'valtio/react';
import { pastMonths, pastQuarters } from '#core/time/month.ts';
import { serverNow } from '#platform/time/server-clock.ts';
import { session } from '#transport/session/session.ts';
import { SelectField } from '#ui/forms/select-field.tsx';
import { ReportDialog } from './report-dialog.tsx';

const YEARS = 3;

interface Props {
  readonly of: 'month' | 'quarter';
  /** The one that is chosen first; the latest if not said. */
  readonly first?: string;
  readonly onClose: () => void;
}

/** Chooses a completed month or quarter and saves its statement (INS-05, KEEP-16). */
export function MonthDialog({ of, first, onClose }: Props) {
  const { timeZone: own } = useSnapshot(session);
  const [now] = useState(serverNow);
  const isMonth = of === 'month';
  const timeZone = isMonth ? own : 'UTC';
  const months = isMonth ? pastMonths(now, 12 * YEARS, own) : pastQuarters(now, 4 * YEARS);
  const [chosen, setChosen] = useState(first ?? months[0]?.key ?? '');
  return (
    <ReportDialog
      title={isMonth ? 'Monthly statement' : 'Quarterly statement'}
      offline="A statement needs a connection."
      onMake={async (format, customer, options) => {
        const month = months.find(({ key }) => key === chosen);
        const { exportMonth } = await import('./export-month.ts');
        return month && exportMonth(format, { customer, month, timeZone }, options);
      }}
      onClose={onClose}
    >
      <p className="muted">
        What you owned when the {of} began, everything that changed it, and what you owned when it
        ended{!isMonth && ', by UTC'}.
      </p>
      <SelectField
        label={isMonth ? 'Month' : 'Quarter'}
        value={chosen}
        options={months.map(({ key, name }) => ({ value: key, label: name }))}
        onChange={setChosen}
      />
    </ReportDialog>
  );
}
