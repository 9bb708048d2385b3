import { strToU8, type Zippable, zipSync } from 'fflate';
import type { downloadOwnData } from '#core/contract/account/account.ts';
import type { AnswerOf } from '#core/contract/endpoint.ts';
import { type CsvStyle, csvHead, csvRow } from '#files/csv.ts';

export type OwnData = AnswerOf<typeof downloadOwnData>['data'];
type Cell = OwnData['tables'][number]['rows'][number][number];

const textOf = (cell: Cell): string => (cell === null ? '' : String(cell));

/** The tables as objects, by their names. */
const asJson = ({ as_of, tables, left_out }: OwnData): string => {
  const named = tables.map(({ name, about, columns, rows }) => [
    name,
    {
      about,
      rows: rows.map((row) => Object.fromEntries(columns.map((key, at) => [key, row[at] ?? null]))),
    },
  ]);
  return JSON.stringify({ as_of, tables: Object.fromEntries(named), left_out }, null, 2);
};

const readMe = ({ as_of, tables, left_out }: OwnData): string =>
  [
    `Everything that is stored about you, as of ${as_of}.`,
    'data.json holds all of it; the folder “csv” holds the same with a file for each table.',
    '',
    ...tables.map(({ name, about, rows }) => `${name} (${rows.length}): ${about}`),
    '',
    'Left out:',
    ...left_out.map(({ what, why }) => `${what}: ${why}`),
    '',
  ].join('\r\n');

/** One file with everything: JSON, and CSV for spreadsheets (KEEP-04). */
export function ownDataFile(data: OwnData, style: CsvStyle): Uint8Array<ArrayBuffer> {
  const csv = data.tables.map(({ name, columns, rows }) => [
    `csv/${name}.csv`,
    strToU8(csvHead(style, columns) + rows.map((row) => csvRow(style, row.map(textOf))).join('')),
  ]);
  const files: Zippable = {
    'read-me.txt': strToU8(readMe(data)),
    'data.json': strToU8(asJson(data)),
    ...Object.fromEntries(csv),
  };
  return new Uint8Array(zipSync(files, { mtime: data.as_of }));
}
