import { brand } from '#core/brand.ts';
import { MOST_DECIMALS } from '#core/money/currencies.ts';
import { formatDecimal, formatFiat } from '#core/money/format.ts';
import { feeOf } from '#core/money/purchase.ts';
import { operator } from '#core/operator.ts';
import {
  type FailedEntry,
  type StatementEntry,
  type Sum,
  transactionIdOf,
  typeText,
} from '#core/statement/statement.ts';
import { cardChargesOf, totalsOf } from '#core/statement/statement-totals.ts';
import { formatLocal, timestampOf } from '#core/time/date-text.ts';
import { fileName } from '#files/file-name.ts';
import type { TableDocument, TableRow, TableTotal } from '#files/table-document.ts';
import { entryText, reasonText, statusText, worthText } from '#history/entry-text.ts';
import { type HistoryFilter, periodText } from '#history/history-filter.ts';

/** What an export says about itself. */
export interface ExportContext extends HistoryFilter {
  readonly customer: string;
  readonly timeZone: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** When the server reported what is exported, if not now: offline, the device's copy is used. */
  readonly asOf?: number | undefined;
}

export const csvColumns: readonly string[] = [
  'Transaction ID',
  'Date',
  'Time zone',
  'Type',
  'Status',
  'Received amount',
  'Received asset',
  'Sent amount',
  'Sent asset',
  'Included fee',
  'Fee asset',
  'Network',
  'Sender',
  'Recipient',
  'Entry ID',
  'Received value',
  'Sent value',
  'Value currency',
  'Note',
  'Your note',
  'Paid by card',
  'Card currency',
];

const none: Sum = { amount: '', currency: '' };

/**
 * The amounts that came into the wallet and went out of it, unrounded; empty if there is none. A card's charge is
 * neither, so that each column adds up to the balance (HARD-52).
 */
function sidesOf(entry: StatementEntry): { readonly received: Sum; readonly sent: Sum } {
  if (entry.kind === 'failed') return { received: none, sent: none };
  if (entry.kind === 'swap') return { received: entry.credit, sent: entry.debit };
  return entry.direction === 'credit'
    ? { received: entry, sent: none }
    : { received: none, sent: entry };
}

/** What the card was charged for a purchase; empty if it was none or the cost is unknown. */
const cardChargeOf = (entry: StatementEntry): Sum =>
  entry.kind === 'single' ? (entry.paid ?? none) : none;

/** The values of both at the time, in the customer's currency; empty if unknown. */
function valuesOf(entry: StatementEntry): { readonly received: Sum; readonly sent: Sum } {
  if (entry.kind === 'swap') {
    return { received: entry.credit.value ?? none, sent: entry.debit.value ?? none };
  }
  if (entry.kind === 'failed') return { received: none, sent: none };
  const value = entry.value ?? none;
  return entry.direction === 'credit'
    ? { received: value, sent: none }
    : { received: none, sent: value };
}

/** The fee contained in the outgoing amount or the card's charge; empty if unknown. */
function feeIn(entry: StatementEntry): Sum {
  if (entry.kind !== 'single') return none;
  const { fee, paid, currency } = entry;
  if (paid) return { amount: feeOf(paid.amount) ?? '', currency: paid.currency };
  return fee === undefined ? none : { amount: fee, currency };
}

/** The purchase that was asked for, and why it failed. */
const failedText = ({ charge, wanted, ...why }: FailedEntry): string =>
  `${formatFiat(charge.amount, charge.currency)} for ${formatDecimal(wanted.amount, 0, MOST_DECIMALS)} ${wanted.currency}. ${reasonText(why)}`;

/** `note` is the customer's own. */
export function csvCells(entry: StatementEntry, timeZone: string, note = ''): TableRow {
  const { received, sent } = sidesOf(entry);
  const fee = feeIn(entry);
  const card = cardChargeOf(entry);
  const value = valuesOf(entry);
  const { local, offset } = timestampOf(entry.at, timeZone);
  const single = entry.kind === 'single' ? entry : undefined;
  return [
    transactionIdOf(entry),
    local,
    offset,
    typeText(entry),
    statusText(entry),
    received.amount,
    received.currency,
    sent.amount,
    sent.currency,
    fee.amount,
    fee.currency,
    single?.network ?? '',
    single?.sender ?? '',
    single?.recipient ?? '',
    entry.id,
    value.received.amount,
    value.sent.amount,
    value.received.currency || value.sent.currency,
    entry.kind === 'failed' ? failedText(entry) : '',
    note,
    card.amount,
    card.currency,
  ];
}

const amountText = (sign: string, side: Sum) =>
  side.amount && `${sign}${formatDecimal(side.amount, 0, MOST_DECIMALS)} ${side.currency}`;

/** The title with what no column has: why a card payment failed, or what the card was charged. */
function pdfTitle(entry: StatementEntry): string {
  const { title } = entryText(entry);
  if (entry.kind === 'failed') return `${title}: ${failedText(entry)}`;
  const { amount, currency } = cardChargeOf(entry);
  return amount ? `${title}, ${formatFiat(amount, currency)} by card` : title;
}

export function pdfCells(entry: StatementEntry, context: ExportContext): TableRow {
  const { received, sent } = sidesOf(entry);
  return [
    formatLocal(entry.at, context.timeZone, context.now),
    pdfTitle(entry),
    statusText(entry),
    amountText('+', received),
    amountText('\u2212', sent),
    worthText(entry) ?? '',
    transactionIdOf(entry),
  ];
}

/** The time zone's name and its current offset. */
const zoneText = ({ timeZone, now }: ExportContext): string => {
  const { offset } = timestampOf(now, timeZone);
  return timeZone ? `${timeZone} (${offset})` : offset;
};

/** States the time of the data, so that old data is not taken for current. */
const ageText = ({ asOf, timeZone, now }: ExportContext): string =>
  asOf === undefined ? '' : ` · As of ${formatLocal(asOf, timeZone, now)}`;

export const pdfDocument = (context: ExportContext): TableDocument => ({
  title: 'Transaction History',
  lines: [
    context.customer,
    `Type: ${context.type} · Period: ${periodText(context)}${context.search ? ` · Search: ${context.search}` : ''}`,
    `Created ${formatLocal(context.now, context.timeZone, context.now)}${ageText(context)} · Time zone: ${zoneText(context)}`,
  ],
  columns: [
    { title: 'Date', weight: 2.1 },
    { title: 'Transaction', weight: 1.9 },
    { title: 'Status', weight: 1.2 },
    { title: 'Received', weight: 2, align: 'end' },
    { title: 'Sent', weight: 2, align: 'end' },
    { title: 'Value then', weight: 1.5, align: 'end' },
    { title: 'Transaction ID', weight: 2.6 },
  ],
  heading: true,
  landscape: true,
  foot: `${operator.company} · ${brand.website}`,
});

export function pdfTotals(entries: readonly StatementEntry[]): readonly TableTotal[] {
  const failed = entries.filter(({ kind }) => kind === 'failed');
  return [
    ['Transactions', String(entries.length - failed.length)],
    ...(failed.length > 0
      ? [['Card payments that bought nothing', String(failed.length)] as TableTotal]
      : []),
    ...totalsOf(entries).map(
      ({ currency, received, sent }): TableTotal => [
        currency,
        `Received ${formatDecimal(received, 0, MOST_DECIMALS)} · Sent ${formatDecimal(sent, 0, MOST_DECIMALS)}`,
      ],
    ),
    ...cardChargesOf(entries).map(
      ({ currency, amount }): TableTotal => ['Paid by card', formatFiat(amount, currency)],
    ),
  ];
}

export const exportName = (context: ExportContext, ending: 'csv' | 'pdf'): string => {
  const [day = ''] = timestampOf(context.asOf ?? context.now, context.timeZone).local.split(' ');
  return fileName(['transaction_history', context.type, periodText(context), day], ending);
};
