import type { TableRow } from '#core/domain/table-document.ts';
import { type Failure, type Outcome, ok } from '#core/failure.ts';

/** Rows in portions, as they come; the first failure ends the export. */
export type Batches = AsyncIterable<Outcome<readonly TableRow[]>>;

export interface ExportOptions {
  readonly signal?: AbortSignal;
  /** Told how many rows are written so far. */
  readonly onProgress?: (rows: number) => void;
}

export type Exported =
  | { readonly kind: 'made'; readonly bytes: Uint8Array<ArrayBuffer>; readonly rows: number }
  | { readonly kind: 'cancelled' }
  /** Without a `failure`: the writer itself could not be loaded, or gave up. */
  | { readonly kind: 'failed'; readonly failure?: Failure };

const PORTION = 500;

/** Lets the page answer the customer between two portions. */
export const breathe = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** Rows that are all here already, in portions that never hold the page up for long. */
export async function* inBatches<T>(
  items: readonly T[],
  toRow: (item: T) => TableRow,
): AsyncGenerator<Outcome<readonly TableRow[]>> {
  for (let at = 0; at < items.length; at += PORTION) {
    yield ok(items.slice(at, at + PORTION).map(toRow));
    await breathe();
  }
}
