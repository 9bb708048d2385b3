import { type CostMethod, costBasis } from '#core/domain/cost-basis.ts';
import { meaningOf } from '#core/domain/tax-meaning.ts';
import { taxReport } from '#core/domain/tax-report.ts';
import type { TaxYear } from '#core/domain/tax-rules.ts';
import { failureText } from '#transport/failure-text.ts';
import { sameCustomer } from '#transport/same-customer.ts';
import type { ExportFormat } from '#ui/export-menu.tsx';
import { type ReportOptions, readJournals, TOO_OLD, whileWriting } from './read-journals.ts';
import { saveTable } from './save-table.ts';
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
  readonly year: TaxYear;
  readonly method: CostMethod;
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
  const isTheirs = sameCustomer();
  const told = await readJournals({ to: wish.year.to }, options);
  if (!isTheirs() || options.signal.aborted) return undefined;
  if (!told.ok) return failureText(told.failure, 'The transactions could not be loaded.');
  const { journals, money } = told.value;
  if (money === undefined) return TOO_OLD;
  const basis = costBasis(journals.flatMap(meaningOf), wish.method);
  const report = taxReport(journals, basis, wish.year);
  if (report.disposals.length === 0) {
    return `Nothing was sold, swapped or spent in ${wish.year.name}.`;
  }
  const context: TaxContext = { ...wish, money };
  return saveTable(
    format,
    {
      items: report.disposals,
      nameOf: (ending) => taxFileName(context, ending),
      columns: taxColumns,
      csvCells: (one) => taxCells(one, context),
      document: taxDocument(context),
      pdfCells: (one) => taxPdfCells(one, context),
      totals: () => taxPdfTotals(report, context),
    },
    whileWriting(options),
    isTheirs,
  );
}
