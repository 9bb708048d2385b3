/**
 * CSV as in RFC 4180: comma, CRLF, quotes doubled. Two things are for spreadsheets: the byte order mark
 * tells them it is UTF-8, and a cell they would run as a formula begins with an apostrophe.
 */
const BYTE_ORDER_MARK = '\ufeff';
const END = '\r\n';

/** What a spreadsheet takes for the start of a formula, also after blanks and in full width. */
const FORMULA = /^[\s\0]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n\0]/;
/** A number with a minus is no formula, and must stay one that can be added up. */
const NUMBER = /^-\d+(\.\d+)?$/;
const NEEDS_QUOTES = /[",\r\n]|^\s|\s$/;

function cellText(cell: string): string {
  const harmless = FORMULA.test(cell) && !NUMBER.test(cell) ? `'${cell}` : cell;
  return NEEDS_QUOTES.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** One record with its line end. */
export const csvRow = (cells: readonly string[]): string =>
  `${cells.map(cellText).join(',')}${END}`;

/** What a file begins with: the byte order mark and the column names. */
export const csvHead = (columns: readonly string[]): string => BYTE_ORDER_MARK + csvRow(columns);
