import type { TableDocument, TableRow, TableTotal } from './table-document.ts';

/** What the page says to the worker that writes a PDF; each is answered before the next is sent. */
export type PdfRequest =
  | {
      readonly type: 'begin';
      readonly document: TableDocument;
      /** Addresses of the fonts, by their files' names. */
      readonly fonts: Readonly<Record<string, string>>;
    }
  | { readonly type: 'rows'; readonly rows: readonly TableRow[] }
  | { readonly type: 'end'; readonly totals: readonly TableTotal[] };

export type PdfReply =
  | { readonly type: 'written' }
  | { readonly type: 'done'; readonly bytes: ArrayBuffer }
  | { readonly type: 'failed' };
