export interface TableColumn {
  readonly title: string;
  /** Its share of the width, relative to the other columns'. */
  readonly weight: number;
  /** Amounts are aligned to the end of their column. */
  readonly align?: 'end';
}

/** The one number that a document is about. */
export interface MainSum {
  readonly label: string;
  readonly value: string;
  readonly note?: string;
}

/** A table for printing, such as a statement, a list or a receipt. All texts are final. */
export interface TableDocument {
  readonly title: string;
  /** Lines below the title, such as the customer's name, the period and the time zone. */
  readonly lines: readonly string[];
  readonly sum?: MainSum;
  /** Further sums at the document's head, side by side. */
  readonly figures?: readonly TableTotal[];
  /** The brand's ridge below the main sum; only where nobody can take it for a chart of values. */
  readonly ridge?: boolean;
  /** Small print above the table: what its numbers rest on. */
  readonly notes?: readonly string[];
  readonly columns: readonly TableColumn[];
  /** Whether the column titles are repeated on every page; a receipt needs none. */
  readonly heading: boolean;
  /** The first cells of rows that are sums, which are written in bold. */
  readonly strong?: readonly string[];
  readonly landscape: boolean;
  /** The footer of every page, before its number. */
  readonly foot: string;
  /**
   * The date in the file, in milliseconds since the epoch; otherwise the moment it is made. With a date, the
   * same table always gives the same bytes.
   */
  readonly dated?: number;
}

/** The cells of a row; a row without cells sets the next group of rows apart. */
export type TableRow = readonly string[];

/** A label and a sum below the table. */
export type TableTotal = readonly [label: string, value: string];
