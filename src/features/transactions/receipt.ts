import { brand } from '#core/brand.ts';
import { formatInstantInFull, timestampOf } from '#core/domain/date-text.ts';
import { fileName } from '#core/domain/file-name.ts';
import { formatDecimal } from '#core/domain/format.ts';
import { RETURNED, type SingleEntry, type StatementEntry } from '#core/domain/statement.ts';
import type { TableDocument, TableRow } from '#core/domain/table-document.ts';
import { statusText } from './entry-text.ts';

export interface ReceiptContext {
  readonly customer: string;
  readonly timeZone: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** What the bought asset cost, where that is known (TX-05). */
  readonly price: string | undefined;
  /** What the card was charged, where that is known. */
  readonly paid: string | undefined;
}

const amount = (side: { readonly amount: string; readonly currency: string }): string =>
  `${formatDecimal(side.amount, 0, 18)} ${side.currency}`;

/** With the year and the zone: a receipt is read elsewhere, and later. */
const when = (at: number, { timeZone }: ReceiptContext): string =>
  `${formatInstantInFull(at, timeZone)} ${timestampOf(at, timeZone).offset}`.trim();

/** What came back was neither sent nor received. */
function amountLabel({ status, direction }: SingleEntry): string {
  if (status === RETURNED) return 'Amount';
  return direction === 'credit' ? 'Received' : 'Sent';
}

/** What a receipt says, label by label; what is not known has no line. */
export function receiptRows(entry: StatementEntry, context: ReceiptContext): readonly TableRow[] {
  const rows: readonly (readonly [string, string | undefined])[] =
    entry.kind === 'swap'
      ? [
          ['Type', entry.label],
          ['Status', statusText(entry)],
          ['Received', amount(entry.credit)],
          ['Paid', amount(entry.debit)],
          ['Date', when(entry.at, context)],
          ['Transaction ID', entry.trackingId || entry.id],
        ]
      : [
          ['Type', entry.label],
          ['Status', statusText(entry)],
          [amountLabel(entry), amount(entry)],
          ['Paid', context.paid],
          ['Price', context.price],
          ['Date', when(entry.at, context)],
          ['Network', entry.network],
          ['Sender', entry.sender],
          ['Recipient', entry.recipient],
          ['Transaction ID', entry.trackingId || entry.id],
        ];
  return rows.flatMap(([label, value]) => (value ? [[label, value]] : []));
}

export const receiptDocument = (context: ReceiptContext): TableDocument => ({
  title: 'Receipt',
  lines: [
    `${brand.company} · ${brand.website}`,
    `For ${context.customer}`,
    `Made ${when(context.now, context)}`,
  ],
  columns: [
    { title: '', weight: 1 },
    { title: '', weight: 3 },
  ],
  heading: false,
  landscape: false,
  foot: brand.name,
});

export const receiptName = (entry: StatementEntry): string =>
  fileName(['receipt', entry.trackingId || entry.id], 'pdf');
