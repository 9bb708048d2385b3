export interface TableColumn {
  readonly title: string;
  /** Its share of the width, relative to the other columns'. */
  readonly weight: number;
  /** Amounts are aligned to the end of their column. */
  readonly align?: 'end';
}

/** A table for printing, such as a statement, a list or a receipt. All texts are final. */
export interface TableDocument {
  readonly title: string;
  /** Lines below the title, such as the customer's name, the period and the time zone. */
  readonly lines: readonly string[];
  readonly columns: readonly TableColumn[];
  /** Whether the column titles are repeated on every page; a receipt needs none. */
  readonly heading: boolean;
  readonly landscape: boolean;
  /** The footer of every page, before its number. */
  readonly foot: string;
  /**
   * The date in the file, in milliseconds since the epoch; otherwise the moment it is made. With a date, the
   * same table always gives the same bytes.
   */
  readonly dated?: number;
}

export type TableRow = readonly string[];

/** A label and a sum below the table. */
export type TableTotal = readonly [label: string, value: string];
