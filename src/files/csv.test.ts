import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvHead, csvRow, csvStyleIn, csvStyles } from './csv.ts';

/**
 * A reader after RFC 4180, written apart from the writer: as spreadsheets do, it also ends a line at a
 * lone CR or LF, and takes what follows a closing quote as part of the cell.
 */
function read(text: string, separator = ','): string[][] {
  const records: string[][] = [];
  let record: string[] = [];
  let at = 0;
  const isEnd = (): boolean =>
    at >= text.length || text[at] === separator || text[at] === '\r' || text[at] === '\n';
  while (at < text.length) {
    let cell = '';
    if (text[at] === '"') {
      at += 1;
      while (at < text.length && (text[at] !== '"' || text[at + 1] === '"')) {
        cell += text[at];
        at += text[at] === '"' ? 2 : 1;
      }
      at += 1;
    }
    while (!isEnd()) cell += text[at++];
    record.push(cell);
    if (text[at] === separator) {
      at += 1;
      continue;
    }
    at += text.startsWith('\r\n', at) ? 2 : 1;
    records.push(record);
    record = [];
  }
  return records;
}

test.each([
  ['plain', 'plain'],
  ['', ''],
  ['a,b', '"a,b"'],
  ['say "no"', '"say ""no"""'],
  ['two\nlines', '"two\nlines"'],
  ['two\r\nlines', '"two\r\nlines"'],
  [' kept ', '" kept "'],
  ['Ελλάδα Привет 王 🏜', 'Ελλάδα Привет 王 🏜'],
  ['=1+1', "'=1+1"],
  ['+61 400', "'+61 400"],
  ['-0.5', '-0.5'],
  ['-0.5+1', "'-0.5+1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\tx', "'\tx"],
  ['\rx', '"\'\rx"'],
  ['\0x', "'\0x"],
  [' =1', "' =1"],
  ['＝1', "'＝1"],
  ['=HYPERLINK("http://x","y")', '"\'=HYPERLINK(""http://x"",""y"")"'],
  ['1=1', '1=1'],
])('BEY-22 the cell %j is written %j', (cell, written) => {
  expect(csvRow('comma', [cell])).toBe(`${written}\r\n`);
});

test('BEY-22 a file begins with the mark spreadsheets look for', () => {
  expect(csvHead('comma', ['Date', 'Amount, net'])).toBe('\ufeffDate,"Amount, net"\r\n');
});

test('BEY-22 whatever is written is read again, and never begins like a formula', () => {
  const cell = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 12 }),
    fc.string({
      unit: fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', '"', ',', ' ', 'a'),
      maxLength: 12,
    }),
  );
  fc.assert(
    fc.property(fc.array(cell, { minLength: 1, maxLength: 6 }), (cells) => {
      const [back] = read(csvRow('comma', cells));
      const bare = (text: string) => text.replaceAll("'", '');
      expect(back?.map(bare)).toEqual(cells.map(bare));
      for (const text of back ?? []) expect(text).not.toMatch(/^(?!-\d+(\.\d+)?$)\s*[=+\-@]/);
    }),
  );
});

const nasty = fc.oneof(
  fc.string({
    unit: fc.constantFrom(
      '=',
      '+',
      '-',
      '@',
      '＝',
      '\t',
      '\r',
      '\n',
      '"',
      ',',
      ';',
      ' ',
      '\0',
      "'",
      '1',
      'a',
    ),
    maxLength: 10,
  }),
  fc.constantFrom(
    'AUD;=2',
    'AUD,=2',
    '-0.5',
    '-1.5,=2',
    ';"=2',
    'x\t-1',
    'a\n@SUM(A1)',
    '-5',
    '";"',
    '"=1',
    ';;=1',
    '; "" +1',
  ),
);

test.each(
  csvStyles.flatMap((style) => [',', ';', '\t'].map((separator) => [style, separator] as const)),
)(
  'HARD-33 written by %s and split at %j, no cell of a file starts a formula',
  (style, separator) => {
    fc.assert(
      fc.property(
        fc.array(fc.array(nasty, { minLength: 2, maxLength: 5 }), { minLength: 1, maxLength: 4 }),
        (rows) => {
          const file =
            csvHead(style, ['Date', 'Amount']) + rows.map((row) => csvRow(style, row)).join('');
          for (const cell of read(file, separator).flat()) {
            expect(cell).not.toMatch(/^(?!-\d+([.,]\d+)?$)[\s\0]*[=+\-@＝＋－＠]/);
          }
        },
      ),
      { numRuns: 3_000 },
    );
  },
);

test('HARD-33 what is no formula stays as it is', () => {
  const cells = ['2026-11-24', '-0.5', 'Smith; Jones', 'a-b', 'x\ty', '1;2', "O'Hara; Mc"];
  expect(csvRow('comma', cells)).toBe("2026-11-24,-0.5,Smith; Jones,a-b,x\ty,1;2,O'Hara; Mc\r\n");
  expect(csvRow('comma', ['a', 'AUD;=2'])).toBe("a,AUD;'=2\r\n");
});

test.each([
  ['semicolon', 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IT LT LU LV NL PL PT RO SE SI SK'],
  ['comma', 'AU GB IE MT NZ US'],
] as const)('HARD-74 spreadsheets split at the %s in %s', (style, countries) => {
  for (const country of countries.split(' ')) expect(csvStyleIn(country), country).toBe(style);
});

test('HARD-74 where no country is known, columns end with a comma, as in RFC 4180', () => {
  for (const country of ['', 'XX', '?', 'Germany']) expect(csvStyleIn(country)).toBe('comma');
});

test('HARD-74 a file with semicolons has the same columns, whose numbers have a decimal comma and the same sums', () => {
  const rows = [
    ['2026-11-24 10:00:00', '0.5', '-1234.5678', 'Smith; Jones', '1.2.3', '12', 'a,b'],
    ['2026-11-25 10:00:00', '0.25', '', 'O"Hara', '', '-3', '=1,2'],
  ];
  const columns = ['Date', 'In', 'Out', 'Name', 'Version', 'Whole', 'Note'];
  const file = (style: 'comma' | 'semicolon') =>
    csvHead(style, columns) + rows.map((row) => csvRow(style, row)).join('');
  const european = file('semicolon');
  expect(european).toBe(
    '\ufeffDate;In;Out;Name;Version;Whole;Note\r\n' +
      '2026-11-24 10:00:00;0,5;-1234,5678;"Smith; Jones";1.2.3;12;a,b\r\n' +
      '2026-11-25 10:00:00;0,25;;"O""Hara";;-3;\'=1,2\r\n',
  );
  const [table, other] = [read(european, ';'), read(file('comma'), ',')];
  expect(table.map((cells) => cells.length)).toEqual([7, 7, 7]);
  const numbers = (cells: readonly string[][], at: number) =>
    cells.slice(1).map((row) => Number((row[at] ?? '').replace(',', '.')));
  for (const at of [1, 2, 5]) expect(numbers(table, at)).toEqual(numbers(other, at));
});

test('HARD-74 every file is read back by its own separator as it was written, but for the apostrophes', () => {
  const bare = (text: string) => text.replaceAll("'", '');
  const decimal = (text: string) => (/^-?\d+\.\d+$/.test(text) ? text.replace('.', ',') : text);
  fc.assert(
    fc.property(fc.array(nasty, { minLength: 1, maxLength: 6 }), (others) => {
      const cells = ['id', ...others];
      const [back] = read(csvRow('semicolon', cells), ';');
      expect(back?.map(bare)).toEqual(cells.map(bare).map(decimal));
    }),
    { numRuns: 2_000 },
  );
});
