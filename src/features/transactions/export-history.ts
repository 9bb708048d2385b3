import { forExport } from '#core/contract/wallet/for-export.ts';
import { getTransactionHistory } from '#core/contract/wallet/history.ts';
import { type Outcome, ok } from '#core/failure.ts';
import { instantOf, type StatementEntry, statementOf } from '#core/statement/statement.ts';
import { periodReaches } from '#core/time/period.ts';
import type { ExportOptions } from '#files/export-rows.ts';
import { askedOf, filterEntries, withOthers } from '#history/history-filter.ts';
import { saveTable } from '#history/save-table.ts';
import type { Noted } from '#notes/use-noted.later.ts';
import { call } from '#transport/calls/call.ts';
import { failureText } from '#transport/calls/failure-text.ts';
import { scope } from '#transport/session/scope.ts';
import type { ExportFormat } from '#ui/actions/export-menu.tsx';
import {
  csvCells,
  csvColumns,
  type ExportContext,
  exportName,
  pdfCells,
  pdfDocument,
  pdfTotals,
} from './export-table.ts';

const PAGE = 500;

const exportedHistory = forExport(getTransactionHistory);

/** The entries of the whole statement that the filters show, read page by page. */
async function readAll(
  context: ExportContext,
  signal: AbortSignal,
): Promise<Outcome<StatementEntry[]>> {
  const asked = askedOf(context, context.now, context.timeZone);
  const transactions = [];
  const failed = [];
  let after: string | undefined;
  do {
    if (signal.aborted) break;
    const request = { ...asked, limit: PAGE, ...(after && { after }) };
    const page = await call(exportedHistory, request);
    if (!page.ok) return page;
    transactions.push(...page.value.data);
    failed.push(...(page.value.failed_payments ?? []));
    after = page.value.next;
    // A server of the previous version ignores the filters: here reading stops at the end of the period.
    const last = page.value.data.at(-1);
    if (last && !periodReaches(instantOf(last.created_at), context.period, context.now)) break;
  } while (after !== undefined);
  return ok(statementOf(transactions, failed));
}

/**
 * The text of an entry's note in a file. A note that cannot be opened here is mentioned, so that it is not
 * missed.
 */
const noteText = ({ id }: StatementEntry, noted: Noted | undefined): string =>
  noted?.noteOf(id) ?? (noted?.isClosed(id) ? 'Sealed: open your notes on this device first' : '');

/** The customer's notes; if they cannot be read, the file is written without them. */
const readNotes = (): Promise<Noted | undefined> =>
  import('#notes/use-noted.later.ts').then(({ readNoted }) => readNoted()).catch(() => undefined);

/**
 * Saves all pages of what the filters show. `known` is the whole statement, if it need not be read
 * from the server. Resolves with a text for the customer, or with undefined when the file is saved
 * or no longer wanted.
 */
export async function exportHistory(
  format: ExportFormat,
  context: ExportContext,
  known: readonly StatementEntry[] | undefined,
  options: Required<ExportOptions>,
): Promise<string | undefined> {
  const { only } = scope();
  const all = known ? ok(known) : await readAll(context, options.signal);
  if (!all.ok) return failureText(all.failure, 'Failed to fetch transaction history');
  if (options.signal.aborted) return undefined;
  const searched = context.search === undefined ? undefined : await only(readNotes());
  const entries = filterEntries(
    searched ? withOthers(all.value, searched.entries) : all.value,
    ...([context, context.now, context.timeZone, searched?.noteOf] as const),
  );
  if (entries.length === 0) return 'No data to export';
  const noted = searched ?? (format === 'CSV' ? await only(readNotes()) : undefined);
  return saveTable(
    format,
    {
      items: entries,
      nameOf: (ending) => exportName(context, ending),
      columns: csvColumns,
      csvCells: (entry) => csvCells(entry, context.timeZone, noteText(entry, noted)),
      document: pdfDocument(context),
      pdfCells: (entry) => pdfCells(entry, context),
      totals: () => pdfTotals(entries),
    },
    options,
  );
}
