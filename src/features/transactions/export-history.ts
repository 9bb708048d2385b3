import { forExport } from '#core/contract/for-export.ts';
import { getTransactionHistory } from '#core/contract/history.ts';
import { periodReaches } from '#core/domain/period.ts';
import { instantOf, type StatementEntry, statementOf } from '#core/domain/statement.ts';
import { type Outcome, ok } from '#core/failure.ts';
import { type Exported, type ExportOptions, inBatches } from '#platform/export-rows.ts';
import { saveFile } from '#platform/save-file.ts';
import { call } from '#transport/call.ts';
import { failureText } from '#transport/failure-text.ts';
import { sameCustomer } from '#transport/same-customer.ts';
import { session } from '#transport/session.ts';
import {
  csvCells,
  csvColumns,
  type ExportContext,
  exportName,
  pdfCells,
  pdfDocument,
  pdfTotals,
} from './export-table.ts';
import { filterEntries } from './history-filter.ts';

const PAGE = 500;

const exportedHistory = forExport(getTransactionHistory);

/** The customer's whole statement, page after page, as far back as the period reaches. */
async function readAll(
  { period, now }: ExportContext,
  signal: AbortSignal,
): Promise<Outcome<StatementEntry[]>> {
  // All pages belong to one customer: nothing is requested for anybody who signs in meanwhile.
  const options = session.user ? { userId: session.user.id } : {};
  const transactions = [];
  const failed = [];
  let after: string | undefined;
  do {
    if (signal.aborted) break;
    const request = { limit: PAGE, ...(after && { after }) };
    const page = await call(exportedHistory, request, options);
    if (!page.ok) return page;
    transactions.push(...page.value.data);
    failed.push(...(page.value.failed_payments ?? []));
    after = page.value.next;
    const last = page.value.data.at(-1);
    if (last && !periodReaches(instantOf(last.created_at), period, now)) break;
  } while (after !== undefined);
  return ok(statementOf(transactions, failed));
}

async function write(
  format: 'CSV' | 'PDF',
  entries: readonly StatementEntry[],
  context: ExportContext,
  options: ExportOptions,
): Promise<Exported> {
  if (format === 'CSV') {
    const { exportCsv } = await import('#platform/export-csv.ts');
    const rows = inBatches(entries, (entry) => csvCells(entry, context.timeZone));
    return exportCsv(csvColumns, rows, options);
  }
  const { exportPdf } = await import('#platform/export-pdf.ts');
  const rows = inBatches(entries, (entry) => pdfCells(entry, context));
  return exportPdf(pdfDocument(context), rows, { ...options, totals: () => pdfTotals(entries) });
}

/**
 * Saves all pages of what the filters show. `known` is the whole statement, if it need not be read
 * from the server. Resolves with a text for the customer, or with undefined when the file is saved
 * or no longer wanted.
 */
export async function exportHistory(
  format: 'CSV' | 'PDF',
  context: ExportContext,
  known: readonly StatementEntry[] | undefined,
  options: Required<ExportOptions>,
): Promise<string | undefined> {
  const isTheirs = sameCustomer();
  const all = known ? ok(known) : await readAll(context, options.signal);
  if (!isTheirs()) return undefined;
  if (!all.ok) return failureText(all.failure, 'Failed to fetch transaction history');
  if (options.signal.aborted) return undefined;
  const entries = filterEntries(all.value, context, context.now, context.timeZone);
  if (entries.length === 0) return 'No data to export';
  const made = await write(format, entries, context, options).catch(
    (): Exported => ({ kind: 'failed' }),
  );
  // The file must not reach another customer, either.
  if (!isTheirs()) return undefined;
  switch (made.kind) {
    case 'made': {
      const ending = format === 'CSV' ? 'csv' : 'pdf';
      saveFile(exportName(context, ending), made.bytes, format);
      return undefined;
    }
    case 'cancelled':
      return undefined;
    case 'failed':
      return `The ${format} could not be created. Check your connection and try again.`;
  }
}
