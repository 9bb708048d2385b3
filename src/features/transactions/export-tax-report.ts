import { openTaxReport } from '#core/contract/wallet/gains.ts';
import type { CostMethod } from '#core/statement/cost-basis.ts';
import { taxYearOf } from '#core/statement/tax-rules.ts';
import { isJulyYear } from '#core/tax/country-rules.ts';
import { saveTable } from '#history/save-table.ts';
import { call } from '#transport/calls/call.ts';
import { failureText } from '#transport/calls/failure-text.ts';
import type { ExportFormat } from '#ui/actions/export-menu.tsx';
import { type ReportOptions, readJournals, TOO_OLD, whileWriting } from './read-journals.ts';
import { reportOf } from './report-of.ts';
import {
  type TaxContext,
  taxCells,
  taxColumns,
  taxDocument,
  taxFileName,
  taxPdfCells,
  taxPdfTotals,
} from './tax-table.ts';

export interface TaxWish {
  readonly customer: string;
  /** The calendar year in which the tax year begins. */
  readonly year: number;
  readonly method: CostMethod;
  readonly market: string;
  /** The customer's own, for a residence that has several. */
  readonly timeZone: string;
  readonly now: number;
}

/**
 * Saves the gains of a tax year's disposals. Resolves with a text for the customer, or with undefined when
 * the file is saved or no longer wanted.
 */
export async function exportTaxReport(
  format: ExportFormat,
  wish: TaxWish,
  options: ReportOptions,
): Promise<string | undefined> {
  const { method, now } = wish;
  const opened = await call(openTaxReport, { time_zone: wish.timeZone, keep: true });
  if (options.signal.aborted) return undefined;
  if (!opened.ok) return failureText(opened.failure, 'The report could not be prepared.');
  const { country, residences, time_zone: timeZone } = opened.value.data;
  const year = taxYearOf(wish.year, isJulyYear(country, wish.market), timeZone);
  const told = await readJournals({ to: year.to }, options);
  if (options.signal.aborted) return undefined;
  if (!told.ok) return failureText(told.failure, 'The transactions could not be loaded.');
  const { journals, money } = told.value;
  if (money === undefined) return TOO_OLD;
  const report = reportOf(journals, { country, method, year });
  if (report.disposals.length === 0) {
    return `Nothing was sold, swapped or spent in ${year.name}.`;
  }
  const context: TaxContext = {
    ...{ customer: wish.customer, year, method, timeZone, money, now, country, residences },
  };
  return saveTable(
    format,
    {
      items: report.disposals,
      nameOf: (ending) => taxFileName(context, ending),
      columns: taxColumns,
      csvCells: (one) => taxCells(one, context),
      document: taxDocument(report, context),
      pdfCells: (one) => taxPdfCells(one, context),
      totals: () => taxPdfTotals(report, context),
    },
    whileWriting(options),
  );
}
