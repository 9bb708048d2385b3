import type { TableDocument, TableRow, TableTotal } from './table-document.ts';

/** The page's messages to the worker that writes a PDF. Each is answered before the next is sent. */
export type PdfRequest =
  | {
      readonly type: 'begin';
      readonly document: TableDocument;
      /** The fonts' addresses, by file name. */
      readonly fonts: Readonly<Record<string, string>>;
    }
  | { readonly type: 'rows'; readonly rows: readonly TableRow[] }
  | { readonly type: 'end'; readonly totals: readonly TableTotal[] };

export type PdfReply =
  | { readonly type: 'written' }
  | { readonly type: 'done'; readonly bytes: ArrayBuffer }
  | { readonly type: 'failed' };
