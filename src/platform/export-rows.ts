import type { TableRow } from '#core/domain/table-document.ts';
import { type Failure, type Outcome, ok } from '#core/failure.ts';

/** Rows in batches, as they arrive; the first failure ends the export. */
export type Batches = AsyncIterable<Outcome<readonly TableRow[]>>;

export interface ExportOptions {
  readonly signal?: AbortSignal;
  /** Called with the number of rows written so far. */
  readonly onProgress?: (rows: number) => void;
}

export type Exported =
  | { readonly kind: 'made'; readonly bytes: Uint8Array<ArrayBuffer>; readonly rows: number }
  | { readonly kind: 'cancelled' }
  /** Without a `failure`, the writer itself could not be loaded or gave up. */
  | { readonly kind: 'failed'; readonly failure?: Failure };

const PORTION = 500;

/** Lets the page respond to the customer between two batches. */
export const breathe = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** Rows that are already loaded, in batches small enough not to block the page for long. */
export async function* inBatches<T>(
  items: readonly T[],
  toRow: (item: T) => TableRow,
): AsyncGenerator<Outcome<readonly TableRow[]>> {
  for (let at = 0; at < items.length; at += PORTION) {
    yield ok(items.slice(at, at + PORTION).map(toRow));
    await breathe();
  }
}
