import { brand } from '#core/brand.ts';
import { type Outcome, ok } from '#core/failure.ts';
import { operator } from '#core/operator.ts';
import {
  amountText,
  type MerchantEntry,
  merchantTotals,
  plainAmount,
  totalText,
  usdtText,
} from '#core/statement/merchant-entry.ts';
import { formatLocal, timestampOf } from '#core/time/date-text.ts';
import type { Period } from '#core/time/period.ts';
import { TRANSACTIONS_UNREAD } from '#core/words/staff.ts';
import { csvTable, pdfTable } from '#files/columns.ts';
import type { ExportOptions } from '#files/export-rows.ts';
import { fileName } from '#files/file-name.ts';
import type { TableDocument, TableRow, TableTotal } from '#files/table-document.ts';
import { saveTable } from '#history/save-table.ts';
import { failureText } from '#transport/calls/failure-text.ts';
import { listingPage } from './admin-wiring.ts';
import { joinRows, type ListingPage, mayHaveMore, shownEntries } from './listing-state.ts';

export interface ExportContext {
  readonly merchantId: string;
  readonly merchant: string;
  readonly period: Period;
  readonly timeZone: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** The largest page that the server returns. */
const PAGE = 500;

/** With the year, because a file may be read years later. */
const dateText = (entry: MerchantEntry, timeZone: string): string =>
  formatLocal(entry.at, timeZone, 0);

interface Row {
  readonly entry: MerchantEntry;
  readonly timeZone: string;
}

/** ADM-06: the columns of the specification, in its order. */
const csv = csvTable<Row>([
  ['Transaction ID', ({ entry }) => entry.transactionId],
  ['Type', ({ entry }) => entry.type],
  ['USDT Amount', ({ entry }) => plainAmount(entry, entry.usdt)],
  ['Fiat Amount', ({ entry }) => plainAmount(entry, entry.amount)],
  ['Currency', ({ entry }) => entry.currency],
  ['Date', ({ entry, timeZone }) => dateText(entry, timeZone)],
  ['Status', ({ entry }) => entry.status],
  ['Merchant Name', ({ entry }) => entry.merchant],
]);

const pdf = pdfTable<Row>([
  ['Transaction ID', ({ entry }) => entry.transactionId, 2],
  ['Type', ({ entry }) => entry.type, 1.2],
  ['USDT Amount', ({ entry }) => usdtText(entry), 2, 'end'],
  ['Fiat Amount', ({ entry }) => amountText(entry), 2, 'end'],
  ['Currency', ({ entry }) => entry.currency, 1.2],
  ['Date', ({ entry, timeZone }) => dateText(entry, timeZone), 2],
  ['Status', ({ entry }) => entry.status, 1.2],
  ['Merchant Name', ({ entry }) => entry.merchant, 2],
]);

export const csvColumns = csv.titles;

export const csvCells = (entry: MerchantEntry, timeZone: string): TableRow =>
  csv.cells({ entry, timeZone });

export const pdfCells = (entry: MerchantEntry, timeZone: string): TableRow =>
  pdf.cells({ entry, timeZone });

export const pdfDocument = (context: ExportContext): TableDocument => ({
  title: 'Merchant Transaction History',
  lines: [
    context.merchant,
    `Period: ${context.period}`,
    `Created ${formatLocal(context.now, context.timeZone, 0)} · Time zone: ${context.timeZone || timestampOf(context.now, '').offset}`,
  ],
  columns: pdf.columns,
  heading: true,
  landscape: true,
  foot: `${operator.company} · ${brand.website}`,
});

export function pdfTotals(entries: readonly MerchantEntry[]): readonly TableTotal[] {
  const { completed, failed } = merchantTotals(entries);
  return [
    ['Completed', totalText(completed)],
    ['Failed', totalText(failed)],
  ];
}

export function exportName({ merchant, period, now, timeZone }: ExportContext, ending: string) {
  const [day = ''] = timestampOf(now, timeZone).local.split(' ');
  return fileName(['transaction_history', merchant, period, day], ending);
}

/** Every page of the listing, as far back as the period reaches. */
export async function readAll(
  { period, now, merchant }: Pick<ExportContext, 'period' | 'now' | 'merchant'>,
  page: (page: number) => Promise<Outcome<ListingPage>>,
  { signal, onProgress }: Required<ExportOptions>,
): Promise<Outcome<readonly MerchantEntry[]>> {
  let rows: ListingPage['details'] = [];
  for (let next: number | undefined = 1; next !== undefined && !signal.aborted; ) {
    const outcome = await page(next);
    if (!outcome.ok) return outcome;
    const { details, total } = outcome.value;
    rows = joinRows(rows, details);
    onProgress(rows.length);
    const more: boolean = total === null ? details.length >= PAGE : next * PAGE < total;
    next = more && mayHaveMore({ rows, period, next }, now) ? next + 1 : undefined;
  }
  return ok(shownEntries({ rows, period }, now, merchant));
}

/** Saves all transactions of a merchant in the period. Resolves with a text to show, if there is one. */
export async function exportMerchant(
  format: 'CSV' | 'PDF',
  context: ExportContext,
  options: Required<ExportOptions>,
): Promise<string | undefined> {
  if (!context.merchantId) return 'Please select a merchant first';
  const { signal } = options;
  const all = await readAll(
    context,
    (page) => listingPage(context.merchantId, page, { limit: PAGE, signal, exported: true }),
    options,
  );
  if (signal.aborted) return undefined;
  if (!all.ok) {
    return `Failed to load transactions: ${failureText(all.failure, TRANSACTIONS_UNREAD)}`;
  }
  if (all.value.length === 0) return 'No data to export';
  const entries = all.value;
  const { timeZone } = context;
  return saveTable(
    format,
    {
      items: entries,
      nameOf: (ending) => exportName(context, ending),
      columns: csvColumns,
      csvCells: (entry) => csvCells(entry, timeZone),
      document: pdfDocument(context),
      pdfCells: (entry) => pdfCells(entry, timeZone),
      totals: () => pdfTotals(entries),
    },
    options,
  );
}
