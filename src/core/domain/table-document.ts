export interface TableColumn {
  readonly title: string;
  /** Its share of the width, relative to the other columns'. */
  readonly weight: number;
  /** Amounts are aligned to the end of their column. */
  readonly align?: 'end';
}

/** A printable table: what a statement, a listing or a receipt is on paper. All texts are final. */
export interface TableDocument {
  readonly title: string;
  /** Below the title: whose it is, the period, the time zone. */
  readonly lines: readonly string[];
  readonly columns: readonly TableColumn[];
  /** Whether the column titles are repeated on every page; a receipt needs none. */
  readonly heading: boolean;
  readonly landscape: boolean;
  /** At the foot of every page, before its number. */
  readonly foot: string;
  /**
   * The instant the file is dated with, in milliseconds since the epoch; without one, when it is made. With
   * one, the same table is the same bytes.
   */
  readonly dated?: number;
}

export type TableRow = readonly string[];

/** A label and what it adds up to, below the table. */
export type TableTotal = readonly [label: string, value: string];
