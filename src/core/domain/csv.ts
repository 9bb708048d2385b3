/**
 * CSV as in RFC 4180: comma, CRLF, doubled quotes. Two additions are for spreadsheets: a byte order mark
 * tells them it is UTF-8, and a cell that they would run as a formula begins with an apostrophe. Some split
 * at semicolons or tabs and ignore our quotes: whatever could begin a formula in a cell of theirs, inside one
 * of ours, gets the apostrophe as well.
 */
const BYTE_ORDER_MARK = '\ufeff';
const END = '\r\n';

/** What a spreadsheet takes for the start of a formula, also after blanks and in full width. */
const FORMULA = /^[\s\0]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n\0]/;
/** The same inside a cell, after another separator or a line end, and after quotes. */
const INNER_FORMULA = /(?<=[;\t\r\n])(?=[\s\0"]*[=+\-@\uff1d\uff0b\uff0d\uff20])/g;
/** A negative number is no formula and must stay a number. */
const NUMBER = /^-\d+(\.\d+)?$/;
const NEEDS_QUOTES = /[",\r\n]|^\s|\s$/;

/**
 * `followed`: a first cell with others after it. A program that does not split at commas takes the whole record
 * for one cell, so even a number there may become a formula.
 */
function cellText(cell: string, followed: boolean): string {
  const isNumber = NUMBER.test(cell) && !followed;
  const begun = FORMULA.test(cell) && !isNumber ? `'${cell}` : cell;
  const harmless = begun.replaceAll(INNER_FORMULA, "'");
  return NEEDS_QUOTES.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** One record with its line end. */
export const csvRow = (cells: readonly string[]): string =>
  `${cells.map((cell, index) => cellText(cell, index === 0 && cells.length > 1)).join(',')}${END}`;

/** What a file begins with: the byte order mark and the column names. */
export const csvHead = (columns: readonly string[]): string => BYTE_ORDER_MARK + csvRow(columns);
