import { brand } from '#core/brand.ts';
import { MOST_DECIMALS } from '#core/money/currencies.ts';
import { formatDecimal, formatFiat } from '#core/money/format.ts';
import { feeOf } from '#core/money/purchase.ts';
import { stageInShort } from '#core/money/withdrawal-state.ts';
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
import { csvTable, pdfTable } from '#files/columns.ts';
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

const inFull = (amount: string): string => formatDecimal(amount, 0, MOST_DECIMALS);

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
  `${formatFiat(charge.amount, charge.currency)} for ${inFull(wanted.amount)} ${wanted.currency}. ${reasonText(why)}`;

/** `note` is the customer's own. */
const csvRowOf = (entry: StatementEntry, timeZone: string, note: string) => ({
  ...{ entry, note, ...sidesOf(entry), fee: feeIn(entry), card: cardChargeOf(entry) },
  values: valuesOf(entry),
  date: timestampOf(entry.at, timeZone),
  single: entry.kind === 'single' ? entry : undefined,
});

const csv = csvTable<ReturnType<typeof csvRowOf>>([
  ['Transaction ID', ({ entry }) => transactionIdOf(entry)],
  ['Date', ({ date }) => date.local],
  ['Time zone', ({ date }) => date.offset],
  ['Type', ({ entry }) => typeText(entry)],
  ['Status', ({ entry }) => statusText(entry)],
  ['Received amount', ({ received }) => received.amount],
  ['Received asset', ({ received }) => received.currency],
  ['Sent amount', ({ sent }) => sent.amount],
  ['Sent asset', ({ sent }) => sent.currency],
  ['Included fee', ({ fee }) => fee.amount],
  ['Fee asset', ({ fee }) => fee.currency],
  ['Network', ({ single }) => single?.network ?? ''],
  ['Sender', ({ single }) => single?.sender ?? ''],
  ['Recipient', ({ single }) => single?.recipient ?? ''],
  ['Entry ID', ({ entry }) => entry.id],
  ['Received value', ({ values }) => values.received.amount],
  ['Sent value', ({ values }) => values.sent.amount],
  ['Value currency', ({ values }) => values.received.currency || values.sent.currency],
  ['Note', ({ entry }) => (entry.kind === 'failed' ? failedText(entry) : '')],
  ['Your note', ({ note }) => note],
  ['Paid by card', ({ card }) => card.amount],
  ['Card currency', ({ card }) => card.currency],
]);

export const csvColumns = csv.titles;

export const csvCells = (entry: StatementEntry, timeZone: string, note = ''): TableRow =>
  csv.cells(csvRowOf(entry, timeZone, note));

const amountText = (sign: string, side: Sum) =>
  side.amount && `${sign}${inFull(side.amount)} ${side.currency}`;

/** The title with what no column has: why a card payment failed, or what the card was charged. */
function pdfTitle(entry: StatementEntry): string {
  const { title } = entryText(entry);
  if (entry.kind === 'failed') return `${title}: ${failedText(entry)}`;
  const { amount, currency } = cardChargeOf(entry);
  return amount ? `${title}, ${formatFiat(amount, currency)} by card` : title;
}

interface PdfRow {
  readonly entry: StatementEntry;
  readonly context: ExportContext;
}

const pdf = pdfTable<PdfRow>([
  ['Date', ({ entry, context }) => formatLocal(entry.at, context.timeZone, context.now), 2.1],
  ['Transaction', ({ entry }) => pdfTitle(entry), 1.9],
  ['Status', ({ entry }) => statusText(entry), 1.2],
  ['Received', ({ entry }) => amountText('+', sidesOf(entry).received), 2, 'end'],
  ['Sent', ({ entry }) => amountText('\u2212', sidesOf(entry).sent), 2, 'end'],
  ['Value then', ({ entry }) => worthText(entry) ?? '', 1.5, 'end'],
  ['Transaction ID', ({ entry }) => transactionIdOf(entry), 2.6],
]);

export const pdfCells = (entry: StatementEntry, context: ExportContext): TableRow =>
  pdf.cells({ entry, context });

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
  columns: pdf.columns,
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
      ({ currency, received, sent, waiting }): TableTotal => [
        currency,
        [`Received ${inFull(received)}`, `Sent ${inFull(sent)}`]
          .concat(waiting === '0' ? [] : `${stageInShort.held} ${inFull(waiting)}`)
          .join(' · '),
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
