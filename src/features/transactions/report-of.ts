import type { CostMethod } from '#core/statement/cost-basis.ts';
import { costBasis } from '#core/statement/cost-basis.ts';
import { meaningIn, type TaxJournal } from '#core/statement/tax-meaning.ts';
import { type TaxReport, taxReport } from '#core/statement/tax-report.ts';
import type { TaxYear } from '#core/statement/tax-rules.ts';
import { plainRule, ruleOf } from '#core/tax/country-rules.ts';

interface Of {
  /** The certified residence whose rule counts. */
  readonly country: string | undefined;
  readonly method: CostMethod;
  readonly year: TaxYear;
}

/** The one computation of a tax year, for the screen and for the files. */
export function reportOf(
  journals: readonly TaxJournal[],
  { country, method, year }: Of,
): TaxReport {
  const { exchange } = ruleOf(country) ?? plainRule;
  return taxReport(journals, costBasis(journals.flatMap(meaningIn(exchange)), method), year);
}
