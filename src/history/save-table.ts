import { type Exported, type ExportOptions, inBatches } from '#files/export-rows.ts';
import { saveFile } from '#files/save-file.ts';
import type { TableDocument, TableRow, TableTotal } from '#files/table-document.ts';
import { csvStyleNow } from '#transport/customer/csv-style.ts';
import { scope } from '#transport/session/scope.ts';
import type { ExportFormat } from '#ui/actions/export-menu.tsx';

/** The content of a file, in either format. */
interface Table<T> {
  readonly items: readonly T[];
  readonly nameOf: (ending: 'csv' | 'pdf') => string;
  readonly columns: readonly string[];
  readonly csvCells: (item: T) => TableRow;
  readonly document: TableDocument;
  readonly pdfCells: (item: T) => TableRow;
  readonly totals: () => readonly TableTotal[];
}

async function write<T>(
  format: ExportFormat,
  { items, columns, csvCells, document, pdfCells, totals }: Table<T>,
  options: ExportOptions,
): Promise<Exported> {
  if (format === 'CSV') {
    const { exportCsv } = await import('#files/export-csv.ts');
    return exportCsv(csvStyleNow(), columns, inBatches(items, csvCells), options);
  }
  const { exportPdf } = await import('#files/export-pdf.ts');
  return exportPdf(document, inBatches(items, pdfCells), { ...options, totals });
}

/**
 * Writes a table and saves it. Resolves with a text for the customer, or with undefined when the file is saved
 * or no longer wanted.
 */
export async function saveTable<T>(
  format: ExportFormat,
  table: Table<T>,
  options: ExportOptions,
): Promise<string | undefined> {
  const writing = write(format, table, options).catch((): Exported => ({ kind: 'failed' }));
  // Another customer must not get the file.
  const made = await scope().only(writing);
  switch (made.kind) {
    case 'made':
      saveFile(table.nameOf(format === 'CSV' ? 'csv' : 'pdf'), made.file, format);
      return undefined;
    case 'cancelled':
      return undefined;
    case 'failed':
      return `The ${format} could not be created. Check your connection and try again.`;
  }
}
