import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvHead, csvRow } from './csv.ts';

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
  expect(csvRow([cell])).toBe(`${written}\r\n`);
});

test('BEY-22 a file begins with the mark spreadsheets look for', () => {
  expect(csvHead(['Date', 'Amount, net'])).toBe('\ufeffDate,"Amount, net"\r\n');
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
      const [back] = read(csvRow(cells));
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
  fc.constantFrom('AUD;=2', ';"=2', 'x\t-1', 'a\n@SUM(A1)', '-5', '";"', '"=1', ';;=1', '; "" +1'),
);

test.each([',', ';', '\t'])(
  'HARD-33 split at %j, no cell of a file starts a formula',
  (separator) => {
    fc.assert(
      fc.property(
        fc.array(fc.array(nasty, { minLength: 2, maxLength: 5 }), { minLength: 1, maxLength: 4 }),
        (rows) => {
          const file = csvHead(['Date', 'Amount']) + rows.map(csvRow).join('');
          for (const cell of read(file, separator).flat()) {
            expect(cell).not.toMatch(/^(?!-\d+(\.\d+)?$)[\s\0]*[=+\-@＝＋－＠]/);
          }
        },
      ),
      { numRuns: 3_000 },
    );
  },
);

test('HARD-33 what is no formula stays as it is', () => {
  const cells = ['2026-11-24', '-0.5', 'Smith; Jones', 'a-b', 'x\ty', '1;2', "O'Hara; Mc"];
  expect(csvRow(cells)).toBe("2026-11-24,-0.5,Smith; Jones,a-b,x\ty,1;2,O'Hara; Mc\r\n");
  expect(csvRow(['a', 'AUD;=2'])).toBe("a,AUD;'=2\r\n");
});
