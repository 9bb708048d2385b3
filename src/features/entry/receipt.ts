import { brand } from '#core/brand.ts';
import { operator } from '#core/operator.ts';
import { type StatementEntry, transactionIdOf, typeText } from '#core/statement/statement.ts';
import { formatInstantInFull, timestampOf } from '#core/time/date-text.ts';
import { fileName } from '#files/file-name.ts';
import type { TableDocument, TableRow } from '#files/table-document.ts';
import { type DetailFacts, detailRows } from '#history/detail-rows.ts';

export interface ReceiptContext {
  readonly customer: string;
  readonly timeZone: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** With the year and the zone, because a receipt is read elsewhere and later. */
const when = (at: number, { timeZone }: ReceiptContext): string =>
  `${formatInstantInFull(at, timeZone)} ${timestampOf(at, timeZone).offset}`.trim();

/** The rows of a receipt: the transaction's type, its date in full, and the rows of its page. */
export const receiptRows = (
  entry: StatementEntry,
  facts: DetailFacts,
  context: ReceiptContext,
): readonly TableRow[] => [
  ['Type', typeText(entry)],
  ['Date', when(entry.at, context)],
  ...detailRows(entry, facts).map(({ label, value }): TableRow => [label, value]),
];

export const receiptDocument = (context: ReceiptContext): TableDocument => ({
  title: 'Receipt',
  lines: [
    `${operator.company} · ${brand.website}`,
    `For ${context.customer}`,
    `Created ${when(context.now, context)}`,
  ],
  columns: [
    { title: '', weight: 1 },
    { title: '', weight: 3 },
  ],
  heading: false,
  landscape: false,
  foot: brand.name,
});

/** The shared text of a receipt, which any app can show. */
export const receiptText = (
  entry: StatementEntry,
  facts: DetailFacts,
  context: ReceiptContext,
): string =>
  [
    receiptDocument(context).lines[0],
    ...receiptRows(entry, facts, context).map((cells) => cells.join(': ')),
  ].join('\n');

export const receiptName = (entry: StatementEntry): string =>
  fileName(['receipt', transactionIdOf(entry)], 'pdf');
