import { useState } from 'react';
import { useSnapshot } from 'valtio/react';
import { pastMonths } from '#core/domain/month.ts';
import { serverNow } from '#platform/clock.ts';
import { session } from '#transport/session.ts';
import { SelectField } from '#ui/select-field.tsx';
import { ReportDialog } from './report-dialog.tsx';

const MONTHS = 36;

/** The choice of a month that is over, and its statement (INS-05). */
export function MonthDialog({ onClose }: { readonly onClose: () => void }) {
  const { timeZone } = useSnapshot(session);
  const [now] = useState(serverNow);
  const months = pastMonths(now, MONTHS, timeZone);
  const [chosen, setChosen] = useState(months[0]?.key ?? '');
  return (
    <ReportDialog
      title="Monthly statement"
      offline="A statement needs a connection."
      onMake={async (format, customer, options) => {
        const month = months.find(({ key }) => key === chosen);
        const { exportMonth } = await import('./export-month.ts');
        return month && exportMonth(format, { customer, month, timeZone }, options);
      }}
      onClose={onClose}
    >
      <p className="muted">
        What you owned when the month began, everything that changed it, and what you owned when it
        ended.
      </p>
      <SelectField
        label="Month"
        value={chosen}
        options={months.map(({ key, name }) => ({ value: key, label: name }))}
        onChange={setChosen}
      />
    </ReportDialog>
  );
}
