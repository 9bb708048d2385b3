import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvHead, csvRow } from './csv.ts';

/** A reader after RFC 4180, written apart from the writer. */
function read(text: string): string[][] {
  const records: string[][] = [];
  let record: string[] = [];
  let at = 0;
  while (at < text.length) {
    let cell = '';
    if (text[at] === '"') {
      at += 1;
      while (text[at] !== '"' || text[at + 1] === '"') {
        cell += text[at];
        at += text[at] === '"' ? 2 : 1;
      }
      at += 1;
    } else {
      const end = /,|\r\n/.exec(text.slice(at))?.index ?? text.length - at;
      cell = text.slice(at, at + end);
      at += end;
    }
    record.push(cell);
    if (text[at] === ',') at += 1;
    else {
      at += 2;
      records.push(record);
      record = [];
    }
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
      expect(back?.map((text) => text.replace(/^'/, ''))).toEqual(
        cells.map((text) => text.replace(/^'/, '')),
      );
      for (const text of back ?? []) expect(text).not.toMatch(/^(?!-\d+(\.\d+)?$)\s*[=+\-@]/);
    }),
  );
});
