import { brand } from '#core/brand.ts';
import { ALL_COSTS } from '#core/money/purchase.ts';
import { operator } from '#core/operator.ts';
import { type StatementEntry, transactionIdOf, typeText } from '#core/statement/statement.ts';
import { formatInstantInFull, timestampOf } from '#core/time/date-text.ts';
import { fileName } from '#files/file-name.ts';
import type { TableDocument, TableRow } from '#files/table-document.ts';
import { type DetailFacts, detailRows } from '#history/detail-rows.ts';
import { entryText } from '#history/entry-text.ts';

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
  // The page wishes the customer well (TX-05); a document states what is.
  ...detailRows(entry, facts).map(
    ({ label, value }): TableRow =>
      label === 'Status' && entry.kind === 'swap' ? [label, 'Completed'] : [label, value],
  ),
];

/** The rows that begin a group of their own on paper. */
const groups: ReadonlySet<string> = new Set(['Paid', 'Network', 'Transaction ID']);

/** The same rows with room between what was moved, what it cost, and where it can be found. */
export const receiptGroups = (rows: readonly TableRow[]): readonly TableRow[] =>
  rows.flatMap((row, i): readonly TableRow[] => {
    const [label = ''] = row;
    const isApart =
      groups.has(label) && (label !== 'Transaction ID' || !rows.slice(0, i).some(isNetwork));
    return isApart ? [[], row] : [row];
  });

const isNetwork = ([label]: TableRow): boolean => label === 'Network';

export function receiptDocument(entry: StatementEntry, context: ReceiptContext): TableDocument {
  const { title, amount, second } = entryText(entry);
  return {
    title: 'Receipt',
    lines: [
      `${operator.company} · ${brand.website}`,
      `For ${context.customer}`,
      `Created ${when(context.now, context)}`,
    ],
    sum: {
      label: title,
      value: amount,
      note: [...(second === undefined ? [] : [second]), when(entry.at, context)].join(' · '),
    },
    ridge: true,
    columns: [
      { title: '', weight: 1 },
      { title: '', weight: 2, align: 'end' },
    ],
    heading: false,
    strong: ['Amount', 'Paid', ALL_COSTS],
    landscape: false,
    foot: `${operator.company} · ${brand.website} · ${operator.supportEmail}`,
  };
}

/** The shared text of a receipt, which any app can show. */
export const receiptText = (
  entry: StatementEntry,
  facts: DetailFacts,
  context: ReceiptContext,
): string =>
  [
    receiptDocument(entry, context).lines[0],
    ...receiptRows(entry, facts, context).map((cells) => cells.join(': ')),
  ].join('\n');

export const receiptName = (entry: StatementEntry): string =>
  fileName(['receipt', transactionIdOf(entry)], 'pdf');
