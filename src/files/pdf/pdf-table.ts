import type { TableDocument, TableRow, TableTotal } from '#files/table-document.ts';
import { bytesOf, createPdfFile, type ObjectId, pdfText } from './pdf-file.ts';
import { createFonts, type LoadFont, type Shaped, type Weight } from './pdf-fonts.ts';
import { createPageContent, type Inked, inkOf, type PageContent } from './pdf-page.ts';
import { wrapText } from './wrap-text.ts';

/** A4, in points, 72 to the inch. */
const [SHORT, LONG] = [595.28, 841.89] as const;
const MARGIN = 40;
const FOOT = 28;
const GAP = 8;
const PAD = 3.5;
const sizes = { title: 18, text: 9, cell: 8, foot: 7.5 } as const;
const LINE = 11;
const INK = inkOf('#1f1b16');
const MUTED = inkOf('#5f574c');
const RULE = inkOf('#ded8cd');

interface Style extends Inked {
  readonly weight: Weight;
}

const styles = {
  title: { weight: 700, size: sizes.title, color: INK },
  text: { weight: 400, size: sizes.text, color: MUTED },
  heading: { weight: 700, size: sizes.cell, color: MUTED },
  cell: { weight: 400, size: sizes.cell, color: INK },
  total: { weight: 700, size: sizes.cell, color: INK },
  foot: { weight: 400, size: sizes.foot, color: MUTED },
} as const satisfies Readonly<Record<string, Style>>;

/** Characters that `wrapText` would change although the text fits. */
const BROKEN = /[\r\n\t]|^ | $| {2}/;

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
  const file = createPdfFile();
  const fonts = createFonts(load);
  const [pageWidth, pageHeight] = table.landscape ? [LONG, SHORT] : [SHORT, LONG];
  const footAt = pageHeight - MARGIN;
  const bottom = footAt - FOOT;
  const inner = pageWidth - 2 * MARGIN;
  const sum = columns.reduce((all, { weight }) => all + weight, 0);
  const widths = columns.map(({ weight }) => ((inner + GAP) * weight) / sum - GAP);
  const lefts = widths.map((_, i) =>
    widths.slice(0, i).reduce((left, width) => left + width + GAP, MARGIN),
  );
  /** The contents of the pages that are full. */
  const written: ObjectId[] = [];
  let page = createPageContent(pageHeight);
  let y = MARGIN;

  function draw(line: Shaped, x: number, at: number, style: Style, on: PageContent = page): void {
    let left = x;
    for (const run of line.runs) {
      on.text(run, left, at - (run.rise * style.size) / 1000, style);
      left += (run.width * style.size) / 1000;
    }
  }

  const drawEnd = (line: Shaped, x: number, at: number, style: Style, on?: PageContent): void =>
    draw(line, x - (line.width * style.size) / 1000, at, style, on);

  function wrapped(text: string, width: number, { weight, size }: Style): readonly Shaped[] {
    const most = (width * 1000) / size;
    const whole = fonts.shape(text, weight);
    if (whole.width <= most && !BROKEN.test(text)) return [whole];
    return wrapText(text, most, (part) => fonts.shape(part, weight).width).map((line) =>
      fonts.shape(line, weight),
    );
  }

  const rule = (): void => page.rule(MARGIN, pageWidth - MARGIN, y);

  function writeRow(row: TableRow, style: Style): void {
    const cells = columns.map((_, i) => wrapped(row[i] ?? '', widths[i] ?? 0, style));
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
          if (columns[i]?.align === 'end') drawEnd(line, left + (widths[i] ?? 0), at, style);
          else draw(line, left, at, style);
        }
      }
      const placed = Math.min(fits, height - done);
      y += placed * LINE + 2 * PAD;
      done += placed;
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
      styles.heading,
    );
  }

  function endPage(): void {
    draw(fonts.shape(table.foot, styles.foot.weight), MARGIN, footAt, styles.foot);
    written.push(file.addStream(bytesOf(page.content(RULE))));
  }

  function nextPage(): void {
    endPage();
    page = createPageContent(pageHeight);
    y = MARGIN;
    writeHeading();
  }

  /** Adds the pages with their numbers and the total; returns the list of pages. */
  function addPages(): ObjectId {
    const list = file.reserve();
    const pages = written.map((content, i) => {
      const end = createPageContent(pageHeight);
      const text = fonts.shape(`Page ${i + 1} of ${written.length}`, styles.foot.weight);
      drawEnd(text, pageWidth - MARGIN, footAt, styles.foot, end);
      const number = file.addShortStream(end.content(RULE));
      return file.add(`<</Type/Page/Parent ${list} 0 R/Contents[${content} 0 R ${number} 0 R]>>`);
    });
    const kids = pages.map((id) => `${id} 0 R`).join(' ');
    return file.add(
      `<</Type/Pages/Kids[${kids}]/Count ${pages.length}/MediaBox[0 0 ${pageWidth} ${pageHeight}]` +
        `/Resources<<${fonts.finish(file)}>>>>`,
      list,
    );
  }

  const headTexts = [table.title, ...columns.map(({ title }) => title)];
  await fonts.prepare(headTexts, 700);
  await fonts.prepare([table.foot, ...table.lines, 'Page 0123456789 of'], 400);
  for (const line of wrapped(table.title, inner, styles.title)) {
    y += sizes.title * 1.2;
    draw(line, MARGIN, y, styles.title);
  }
  y += 6;
  for (const text of table.lines) {
    for (const line of wrapped(text, inner, styles.text)) {
      y += sizes.text * 1.4;
      draw(line, MARGIN, y, styles.text);
    }
  }
  y += 14;
  writeHeading();

  return {
    async addRows(rows) {
      await fonts.prepare(rows.flat(), 400);
      for (const row of rows) writeRow(row, styles.cell);
    },

    async finish(totals) {
      await fonts.prepare(totals.flat(), 700);
      if (y + (totals.length + 1) * (LINE + PAD) > bottom) nextPage();
      y += LINE;
      for (const [label, value] of totals) {
        if (y + LINE + PAD > bottom) nextPage();
        y += LINE + PAD;
        draw(fonts.shape(label, 700), MARGIN, y, styles.total);
        drawEnd(fonts.shape(value, 700), pageWidth - MARGIN, y, styles.total);
      }
      endPage();
      const pages = addPages();
      const digits = new Date(table.dated ?? Date.now()).toISOString().replace(/\D/g, '');
      const root = file.add(`<</Type/Catalog/Pages ${pages} 0 R>>`);
      const info = file.add(
        `<</Title${pdfText(table.title)}/Creator${pdfText(table.foot)}` +
          `/CreationDate(D:${digits.slice(0, 14)}+00'00')>>`,
      );
      return file.finish(root, info, digits.slice(0, 14).padStart(32, '0'));
    },
  };
}
