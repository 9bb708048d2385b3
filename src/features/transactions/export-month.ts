import { getMonthBalances, type Owned } from '#core/contract/wallet/portfolio.ts';
import { findKept } from '#core/money/cash.ts';
import { parseUnits } from '#core/money/decimal.ts';
import { FIAT_SCALE } from '#core/money/purchase-approval.ts';
import { monthStatement, type OwnedThen } from '#core/statement/month-statement.ts';
import { saveTable } from '#history/save-table.ts';
import { call } from '#transport/calls/call.ts';
import { failureText } from '#transport/calls/failure-text.ts';
import type { ExportFormat } from '#ui/actions/export-menu.tsx';
import {
  type MonthContext,
  monthCells,
  monthColumns,
  monthDocument,
  monthFileName,
  monthLines,
  monthPdfCells,
  monthPdfTotals,
} from './month-table.ts';
import { type ReportOptions, readJournals, TOO_OLD, whileWriting } from './read-journals.ts';

type MonthWish = Omit<MonthContext, 'money'>;

/** Undefined if one cannot be read, because the statement would be wrong. */
function readOwned(told: readonly Owned[]): readonly OwnedThen[] | undefined {
  const all: OwnedThen[] = [];
  for (const { currency_id: asset, amount, price, value } of told) {
    const scale = findKept(asset)?.scale;
    const units = scale === undefined ? undefined : parseUnits(amount, scale);
    if (units === undefined) return undefined;
    all.push({
      ...{ asset, units, price },
      value: value === undefined ? undefined : parseUnits(value, FIAT_SCALE),
    });
  }
  return all;
}

/**
 * Saves the statement of a month. Resolves with a text for the customer, or with undefined when the file is
 * saved or no longer wanted.
 */
export async function exportMonth(
  format: ExportFormat,
  wish: MonthWish,
  options: ReportOptions,
): Promise<string | undefined> {
  const { from, to, name } = wish.month;
  const bounds = { from: new Date(from).toISOString(), until: new Date(to).toISOString() };
  const ends = await call(getMonthBalances, bounds);
  if (!ends.ok) return failureText(ends.failure, 'The balances could not be loaded.');
  const told = await readJournals({ from, to }, options);
  if (options.signal.aborted) return undefined;
  if (!told.ok) return failureText(told.failure, 'The transactions could not be loaded.');
  const [opening, closing] = [readOwned(ends.value.opening), readOwned(ends.value.closing)];
  const { journals, money } = told.value;
  if (money === undefined || !opening || !closing) return TOO_OLD;
  const statement = monthStatement(opening, journals, closing);
  if (!statement) {
    return 'The statement does not add up, so it is not given to you. Please report it to us.';
  }
  if (statement.byAsset.length === 0) return `You owned nothing in ${name}, and nothing moved.`;
  const context: MonthContext = { ...wish, money };
  return saveTable(
    format,
    {
      items: monthLines(statement, context),
      nameOf: (ending) => monthFileName(context, ending),
      columns: monthColumns,
      csvCells: (line) => monthCells(line, context),
      document: monthDocument(statement, context),
      pdfCells: (line) => monthPdfCells(line, context),
      totals: () => monthPdfTotals(statement, context),
    },
    whileWriting(options),
  );
}
