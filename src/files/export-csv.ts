import { type CsvStyle, csvHead, csvRow } from './csv.ts';
import type { Batches, Exported, ExportOptions } from './export-rows.ts';

/** Makes a CSV file of rows that may still be loading. */
export async function exportCsv(
  style: CsvStyle,
  columns: readonly string[],
  batches: Batches,
  { signal, onProgress }: ExportOptions = {},
): Promise<Exported> {
  const parts = [csvHead(style, columns)];
  let rows = 0;
  for await (const batch of batches) {
    if (signal?.aborted) return { kind: 'cancelled' };
    if (!batch.ok) return { kind: 'failed', failure: batch.failure };
    parts.push(batch.value.map((row) => csvRow(style, row)).join(''));
    rows += batch.value.length;
    onProgress?.(rows);
  }
  if (signal?.aborted) return { kind: 'cancelled' };
  return { kind: 'made', file: new Blob(parts), rows };
}
