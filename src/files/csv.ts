/**
 * CSV as in RFC 4180: CRLF, doubled quotes, and the separator and decimal mark that the customer's spreadsheets have.
 * Two additions are for spreadsheets: a byte order mark tells them it is UTF-8, and a cell that they would run as a
 * formula begins with an apostrophe. Some split at other separators and ignore our quotes: whatever could begin a
 * formula in a cell of theirs, inside one of ours, gets the apostrophe as well.
 */

/**
 * Excel splits at the list separator of the system: a comma where decimals have a point, a semicolon where they have a
 * comma. A first line `sep=;` would say so, but behind it Excel forgets that the file is UTF-8, and other programs
 * read it as a record.
 */
export const csvStyles = ['comma', 'semicolon'] as const;
export type CsvStyle = (typeof csvStyles)[number];

export const isCsvStyle = (text: string | undefined): text is CsvStyle =>
  csvStyles.some((style) => style === text);

/** What spreadsheets have in a country, by the decimal mark of its main language. */
export function csvStyleIn(country: string): CsvStyle {
  try {
    const { baseName } = new Intl.Locale('und', { region: country }).maximize();
    const parts = new Intl.NumberFormat(baseName).formatToParts(0.5);
    return parts.find(({ type }) => type === 'decimal')?.value === ',' ? 'semicolon' : 'comma';
  } catch {
    return 'comma';
  }
}

const BYTE_ORDER_MARK = '\ufeff';
const END = '\r\n';

/** What a spreadsheet takes for the start of a formula, also after blanks and in full width. */
const FORMULA = /^[\s\0]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n\0]/;
/** A negative number is no formula and must stay a number. */
const NEGATIVE = /^-\d+(\.\d+)?$/;
const DECIMAL = /^-?\d+\.\d+$/;

const marks = {
  comma: {
    separator: ',',
    needsQuotes: /[",\r\n]|^\s|\s$/,
    /** Where a program that splits elsewhere begins a new cell: another separator or a line end, and blanks. */
    innerStart: /[;\t\r\n][\s\0"]*/g,
    innerSeparator: /[;\t\r\n]/g,
  },
  semicolon: {
    separator: ';',
    needsQuotes: /[";\r\n]|^\s|\s$/,
    innerStart: /[,\t\r\n][\s\0"]*/g,
    innerSeparator: /[,\t\r\n]/g,
  },
} as const satisfies Record<CsvStyle, unknown>;

const FORMULA_SIGN = /[=+\-@\uff1d\uff0b\uff0d\uff20]/;

/** Marks the formulas inside a cell as text, in linear time. */
const withoutInnerFormulas = (style: CsvStyle, cell: string): string =>
  cell.replace(marks[style].innerStart, (start, at: number) =>
    FORMULA_SIGN.test(cell.charAt(at + start.length))
      ? start.replace(marks[style].innerSeparator, "$&'")
      : start,
  );

/**
 * `followed`: a first cell with others after it. A program that does not split at the separator takes the whole record
 * for one cell, so even a number there may become a formula.
 */
function cellText(style: CsvStyle, cell: string, followed: boolean): string {
  const { needsQuotes } = marks[style];
  const isNumber = NEGATIVE.test(cell) && !followed;
  const begun = FORMULA.test(cell) && !isNumber ? `'${cell}` : cell;
  const marked = style === 'semicolon' && DECIMAL.test(begun) ? begun.replace('.', ',') : begun;
  const harmless = withoutInnerFormulas(style, marked);
  return needsQuotes.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** One record with its line end. Its cells have decimals with a point, whatever the style. */
export const csvRow = (style: CsvStyle, cells: readonly string[]): string =>
  `${cells
    .map((cell, index) => cellText(style, cell, index === 0 && cells.length > 1))
    .join(marks[style].separator)}${END}`;

/** What a file begins with: the byte order mark and the column names. */
export const csvHead = (style: CsvStyle, columns: readonly string[]): string =>
  BYTE_ORDER_MARK + csvRow(style, columns);
