import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { expect, test, vi } from 'vitest';
import type { TableDocument, TableRow, TableTotal } from '#files/table-document.ts';
import { createFonts } from './pdf-fonts.ts';
import { startPdfTable } from './pdf-table.ts';

const packages = resolve(import.meta.dirname, '../../../node_modules/@fontsource');

/** The font's file, in whichever package it is. */
async function fontFrom(file: string): Promise<Uint8Array<ArrayBuffer>> {
  const family = (await readdir(packages))
    .filter((name) => file.startsWith(`${name}-`))
    .sort((a, b) => b.length - a.length)[0];
  return new Uint8Array(await readFile(join(packages, family ?? '', 'files', file)));
}

const document: TableDocument = {
  title: 'Transaction History',
  lines: ['Zoë Ångström', 'Period: Month'],
  columns: [
    { title: 'Date', weight: 2 },
    { title: 'Details', weight: 3 },
    { title: 'Amount', weight: 2, align: 'end' },
  ],
  heading: true,
  landscape: false,
  foot: 'Kopa',
};

async function write(
  rows: readonly TableRow[],
  totals: readonly TableTotal[] = [],
  over: Partial<TableDocument> = {},
) {
  const loaded: string[] = [];
  const table = await startPdfTable({ ...document, ...over }, async (file) => {
    loaded.push(file);
    return fontFrom(file);
  });
  await table.addRows(rows);
  const bytes = new Uint8Array(await table.finish(totals));
  const pdf = await getDocument({ data: bytes.slice(), verbosity: 0 }).promise;
  const pages = await Promise.all(
    Array.from({ length: pdf.numPages }, async (_, i) => {
      const { items } = await (await pdf.getPage(i + 1)).getTextContent();
      return items.flatMap((item) => ('str' in item && item.str.trim() ? [item] : []));
    }),
  );
  const texts = pages.map((items) => items.map(({ str }) => str).join(' '));
  const drawn = await Promise.all(
    pages.map(async (_, i) => (await (await pdf.getPage(i + 1)).getOperatorList()).fnArray),
  );
  return { bytes, pages, texts, loaded, drawn };
}

test('BEY-22 a PDF contains its title, period, rows, totals and page number', async () => {
  const { bytes, texts } = await write(
    [['May 13 at 10:00 AM', 'Deposit Bitcoin', '+0.0125 BTC']],
    [['Completed', '€1,234.50']],
  );
  expect(new TextDecoder('latin1').decode(bytes.subarray(0, 5))).toBe('%PDF-');
  expect(texts).toHaveLength(1);
  for (const text of [
    'Transaction History',
    'Zoë Ångström',
    'Period: Month',
    'Details',
    'May 13 at 10:00 AM',
    'Deposit Bitcoin',
    '+0.0125 BTC',
    'Completed',
    '€1,234.50',
    'Page 1 of 1',
  ]) {
    expect(texts[0]).toContain(text);
  }
});

test('BEY-22 Greek, Cyrillic and accented names are kept, and signs without a glyph are said to be so', async () => {
  const { texts, loaded } = await write([['Ελλάδα', 'Привет Łódź ế', '\u22121 🏜🏜']]);
  for (const text of ['Ελλάδα', 'Привет', 'Łódź', 'ế', '\u22121 [not printable]']) {
    expect(texts[0]?.replace(/\s/g, '')).toContain(text.replace(/\s/g, ''));
  }
  expect(loaded).not.toContain('noto-sans-greek-ext-400-normal.woff');
});

test('BEY-22 every character of a script is read back as it was written', async () => {
  // Among the glyphs of each are those whose numbers mean something in a PDF's strings.
  for (const [from, to] of [
    [0x21, 0x17f],
    [0x384, 0x3ce],
    [0x400, 0x4ff],
  ] as const) {
    const chars = Array.from({ length: to - from + 1 }, (_, i) =>
      String.fromCharCode(from + i),
    ).filter((char) => /[^\p{C}\p{Z}\p{M}]/u.test(char) && char === char.normalize('NFC'));
    const { texts } = await write([['', chars.join(''), '']]);
    // The reader takes signs such as that of the micro for the letters they look like.
    const same = (text: string): string => text.normalize('NFKC').replace(/\s/g, '');
    for (const char of chars) expect(same(texts.join('')), char).toContain(same(char));
  }
});

test('BEY-22 no letter is written as the end of a line, which readers would change', async () => {
  const fonts = createFonts(fontFrom);
  const letters = Array.from({ length: 95 }, (_, i) => String.fromCharCode(0x20 + i)).join('');
  await fonts.prepare([letters], 400);
  const { runs, width } = fonts.shape(letters, 400);
  expect(runs).toHaveLength(1);
  expect(runs[0]?.width).toBe(width);
  // The asterisk is glyph 13.
  expect(runs[0]?.codes).toContain('\0\\r');
  expect(runs[0]?.codes).not.toContain('\r');
});

test('BEY-22 a long table spans several pages, each with the column titles and its page number', async () => {
  const rows = Array.from({ length: 1_000 }, (_, i) => [`date-${i}`, `row ${i}`, `${i} BTC`]);
  const { texts, pages } = await write(rows, [['Rows', '1000']]);
  expect(texts.length).toBeGreaterThan(10);
  for (const [i, text] of texts.entries()) {
    expect(text).toContain('Details');
    expect(text).toContain(`Page ${i + 1} of ${texts.length}`);
  }
  const found = texts.join(' ').match(/date-\d+/g);
  expect(found).toEqual(rows.map(([date]) => date));
  expect(texts.at(-1)).toContain('Rows');
  for (const { transform } of pages.flat()) expect(transform[5]).toBeGreaterThanOrEqual(39);
});

test('BEY-22 a cell longer than its column or a page breaks over lines and pages within the right margin', async () => {
  const id = '0123456789abcdef'.repeat(400);
  const { pages, texts } = await write([
    ['May 13', id, '1'],
    ['May 12', 'short', '2'],
  ]);
  expect(pages.length).toBeGreaterThan(1);
  expect(texts.join('').replace(/Page|[^0-9a-f]/g, '')).toContain('0123456789abcdef'.repeat(20));
  for (const items of pages) {
    for (const { transform, width } of items) {
      expect(transform[4] + width).toBeLessThanOrEqual(595.28 - 40 + 0.5);
    }
  }
  expect(texts.at(-1)).toContain('short');
});

test('BEY-22 an empty table and a table without headings also make a document', async () => {
  expect((await write([])).texts[0]).toContain('Page 1 of 1');
  const plain = await write([['Status', 'Completed', '']], [], { heading: false, landscape: true });
  expect(plain.texts[0]).not.toContain('Details');
  expect(plain.texts[0]).toContain('Status');
});

test('INS-05 a dated table is the same bytes whenever it is written, and another table is not', async () => {
  const rows = [['May 13 at 10:00 AM', 'Deposit Bitcoin', '+0.0125 BTC']];
  const dated = { dated: Date.parse('2026-05-31T14:00:00Z') };
  const first = await write(rows, [], dated);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2031-01-02T03:04:05Z') });
  try {
    expect((await write(rows, [], dated)).bytes).toEqual(first.bytes);
    expect((await write(rows)).bytes).not.toEqual(first.bytes);
  } finally {
    vi.useRealTimers();
  }
  expect((await write(rows, [['Completed', '1']], dated)).bytes).not.toEqual(first.bytes);
});

const letters = (text: string): string => text.replace(/\s/g, '');

test.each([
  ['王小明', 'noto-sans-sc-'],
  ['髙橋 さくら・サクラ', 'noto-sans-sc-'],
  ['김민준', 'nanum-gothic-'],
  ['محمد علي الأمين', 'noto-sans-arabic-'],
  ['گلناز پورچی ژاله', 'noto-sans-arabic-'],
  ['שרה כהן', 'noto-sans-hebrew-'],
  ['สมชาย', 'noto-sans-thai-'],
  ['Արամ', 'noto-sans-armenian-'],
  ['გიორგი', 'noto-sans-georgian-'],
])(
  'HARD-74 the name %s is read back from a PDF, whose typeface is loaded for it',
  async (name, file) => {
    const { texts, loaded } = await write([['', '', '']], [], { lines: [name] });
    // The reader puts the letters of a word written from right to left into their order, not the words.
    const read = letters(texts.join('')).normalize('NFKC');
    for (const word of name.split(' ')) expect(read).toContain(word);
    expect(loaded.some((one) => one.startsWith(file))).toBe(true);
    const { loaded: plain } = await write([['', '', '']]);
    expect(plain.every((one) => one.startsWith('noto-sans-latin'))).toBe(true);
  },
);

test('HARD-74 a letter of another script stands in a heading too, where the typeface is not bold', async () => {
  const { texts } = await write([], [['王小明', '김']], { title: 'Արամ' });
  for (const name of ['王小明', '김', 'Արամ']) expect(letters(texts.join(''))).toContain(name);
});

test('HARD-74 no sign is drawn as a box or a question mark: what has no typeface is said to have none', async () => {
  const { texts } = await write([['अमित', 'Rahul अमित कुमार', '🏜']]);
  const text = texts.join(' ');
  expect(text).not.toMatch(/[\ufffd?]/);
  expect(text.match(/\[not printable\]/g)).toHaveLength(4);
  expect(text).toContain('Rahul');
});

test('EYE-10 the logo is drawn on every page from one drawing, and every further page says whose it is', async () => {
  const rows = Array.from({ length: 90 }, (_, i) => [`date-${i}`, `row ${i}`, `${i} BTC`]);
  const lines = ['Petraitė Ελένη Олена 王小明', 'Period: Month'];
  const { bytes, drawn, texts } = await write(rows, [], { lines });
  expect(drawn.length).toBeGreaterThan(2);
  for (const page of drawn) expect(page).toContain(OPS.paintFormXObjectBegin);
  const file = new TextDecoder('latin1').decode(bytes);
  expect(file.match(/\/Subtype\/Form/g)).toHaveLength(1);
  for (const text of texts.slice(1)) {
    expect(letters(text)).toContain(letters(`Transaction History · ${lines[0]}`));
    expect(text).not.toContain('Period');
  }
});

/** Where a text ends, in points from the left. */
const endOf = (
  items: Awaited<ReturnType<typeof write>>['pages'][number] | undefined,
  text: string,
) =>
  (items ?? []).flatMap(({ str, transform, width }) =>
    str === text ? [Math.round(transform[4] + width)] : [],
  );

test('EYE-10 figures end at one edge under their head, and the sums of the head at the table’s last', async () => {
  const amounts = ['1', '1,234.5', '257,616,462.89'];
  const { pages } = await write(
    amounts.map((amount) => ['May 13', 'Deposit', amount]),
    [['All', '999']],
    {
      figures: [
        ['In', '111'],
        ['Out', '222'],
      ],
      landscape: true,
    },
  );
  const [items] = pages;
  const right = 842 - 40;
  for (const text of ['Amount', ...amounts, '999', '222', 'Out', 'Page 1 of 1']) {
    expect(endOf(items, text), text).toEqual([right]);
  }
});

test('EYE-10 a sum of any length stays on its line and within the margins', async () => {
  const value = 'AU$98,765,432,109,876,543,210,987.65';
  for (const over of [
    {
      landscape: true,
      figures: [
        ['Opening value', value],
        ['Change', value],
      ] as const,
    },
    { landscape: false, ridge: true },
  ]) {
    const sum = { label: 'Closing value', value, note: 'and its note' };
    const { pages, texts } = await write([], [], { ...over, sum });
    expect(texts[0]).toContain(value);
    const width = over.landscape ? 841.89 : 595.28;
    for (const { transform, width: own } of pages.flat()) {
      expect(transform[4]).toBeGreaterThanOrEqual(39.5);
      expect(transform[4] + own).toBeLessThanOrEqual(width - 39.5);
    }
  }
});

test('EYE-10 a row without cells sets the next group apart, and sums are in bold', async () => {
  const row = ['Status', 'Completed'];
  const columns = [
    { title: '', weight: 1 },
    { title: '', weight: 1, align: 'end' as const },
  ];
  const over = { columns, heading: false, strong: ['Paid'] };
  const heights = async (rows: readonly TableRow[]) => {
    const { pages } = await write(rows, [], over);
    const found = (pages[0] ?? []).filter(({ str }) => str === 'Status' || str === 'Paid');
    return found.map(({ transform }) => transform[5] as number);
  };
  const [a = 0, b = 0] = await heights([row, ['Paid', '1']]);
  const [c = 0, d = 0] = await heights([row, [], ['Paid', '1']]);
  expect(c - d).toBeGreaterThan(a - b + 5);
  const { pages, bytes } = await write([row, ['Paid', '1']], [], over);
  expect(new TextDecoder('latin1').decode(bytes)).toContain('NotoSans-Bold');
  const fontOf = (text: string) => pages[0]?.find(({ str }) => str === text)?.fontName;
  expect(fontOf('Paid')).toBe(fontOf('Transaction History'));
  expect(fontOf('Status')).not.toBe(fontOf('Paid'));
});
