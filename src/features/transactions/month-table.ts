import { brand } from '#core/brand.ts';
import { findKept } from '#core/money/cash.ts';
import { MOST_DECIMALS } from '#core/money/currencies.ts';
import { formatUnits } from '#core/money/decimal.ts';
import { formatDecimal, formatFiat } from '#core/money/format.ts';
import { FIAT_SCALE } from '#core/money/purchase-approval.ts';
import { operator } from '#core/operator.ts';
import { ownNames } from '#core/statement/entry-label.ts';
import type { JournalKind } from '#core/statement/journal-kind.ts';
import type { MonthStatement, Movement, OwnedThen } from '#core/statement/month-statement.ts';
import { dayIn, timestampOf } from '#core/time/date-text.ts';
import type { Month } from '#core/time/month.ts';
import { csvTable, pdfTable } from '#files/columns.ts';
import { fileName } from '#files/file-name.ts';
import type { TableDocument, TableRow, TableTotal } from '#files/table-document.ts';

/**
 * The context of a statement. It does not contain when it was made, so that the same statement always gives
 * the same file.
 */
export interface MonthContext {
  readonly customer: string;
  readonly month: Month;
  readonly timeZone: string;
  /** The currency of all values. */
  readonly money: string;
}

/** A line of a statement; its opening and closing balances have dates as well. */
export type MonthLine =
  | { readonly kind: 'opening' | 'closing'; readonly at: number; readonly owned: OwnedThen }
  | { readonly kind: 'movement'; readonly at: number; readonly moved: Movement };

export const monthLines = (
  { opening, movements, closing }: MonthStatement,
  { month }: Pick<MonthContext, 'month'>,
): readonly MonthLine[] => [
  ...opening.map((owned): MonthLine => ({ kind: 'opening', at: month.from, owned })),
  ...movements.map((moved): MonthLine => ({ kind: 'movement', at: moved.at, moved })),
  // The month's last second, because the next month's first instant belongs to the next statement.
  ...closing.map((owned): MonthLine => ({ kind: 'closing', at: month.to - 1000, owned })),
];

/** The name of a movement. */
function movementText(kind: JournalKind): string {
  switch (kind) {
    case 'deposit':
      return 'Deposit';
    case 'swap':
      return 'Swap';
    case 'purchase':
      return 'Card purchase';
    case 'trade':
      return 'Trade';
    case 'withdrawal-sent':
      return 'Withdrawal';
    case 'withdrawal-returned':
      return 'Withdrawal returned';
    case 'cash-in':
      return 'Bank transfer';
    case 'manual':
    case 'given-up':
    case 'forfeited':
    case 'cash-recalled':
    case 'card-recalled':
    case 'set-aside':
    case 'card-refunded':
      return ownNames[kind];
    // These do not change what is owned.
    case 'deposit-seen':
    case 'deposit-dropped':
    case 'withdrawal':
    case 'cash-lost':
      return 'Under way';
  }
}

const cents = (sum: bigint | undefined): string =>
  sum === undefined ? '' : formatUnits(sum, FIAT_SCALE, FIAT_SCALE);

const quantity = (units: bigint, asset: string): string =>
  formatUnits(units, findKept(asset)?.scale ?? 0);

/** What stands in a line, before it is written. */
interface Row {
  readonly date: ReturnType<typeof timestampOf>;
  readonly name: string;
  readonly asset: string;
  /** What moved; undefined in a balance. */
  readonly units: bigint | undefined;
  readonly fee: bigint;
  readonly balance: bigint;
  readonly price: string | undefined;
  readonly value: bigint | undefined;
  readonly money: string;
  readonly id: string;
}

function rowOf(line: MonthLine, { timeZone, money }: MonthContext): Row {
  const date = timestampOf(line.at, timeZone);
  if (line.kind === 'movement') {
    const { kind, asset, units, fee, balance, value, id } = line.moved;
    const name = movementText(kind);
    return { date, name, asset, units, fee, balance, price: undefined, value, money, id };
  }
  const { asset, units: balance, price, value } = line.owned;
  const name = line.kind === 'opening' ? 'Opening balance' : 'Closing balance';
  return { date, name, asset, units: undefined, fee: 0n, balance, price, value, money, id: '' };
}

/** With exact decimals. An unknown value is empty, never zero. */
const csv = csvTable<Row>([
  ['Date', ({ date }) => date.local],
  ['Time zone', ({ date }) => date.offset],
  ['Line', ({ name }) => name],
  ['Asset', ({ asset }) => asset],
  ['Quantity', ({ units, asset }) => (units === undefined ? '' : quantity(units, asset))],
  ['Included network fee', ({ fee, asset }) => (fee > 0n ? quantity(fee, asset) : '')],
  ['Balance', ({ balance, asset }) => quantity(balance, asset)],
  ['Price', ({ price }) => price ?? ''],
  ['Value', ({ value }) => cents(value)],
  ['Currency', ({ value, money }) => (value === undefined ? '' : money)],
  ['Entry ID', ({ id }) => id],
]);

export const monthColumns = csv.titles;

export const monthCells = (line: MonthLine, context: MonthContext): TableRow =>
  csv.cells(rowOf(line, context));

const shown = (units: bigint, asset: string): string => {
  const size = formatDecimal(quantity(units < 0n ? -units : units, asset), 0, MOST_DECIMALS);
  return units < 0n ? `\u2212${size}` : size;
};

const signed = (units: bigint, asset: string): string =>
  units > 0n ? `+${shown(units, asset)}` : shown(units, asset);

/** What of an entry's id stands in the PDF: enough to find it in the CSV, which has the whole. */
const SHORT_ID = 8;

function lineText({ name, fee, asset, price, money }: Row): string {
  const note = fee > 0n ? `, ${shown(fee, asset)} of it the network’s fee` : '';
  return `${name}${note}${price === undefined ? '' : ` at ${formatFiat(price, money)}`}`;
}

const pdf = pdfTable<Row>([
  ['Date', ({ date }) => date.local.slice(0, 16), 1.7],
  ['Line', lineText, 2.6],
  ['Asset', ({ asset }) => asset, 0.8],
  ['Quantity', ({ units, asset }) => (units === undefined ? '' : signed(units, asset)), 1.9, 'end'],
  ['Balance', ({ balance, asset }) => shown(balance, asset), 1.9, 'end'],
  [
    'Value',
    ({ value, money }) => (value === undefined ? 'Unknown' : formatFiat(cents(value), money)),
    1.7,
    'end',
  ],
  ['Entry', ({ id }) => id.slice(0, SHORT_ID), 0.9, 'end'],
]);

export const monthPdfCells = (line: MonthLine, context: MonthContext): TableRow =>
  pdf.cells(rowOf(line, context));

/** A sum of money with its sign, or that it is unknown. */
function sumText(sum: bigint | undefined, money: string, plus = ''): string {
  if (sum === undefined) return 'Unknown';
  const text = formatFiat(cents(sum < 0n ? -sum : sum), money);
  return sum < 0n ? `\u2212${text}` : sum > 0n ? `${plus}${text}` : text;
}

/** The change from the opening to the closing value; undefined if one of them is unknown. */
const changeOf = ({ opening, closing }: MonthStatement['totals']): bigint | undefined =>
  opening === undefined || closing === undefined ? undefined : closing - opening;

/** The date inside the file is independent of when it is made. */
export const monthDocument = (
  { totals }: Pick<MonthStatement, 'totals'>,
  { customer, month, timeZone, money }: MonthContext,
): TableDocument => ({
  title: `Statement, ${month.name}`,
  lines: [
    customer,
    `Period: ${dayIn(timeZone, month.from)} to ${dayIn(timeZone, month.to - 1)} · Time zone: ${timeZone || timestampOf(month.from, timeZone).offset} · Currency: ${money}`,
  ],
  sum: {
    label: 'Closing value',
    value: sumText(totals.closing, money),
  },
  figures: [
    ['Opening value', sumText(totals.opening, money)],
    ['In', sumText(totals.came, money)],
    ['Out', sumText(totals.left, money)],
    ['Prices, exchange rates', sumText(totals.byPrices, money, '+')],
    ['Change', sumText(changeOf(totals), money, '+')],
  ],
  notes: [
    'What is on hold is yours and is included; what is on its way to you is not. A withdrawal leaves when it is sent.',
    'Movements have their value at their time. Balances have the market’s price at the last end of a day (UTC) before, at the exchange rate that was known then. What nobody wrote down is unknown, never zero.',
    'An entry is named by the first eight characters of its id; the CSV of the same month has the whole.',
  ],
  columns: pdf.columns,
  heading: true,
  landscape: true,
  foot: `${operator.company} · ${brand.website}`,
  dated: month.to,
});

export function monthPdfTotals(
  { byAsset, totals }: MonthStatement,
  { money }: Pick<MonthContext, 'money'>,
): readonly TableTotal[] {
  const fiat = (sum: bigint | undefined): string => sumText(sum, money);
  return [
    ...byAsset.map(
      ({ asset, opening, came, left, closing }): TableTotal => [
        asset,
        `Opening ${shown(opening, asset)} · In ${shown(came, asset)} · Out ${shown(left, asset)} · Closing ${shown(closing, asset)}`,
      ],
    ),
    ['Value at the beginning', fiat(totals.opening)],
    ['Value of what came, at its time', fiat(totals.came)],
    ['Value of what left, at its time', fiat(totals.left)],
    ['Change by prices and exchange rates', fiat(totals.byPrices)],
    ['Value at the end', fiat(totals.closing)],
  ];
}

export const monthFileName = ({ month }: MonthContext, ending: 'csv' | 'pdf'): string =>
  fileName(['statement', month.key], ending);
