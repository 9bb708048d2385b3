import type { TableColumn, TableRow } from './table-document.ts';

/** A column: its title, and what a row has in it. */
type CsvColumn<Row> = readonly [title: string, cell: (row: Row) => string];
type PdfColumn<Row> = readonly [
  ...column: CsvColumn<Row>,
  weight: TableColumn['weight'],
  align?: TableColumn['align'],
];

export const csvTable = <Row>(columns: readonly CsvColumn<Row>[]) => ({
  titles: columns.map(([title]) => title),
  cells: (row: Row): TableRow => columns.map(([, cell]) => cell(row)),
});

export const pdfTable = <Row>(columns: readonly PdfColumn<Row>[]) => ({
  columns: columns.map(
    ([title, , weight, align]): TableColumn => ({
      title,
      weight,
      ...(align && { align }),
    }),
  ),
  cells: (row: Row): TableRow => columns.map(([, cell]) => cell(row)),
});
