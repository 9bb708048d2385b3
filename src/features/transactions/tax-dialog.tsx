import { useEffect, useMemo, useState } from 'react';
import { useSnapshot } from 'valtio/react';
import { openTaxReport } from '#core/contract/wallet/gains.ts';
import { marketOf } from '#core/money/region.ts';
import { countryName } from '#core/people/country.ts';
import { type CostMethod, costMethods } from '#core/statement/cost-basis.ts';
import { methodNames, taxYears } from '#core/statement/tax-rules.ts';
import { isJulyYear, plainRule, ruleOf, ruleText } from '#core/tax/country-rules.ts';
import { serverNow } from '#platform/time/server-clock.ts';
import { call } from '#transport/calls/call.ts';
import { failureText } from '#transport/calls/failure-text.ts';
import { session } from '#transport/session/session.ts';
import { SelectField } from '#ui/forms/select-field.tsx';
import { useOnline } from '#ui/hooks/signals.ts';
import { ReportDialog } from './report-dialog.tsx';
import { NO_ADVICE } from './tax-table.ts';
import { YearSoFar } from './year-so-far.tsx';

/** For how many past years a tax office may ask for documents. */
const YEARS = 7;

interface Basis {
  readonly country?: string | undefined;
  readonly time_zone: string;
}

/** By whose rule and in which zone the report is made: the server knows the certified residence. */
function useBasis(timeZone: string) {
  const [basis, setBasis] = useState<Basis>();
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    void call(openTaxReport, { time_zone: timeZone }).then((outcome) => {
      if (outcome.ok) setBasis(outcome.value.data);
      else setProblem(failureText(outcome.failure, 'Where you pay tax could not be read.'));
    });
  }, [timeZone]);
  return { basis, problem };
}

const isMethod = (name: string): name is CostMethod => costMethods.some((one) => one === name);

/** The method's name; usual only where a source says so. */
function methodLabel(one: CostMethod, country: string | undefined): string {
  const rule = ruleOf(country);
  return country !== undefined && rule?.method === one && rule.lacks === undefined
    ? `${methodNames[one]} (usual in ${countryName(country)})`
    : methodNames[one];
}

/** Chooses a tax year and a method, and saves the report. */
export function TaxDialog({ onClose }: { readonly onClose: () => void }) {
  const current = useSnapshot(session);
  const { timeZone } = current;
  const [now] = useState(serverNow);
  const { basis, problem } = useBasis(timeZone);
  const market = marketOf(current);
  const country = basis?.country;
  const zone = basis?.time_zone ?? timeZone;
  const years = useMemo(
    () => taxYears(now, YEARS, isJulyYear(country, market), zone),
    [now, country, market, zone],
  );
  const [chosen, setChosen] = useState<string>();
  const [wished, setWished] = useState<CostMethod>();
  const method = wished ?? ruleOf(country)?.method ?? plainRule.method;
  const year = chosen ?? String(years[0]?.year);
  const told = years.find((one) => String(one.year) === year);
  const isOnline = useOnline();
  return (
    <ReportDialog
      title="Tax report"
      offline="The report needs a connection."
      onMake={async (format, customer, options) => {
        const { exportTaxReport } = await import('./export-tax-report.ts');
        const wish = { customer, year: Number(year), method, market, timeZone, now: serverNow() };
        return basis ? exportTaxReport(format, wish, options) : problem;
      }}
      onClose={onClose}
    >
      <p className="muted">
        Gains and losses of everything you sold, swapped or paid fees with. {NO_ADVICE}
      </p>
      <p className="small muted" role="status">
        {basis
          ? `${ruleText(country)} Tax years begin at midnight in ${basis.time_zone}.`
          : (problem ?? 'Reading where you pay tax')}
      </p>
      <SelectField
        label="Tax year"
        value={year}
        options={years.map((one, back) => ({
          value: String(one.year),
          label: back === 0 ? `${one.name}, so far` : one.name,
        }))}
        onChange={setChosen}
      />
      <SelectField
        label="Method"
        value={method}
        options={costMethods.map((one) => ({ value: one, label: methodLabel(one, country) }))}
        onChange={(one) => setWished(isMethod(one) ? one : undefined)}
      />
      {basis && told && isOnline && <YearSoFar country={country} method={method} year={told} />}
    </ReportDialog>
  );
}
