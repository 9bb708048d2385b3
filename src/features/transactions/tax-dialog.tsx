import { useState } from 'react';
import { useSnapshot } from 'valtio/react';
import { type CostMethod, costMethods } from '#core/domain/cost-basis.ts';
import { marketOf } from '#core/domain/region.ts';
import { methodNames, methodOf, taxYears } from '#core/domain/tax-rules.ts';
import { serverNow } from '#platform/clock.ts';
import { session } from '#transport/session.ts';
import { SelectField } from '#ui/select-field.tsx';
import { ReportDialog } from './report-dialog.tsx';
import { NO_ADVICE } from './tax-table.ts';

/** For how many past years a tax office may ask for documents. */
const YEARS = 7;

/** Chooses a tax year and a method, and saves the report. */
export function TaxDialog({ onClose }: { readonly onClose: () => void }) {
  const current = useSnapshot(session);
  const { user, timeZone } = current;
  const [now] = useState(serverNow);
  const years = taxYears(now, YEARS, marketOf(current), timeZone);
  const usual = methodOf(user?.country_code ?? '');
  const [chosen, setChosen] = useState(String(years[0]?.year));
  const [method, setMethod] = useState<CostMethod>(usual);
  return (
    <ReportDialog
      title="Tax report"
      offline="The report needs a connection."
      onMake={async (format, customer, options) => {
        const year = years.find((one) => String(one.year) === chosen);
        const { exportTaxReport } = await import('./export-tax-report.ts');
        return (
          year &&
          exportTaxReport(format, { customer, year, method, timeZone, now: serverNow() }, options)
        );
      }}
      onClose={onClose}
    >
      <p className="muted">
        Gains and losses of everything you sold, swapped or paid fees with. {NO_ADVICE}
      </p>
      <SelectField
        label="Tax year"
        value={chosen}
        options={years.map(({ year, name }, back) => ({
          value: String(year),
          label: back === 0 ? `${name}, so far` : name,
        }))}
        onChange={setChosen}
      />
      <SelectField
        label="Method"
        value={method}
        options={costMethods.map((one) => ({
          value: one,
          label: one === usual ? `${methodNames[one]} (usual)` : methodNames[one],
        }))}
        onChange={(one) => setMethod(one === 'average' ? one : 'fifo')}
      />
    </ReportDialog>
  );
}
