import { type Failure, type Outcome, ok } from '#core/failure.ts';
import type { TableRow } from './table-document.ts';

/** Rows in batches, as they arrive; the first failure ends the export. */
export type Batches = AsyncIterable<Outcome<readonly TableRow[]>>;

export interface ExportOptions {
  readonly signal?: AbortSignal;
  /** Called with the number of rows written so far. */
  readonly onProgress?: (rows: number) => void;
}

export type Exported =
  | { readonly kind: 'made'; readonly file: BlobPart; readonly rows: number }
  | { readonly kind: 'cancelled' }
  /** Without a `failure`, the writer itself could not be loaded or gave up. */
  | { readonly kind: 'failed'; readonly failure?: Failure };

const PORTION = 1_000;

/** Short enough that a press is answered at once; each pause costs 4 ms, which browsers add. */
const BUSY_MS = 30;

/** Rows that are already loaded, in batches, between which the page responds to the customer. */
export async function* inBatches<T>(
  items: readonly T[],
  toRow: (item: T) => TableRow,
): AsyncGenerator<Outcome<readonly TableRow[]>> {
  let paused = performance.now();
  for (let at = 0; at < items.length; at += PORTION) {
    yield ok(items.slice(at, at + PORTION).map(toRow));
    if (performance.now() - paused < BUSY_MS) continue;
    await new Promise((resolve) => setTimeout(resolve));
    paused = performance.now();
  }
}
