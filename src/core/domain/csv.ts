/**
 * CSV as RFC 4180 has it: comma, CRLF, quotes doubled. Spreadsheets are thought of twice: the mark in
 * front tells them it is UTF-8, and a cell they would run as a formula begins with an apostrophe.
 */
const BYTE_ORDER_MARK = '\ufeff';
const END = '\r\n';

/** What a spreadsheet takes for the beginning of a formula, also behind blanks and in full width. */
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

/** What a file begins with: the mark and the names of the columns. */
export const csvHead = (columns: readonly string[]): string => BYTE_ORDER_MARK + csvRow(columns);
