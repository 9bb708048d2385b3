import type { TableDocument, TableRow, TableTotal } from '#files/table-document.ts';
import { LOGO, logo, paper, ridgeShapes, sandShapes } from './pdf-brand.ts';
import { bytesOf, createPdfFile, type ObjectId, pdfText } from './pdf-file.ts';
import { createFonts, type LoadFont, type Shaped, type Weight } from './pdf-fonts.ts';
import { createPageContent, type Inked, inkOf, type PageContent } from './pdf-page.ts';
import { drawnShapes } from './pdf-shapes.ts';
import { wrapText } from './wrap-text.ts';

/** A4, in points, 72 to the inch. */
const [SHORT, LONG] = [595.28, 841.89] as const;
const FOOT = 28;
const GAP = 10;
const LINE = 11;
const INK = inkOf(paper.ink);
const MUTED = inkOf(paper.muted);
const SUBTLE = inkOf(paper.subtle);
const RULE = inkOf(paper.line);
/** The logo's name in a page's content. */
const MARK = 'Logo';

/** A list has many rows on a wide page; a receipt few on a high one. */
const roomOf = (landscape: boolean) =>
  landscape
    ? ({ margin: 40, pad: 3.5, cell: 8, sum: 20, ridge: 44, group: 8 } as const)
    : ({ margin: 51, pad: 5.5, cell: 9.5, sum: 27, ridge: 68, group: 20 } as const);

interface Style extends Inked {
  readonly weight: Weight;
}

const stylesOf = ({ cell, sum }: { readonly cell: number; readonly sum: number }) =>
  ({
    title: { weight: 700, size: 11, color: INK },
    text: { weight: 400, size: 8.5, color: MUTED },
    note: { weight: 400, size: 7.5, color: SUBTLE },
    sum: { weight: 400, size: sum, color: INK },
    figure: { weight: 700, size: 9.5, color: INK },
    heading: { weight: 700, size: cell - 0.5, color: MUTED },
    cell: { weight: 400, size: cell, color: INK },
    label: { weight: 400, size: cell, color: MUTED },
    total: { weight: 700, size: cell, color: INK },
    foot: { weight: 400, size: 7.5, color: SUBTLE },
  }) as const satisfies Readonly<Record<string, Style>>;

/** Characters that `wrapText` would change although the text fits. */
const BROKEN = /[\r\n\t]|^ | $| {2}/;

/** The largest size, to a tenth of a point, in which a text of this width fits. */
const fitting = (room: number, width: number): number => Math.floor((room * 10_000) / width) / 10;

export interface PdfTable {
  addRows(rows: readonly TableRow[]): Promise<void>;
  /** The file's bytes; nothing can be added afterwards. */
  finish(totals: readonly TableTotal[]): Promise<ArrayBuffer>;
}

/**
 * Writes a table as an A4 PDF: the logo, whose it is and its main sum on the first page, page numbers on all, and if
 * `heading` is set, column titles per page.
 */
export async function startPdfTable(table: TableDocument, load: LoadFont): Promise<PdfTable> {
  const { columns, sum, figures = [], notes = [] } = table;
  const file = createPdfFile();
  const fonts = createFonts(load);
  const room = roomOf(table.landscape);
  const { margin: MARGIN, pad: PAD } = room;
  const styles = stylesOf(room);
  const [pageWidth, pageHeight] = table.landscape ? [LONG, SHORT] : [SHORT, LONG];
  const footAt = pageHeight - 40;
  const bottom = footAt - FOOT;
  const right = pageWidth - MARGIN;
  const inner = right - MARGIN;
  const whole = columns.reduce((all, { weight }) => all + weight, 0);
  const widths = columns.map(({ weight }) => ((inner + GAP) * weight) / whole - GAP);
  const lefts = widths.map((_, i) =>
    widths.slice(0, i).reduce((left, width) => left + width + GAP, MARGIN),
  );
  /** Drawn once in the file, and named on every page. */
  const mark = file.addStream(
    bytesOf(drawnShapes(logo)),
    `/Type/XObject/Subtype/Form/BBox[0 0 ${LOGO.width} ${LOGO.height}]`,
  );
  /** The contents of the pages that are full. */
  const written: ObjectId[] = [];
  let page = createPageContent(pageHeight);
  let y: number = MARGIN;

  function draw(line: Shaped, x: number, at: number, style: Inked, on: PageContent = page): void {
    let left = x;
    for (const run of line.runs) {
      on.text(run, left, at - (run.rise * style.size) / 1000, style);
      left += (run.width * style.size) / 1000;
    }
  }

  const drawEnd = (line: Shaped, x: number, at: number, style: Inked, on?: PageContent): void =>
    draw(line, x - (line.width * style.size) / 1000, at, style, on);

  function wrapped(text: string, width: number, { weight, size }: Style): readonly Shaped[] {
    const most = (width * 1000) / size;
    const shaped = fonts.shape(text, weight);
    if (shaped.width <= most && !BROKEN.test(text)) return [shaped];
    return wrapText(text, most, (part) => fonts.shape(part, weight).width).map((line) =>
      fonts.shape(line, weight),
    );
  }

  const rule = (): void => page.rule(MARGIN, right, y);
  const drawMark = (at: number, height: number): void =>
    page.draw(
      `/${MARK} Do\n`,
      MARGIN - (LOGO.edge * height) / LOGO.height,
      at,
      height / LOGO.height,
    );

  /** A text that becomes smaller until it fits on one line, as the sum of a large account has to. */
  function drawFitting(text: string, x: number, width: number, at: number, style: Style): void {
    const line = fonts.shape(text, style.weight);
    draw(line, x, at, { ...style, size: Math.min(style.size, fitting(width, line.width)) });
  }

  function writeRow(row: TableRow, style: Style, first: Style = style): void {
    if (row.length === 0) {
      y += room.group;
      rule();
      return;
    }
    const cells = columns.map((_, i) =>
      wrapped(row[i] ?? '', widths[i] ?? 0, i === 0 ? first : style),
    );
    const height = Math.max(...cells.map((lines) => lines.length));
    for (let done = 0; done < height; ) {
      const fits = Math.floor((bottom - y - 2 * PAD) / LINE);
      // A row stays whole unless it is longer than a page.
      if (fits < Math.min(height - done, Math.floor((bottom - MARGIN) / LINE) - 6)) {
        nextPage();
        continue;
      }
      for (const [i, lines] of cells.entries()) {
        const used = i === 0 ? first : style;
        for (const [n, line] of lines.slice(done, done + fits).entries()) {
          const at = y + PAD + LINE * (n + 0.78);
          const left = lefts[i] ?? MARGIN;
          if (columns[i]?.align === 'end') drawEnd(line, left + (widths[i] ?? 0), at, used);
          else draw(line, left, at, used);
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

  /** The logo at the left; at the right the title and whose it is. */
  function writeHead(): void {
    const high = table.landscape ? 26 : 31;
    drawMark(y, high);
    const room = inner - (high * LOGO.width) / LOGO.height - 3 * GAP;
    let at = y + 2;
    for (const [text, style] of [
      [table.title, styles.title] as const,
      ...table.lines.map((line) => [line, styles.text] as const),
    ]) {
      for (const line of wrapped(text, room, style)) {
        at += style.size * 1.4;
        drawEnd(line, right, at - style.size * 0.4, style);
      }
    }
    y = Math.max(y + high, at) + 16;
  }

  /** The main sum and the figures beside it, on flat sand from edge to edge. */
  function writeBand(): void {
    const height = sum?.note === undefined ? 54 : 66;
    page.draw(drawnShapes(sandShapes(pageWidth, height)), 0, y, 1);
    const wide = sum ? inner * (figures.length > 0 ? 0.34 : 1) : 0;
    if (sum) {
      draw(fonts.shape(sum.label, 400), MARGIN, y + 17, styles.text);
      drawFitting(sum.value, MARGIN, wide - 2 * GAP, y + 41, styles.sum);
      if (sum.note !== undefined) {
        drawFitting(sum.note, MARGIN, wide - 2 * GAP, y + 56, styles.text);
      }
    }
    const each = (inner - wide) / figures.length;
    for (const [place, at, style] of [
      [0, y + 17, styles.text],
      [1, y + 37, styles.figure],
    ] as const) {
      const lines = figures.map((figure) => fonts.shape(figure[place], style.weight));
      const longest = Math.max(...lines.map(({ width }) => width));
      const size = Math.min(style.size, fitting(each - GAP, longest));
      // The last one ends where the table's last column does.
      for (const [i, line] of lines.entries()) {
        drawEnd(line, MARGIN + wide + each * (i + 1), at, { ...style, size });
      }
    }
    y += height + 16;
  }

  /** The main sum alone on the paper, and the ridge below it. */
  function writeRidge(): void {
    if (sum) {
      y += 14;
      draw(fonts.shape(sum.label, 400), MARGIN, y, styles.text);
      y += room.sum * 1.15;
      drawFitting(sum.value, MARGIN, inner, y, styles.sum);
      if (sum.note !== undefined) {
        for (const line of wrapped(sum.note, inner, styles.text)) {
          y += 15;
          draw(line, MARGIN, y, styles.text);
        }
      }
      y += 18;
    }
    page.draw(drawnShapes(ridgeShapes(pageWidth, room.ridge)), 0, y, 1);
    y += room.ridge + 26;
  }

  function endPage(): void {
    page.rule(MARGIN, right, footAt - 14);
    draw(fonts.shape(table.foot, styles.foot.weight), MARGIN, footAt, styles.foot);
    written.push(file.addStream(bytesOf(page.content(RULE))));
  }

  /** Every further page says whose it is and what of, too. */
  function nextPage(): void {
    endPage();
    page = createPageContent(pageHeight);
    y = MARGIN - 10;
    drawMark(y, 15);
    drawEnd(continued, right, y + 11, styles.note);
    y += 24;
    writeHeading();
  }

  /** Adds the pages with their numbers and the total; returns the list of pages. */
  function addPages(): ObjectId {
    const list = file.reserve();
    const pages = written.map((content, i) => {
      const end = createPageContent(pageHeight);
      const text = fonts.shape(`Page ${i + 1} of ${written.length}`, styles.foot.weight);
      drawEnd(text, right, footAt, styles.foot, end);
      const number = file.addShortStream(end.content(RULE));
      return file.add(`<</Type/Page/Parent ${list} 0 R/Contents[${content} 0 R ${number} 0 R]>>`);
    });
    const kids = pages.map((id) => `${id} 0 R`).join(' ');
    return file.add(
      `<</Type/Pages/Kids[${kids}]/Count ${pages.length}/MediaBox[0 0 ${pageWidth} ${pageHeight}]` +
        `/Resources<<${fonts.finish(file)}/XObject<</${MARK} ${mark} 0 R>>>>>>`,
      list,
    );
  }

  const [whose = ''] = table.lines;
  const again = whose === '' ? table.title : `${table.title} · ${whose}`;
  await fonts.prepare(
    [table.title, ...columns.map(({ title }) => title), ...figures.map(([, value]) => value)],
    700,
  );
  await fonts.prepare(
    [
      ...[table.foot, again, ...table.lines, ...notes, 'Page 0123456789 of'],
      ...[sum?.label ?? '', sum?.value ?? '', sum?.note ?? '', ...figures.map(([label]) => label)],
    ],
    400,
  );
  const continued = fonts.shape(again, 400);
  const strong = new Set(table.strong);
  writeHead();
  if (table.ridge) writeRidge();
  else if (sum || figures.length > 0) writeBand();
  for (const text of notes) {
    for (const line of wrapped(text, inner, styles.note)) {
      draw(line, MARGIN, y, styles.note);
      y += 10;
    }
  }
  if (notes.length > 0) y += 6;
  writeHeading();

  return {
    async addRows(rows) {
      await fonts.prepare(rows.flat(), 400);
      if (strong.size > 0) {
        await fonts.prepare(rows.filter(([first = '']) => strong.has(first)).flat(), 700);
      }
      // Where rows have no heads over them, their first cell is the name of the others.
      const first = table.heading ? styles.cell : styles.label;
      for (const row of rows) {
        if (strong.has(row[0] ?? '')) writeRow(row, styles.total);
        else writeRow(row, styles.cell, first);
      }
    },

    async finish(totals) {
      await fonts.prepare(totals.flat(), 700);
      if (totals.length > 0) {
        if (y + (totals.length + 1) * (LINE + PAD) > bottom) nextPage();
        y += LINE;
        for (const [label, value] of totals) {
          if (y + LINE + PAD > bottom) nextPage();
          y += LINE + PAD;
          draw(fonts.shape(label, 700), MARGIN, y, styles.total);
          drawEnd(fonts.shape(value, 700), right, y, styles.total);
        }
      }
      endPage();
      const pages = addPages();
      const digits = new Date(table.dated ?? Date.now()).toISOString().replace(/\D/g, '');
      const root = file.add(
        `<</Type/Catalog/Lang(en)/ViewerPreferences<</DisplayDocTitle true>>/Pages ${pages} 0 R>>`,
      );
      const info = file.add(
        `<</Title${pdfText(table.title)}/Creator${pdfText(table.foot)}` +
          `/CreationDate(D:${digits.slice(0, 14)}+00'00')>>`,
      );
      return file.finish(root, info, digits.slice(0, 14).padStart(32, '0'));
    },
  };
}
