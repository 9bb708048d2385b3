/**
 * CSV as in RFC 4180: comma, CRLF, quotes doubled. Two things are for spreadsheets: the byte order mark
 * tells them it is UTF-8, and a cell they would run as a formula begins with an apostrophe. Some split at
 * semicolons or tabs, and then do not see where our cells begin or which quotes belong together: whatever
 * could begin a cell of theirs inside one of ours gets the apostrophe, too.
 */
const BYTE_ORDER_MARK = '\ufeff';
const END = '\r\n';

/** What a spreadsheet takes for the start of a formula, also after blanks and in full width. */
const FORMULA = /^[\s\0]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n\0]/;
/** The same inside a cell, behind another separator or a line's end, and behind quotes of whatever sense. */
const INNER_FORMULA = /(?<=[;\t\r\n])(?=[\s\0"]*[=+\-@\uff1d\uff0b\uff0d\uff20])/g;
/** A number with a minus is no formula, and must stay one that can be added up. */
const NUMBER = /^-\d+(\.\d+)?$/;
const NEEDS_QUOTES = /[",\r\n]|^\s|\s$/;

/** `followed`: without the comma as a separator the record's first cell is as long as the record. */
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
