import { jsPDF } from 'jspdf';
import type { TableDocument, TableRow, TableTotal } from '#core/domain/table-document.ts';
import { createFonts, type LoadFont, type Weight } from './pdf-fonts.ts';
import { wrapText } from './wrap-text.ts';

/** Points, 72 to the inch. */
const MARGIN = 40;
const FOOT = 28;
const GAP = 8;
const PAD = 3.5;
const sizes = { title: 18, text: 9, cell: 8, foot: 7.5 } as const;
const LINE = 11;
const INK = '#1f1b16';
const MUTED = '#5f574c';
const RULE = '#ded8cd';

interface Placed {
  readonly weight?: Weight;
  readonly size?: number;
  readonly color?: string;
}

export interface PdfTable {
  addRows(rows: readonly TableRow[]): Promise<void>;
  /** The file's bytes; nothing can be added afterwards. */
  finish(totals: readonly TableTotal[]): Promise<ArrayBuffer>;
}

/**
 * Writes a table as an A4 PDF with page numbers and, if `heading` is set, column titles per page.
 */
export async function startPdfTable(table: TableDocument, load: LoadFont): Promise<PdfTable> {
  const { columns } = table;
  const doc = new jsPDF({
    unit: 'pt',
    format: 'a4',
    orientation: table.landscape ? 'landscape' : 'portrait',
    compress: true,
    putOnlyUsedFonts: true,
  });
  const fonts = createFonts(doc, load);
  const pageWidth = doc.internal.pageSize.getWidth();
  const bottom = doc.internal.pageSize.getHeight() - MARGIN - FOOT;
  const inner = pageWidth - 2 * MARGIN;
  const sum = columns.reduce((all, { weight }) => all + weight, 0);
  const widths = columns.map(({ weight }) => ((inner + GAP) * weight) / sum - GAP);
  const lefts = widths.map((_, i) =>
    widths.slice(0, i).reduce((left, width) => left + width + GAP, MARGIN),
  );
  let y = MARGIN;

  function write(text: string, x: number, at: number, placed: Placed = {}): void {
    const { weight = 400, size = sizes.cell, color = INK } = placed;
    doc.setFontSize(size);
    doc.setTextColor(color);
    let left = x;
    for (const run of fonts.runs(text, weight)) {
      doc.setFont(run.font, 'normal');
      doc.text(run.text, left, at);
      left += fonts.width(run.text, weight, size);
    }
  }

  const writeEnd = (text: string, x: number, at: number, placed: Placed): void => {
    const { weight = 400, size = sizes.cell } = placed;
    write(text, x - fonts.width(text, weight, size), at, placed);
  };

  const wrapped = (text: string, width: number, { weight = 400, size = sizes.cell }: Placed) =>
    wrapText(text, width, (part) => fonts.width(part, weight, size));

  function rule(): void {
    doc.setDrawColor(RULE);
    doc.setLineWidth(0.5);
    doc.line(MARGIN, y, pageWidth - MARGIN, y);
  }

  function writeRow(row: TableRow, placed: Placed): void {
    const cells = columns.map((_, i) => wrapped(row[i] ?? '', widths[i] ?? 0, placed));
    const height = Math.max(...cells.map((lines) => lines.length));
    for (let done = 0; done < height; ) {
      const fits = Math.floor((bottom - y - 2 * PAD) / LINE);
      // A row stays whole unless it is longer than a page.
      if (fits < Math.min(height - done, Math.floor((bottom - MARGIN) / LINE) - 4)) {
        nextPage();
        continue;
      }
      for (const [i, lines] of cells.entries()) {
        for (const [n, line] of lines.slice(done, done + fits).entries()) {
          const at = y + PAD + LINE * (n + 0.78);
          const left = lefts[i] ?? MARGIN;
          if (columns[i]?.align === 'end') writeEnd(line, left + (widths[i] ?? 0), at, placed);
          else write(line, left, at, placed);
        }
      }
      const written = Math.min(fits, height - done);
      y += written * LINE + 2 * PAD;
      done += written;
    }
    rule();
  }

  function writeHeading(): void {
    if (!table.heading) {
      rule();
      return;
    }
    writeRow(
      columns.map(({ title }) => title),
      { weight: 700, color: MUTED },
    );
  }

  function nextPage(): void {
    doc.addPage();
    y = MARGIN;
    writeHeading();
  }

  function writeFeet(): void {
    const pages = doc.getNumberOfPages();
    const at = doc.internal.pageSize.getHeight() - MARGIN;
    const placed = { size: sizes.foot, color: MUTED };
    for (let page = 1; page <= pages; page += 1) {
      doc.setPage(page);
      write(table.foot, MARGIN, at, placed);
      writeEnd(`Page ${page} of ${pages}`, pageWidth - MARGIN, at, placed);
    }
  }

  const headTexts = [table.title, ...columns.map(({ title }) => title)];
  await fonts.prepare(headTexts, 700);
  await fonts.prepare([table.foot, ...table.lines, '\ufffd'], 400);
  doc.setProperties({ title: table.title, creator: table.foot });
  if (table.dated !== undefined) {
    const digits = new Date(table.dated).toISOString().replace(/\D/g, '').slice(0, 14);
    doc.setCreationDate(`D:${digits}+00'00'`);
    doc.setFileId(digits.padStart(32, '0'));
  }
  for (const line of wrapped(table.title, inner, { weight: 700, size: sizes.title })) {
    y += sizes.title * 1.2;
    write(line, MARGIN, y, { weight: 700, size: sizes.title });
  }
  y += 6;
  for (const text of table.lines) {
    for (const line of wrapped(text, inner, { size: sizes.text })) {
      y += sizes.text * 1.4;
      write(line, MARGIN, y, { size: sizes.text, color: MUTED });
    }
  }
  y += 14;
  writeHeading();

  return {
    async addRows(rows) {
      await fonts.prepare(rows.flat(), 400);
      for (const row of rows) writeRow(row, {});
    },

    async finish(totals) {
      await fonts.prepare(totals.flat(), 700);
      if (y + (totals.length + 1) * (LINE + PAD) > bottom) nextPage();
      y += LINE;
      for (const [label, value] of totals) {
        if (y + LINE + PAD > bottom) nextPage();
        y += LINE + PAD;
        write(label, MARGIN, y, { weight: 700 });
        writeEnd(value, pageWidth - MARGIN, y, { weight: 700 });
      }
      writeFeet();
      return doc.output('arraybuffer');
    },
  };
}
