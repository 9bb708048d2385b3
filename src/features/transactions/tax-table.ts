import { brand } from '#core/brand.ts';
import { findAsset, MOST_DECIMALS } from '#core/money/currencies.ts';
import { formatUnits } from '#core/money/decimal.ts';
import { formatDecimal, formatFiat } from '#core/money/format.ts';
import { oneOfManySums } from '#core/money/many-sums.ts';
import { FIAT_SCALE } from '#core/money/purchase-approval.ts';
import { operator } from '#core/operator.ts';
import type { CostMethod, Disposal } from '#core/statement/cost-basis.ts';
import type { TaxReport, TaxTotals, UnknownCost } from '#core/statement/tax-report.ts';
import { methodNames, type TaxYear } from '#core/statement/tax-rules.ts';
import { ruleOf, ruleText } from '#core/tax/country-rules.ts';
import { dayIn, daysBetween, formatLocal, timestampOf } from '#core/time/date-text.ts';
import { oneOfManyDays, oneOfManyTimestamps } from '#core/time/many-timestamps.ts';
import { csvTable, pdfTable } from '#files/columns.ts';
import { fileName } from '#files/file-name.ts';
import type { TableDocument, TableRow, TableTotal } from '#files/table-document.ts';

/** The context of a tax report. */
export interface TaxContext {
  readonly customer: string;
  readonly year: TaxYear;
  readonly method: CostMethod;
  readonly timeZone: string;
  /** The certified residence whose rule counts, and how many are certified. */
  readonly country: string | undefined;
  readonly residences: number;
  /** The currency of all sums. */
  readonly money: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

export const NO_ADVICE =
  'This report is a help for your tax return and no tax advice. Check it with somebody who knows the law of your country.';

const cents = (sum: bigint | undefined): string =>
  sum === undefined ? '' : formatUnits(sum, FIAT_SCALE, FIAT_SCALE);

const quantity = (units: bigint, asset: string): string =>
  formatUnits(units, findAsset(asset)?.scale ?? 0);

/** Calendar days in the zone of the tax year: that of the acquisition does not count, that of the disposal does. */
const daysHeld = (from: number, to: number, timeZone: string): string =>
  String(Math.max(0, daysBetween(from, to, timeZone)));

/** Whether a disposal came after the day on which a year had passed since an acquisition. */
function isAfterOneYear(from: number, to: number, timeZone: string): boolean {
  const [year = 0, month = 1, day = 1] = dayIn(timeZone, from).split('-').map(Number);
  // A year from February 29 ends on the last day of the next February.
  const last = Math.min(day, new Date(Date.UTC(year + 1, month, 0)).getUTCDate());
  const anniversary = new Date(Date.UTC(year + 1, month - 1, last)).toISOString().slice(0, 10);
  return dayIn(timeZone, to) > anniversary;
}

/** Only where the law of the residence asks for it. */
function heldOverYear(one: Disposal, { country, timeZone }: TaxContext): string {
  if (ruleOf(country)?.afterOneYear === undefined) return '';
  const [oldest, newest] = [one.acquiredFirst, one.acquiredLast].map((from) =>
    isAfterOneYear(from, one.at, timeZone),
  );
  return oldest === newest ? (oldest ? 'yes' : 'no') : 'partly';
}

/** What is unknown about a disposal, in words; empty if nothing. */
export function noteOf({ proceeds, unknownUnits, units }: Disposal): string {
  const notes = [
    proceeds === undefined && 'Proceeds unknown',
    unknownUnits === units ? 'Cost unknown' : unknownUnits > 0n && 'Cost partly unknown',
  ];
  return notes.filter(Boolean).join('. ');
}

interface Row {
  readonly one: Disposal;
  readonly context: TaxContext;
}

const isCostUnknown = ({ unknownUnits, units }: Disposal): boolean => unknownUnits === units;

/** The least and the most days for which a part of a disposal was held. */
const leastHeld = ({ one, context }: Row): string =>
  daysHeld(one.acquiredLast, one.at, context.timeZone);
const mostHeld = ({ one, context }: Row): string =>
  daysHeld(one.acquiredFirst, one.at, context.timeZone);

/** One disposal, with exact decimals. An unknown value is empty, never zero. */
const csv = csvTable<Row>([
  ['Date', ({ one, context }) => oneOfManyTimestamps(one.at, context.timeZone).local],
  ['Time zone', ({ one, context }) => oneOfManyTimestamps(one.at, context.timeZone).offset],
  ['Asset', ({ one }) => one.asset],
  ['Quantity', ({ one }) => quantity(one.units, one.asset)],
  ['Proceeds', ({ one }) => cents(one.proceeds)],
  ['Fees', ({ one }) => cents(one.fees)],
  ['Cost', ({ one }) => (isCostUnknown(one) ? '' : cents(one.cost))],
  ['Gain', ({ one }) => cents(one.gain)],
  ['Currency', ({ context }) => context.money],
  ['Acquired first', ({ one, context }) => oneOfManyDays(context.timeZone, one.acquiredFirst)],
  ['Acquired last', ({ one, context }) => oneOfManyDays(context.timeZone, one.acquiredLast)],
  ['Days held, at least', leastHeld],
  ['Days held, at most', mostHeld],
  ['Held for more than a year', ({ one, context }) => heldOverYear(one, context)],
  [
    'Quantity of unknown cost',
    ({ one }) => (one.unknownUnits > 0n ? quantity(one.unknownUnits, one.asset) : ''),
  ],
  ['Proceeds not counted', ({ one }) => (one.uncounted !== 0n ? cents(one.uncounted) : '')],
  ['Method', ({ context }) => methodNames[context.method]],
  ['Note', ({ one }) => noteOf(one)],
  ['Entry ID', ({ one }) => one.id],
]);

export const taxColumns = csv.titles;

export const taxCells = (one: Disposal, context: TaxContext): TableRow =>
  csv.cells({ one, context });

const dayRange = (first: string, last: string): string =>
  first === last ? first : `${first} to ${last}`;

const sumIn = (sum: bigint | undefined, { money }: TaxContext): string =>
  sum === undefined ? 'Unknown' : oneOfManySums(sum, money);

const pdf = pdfTable<Row>([
  ['Date', ({ one, context }) => oneOfManyDays(context.timeZone, one.at), 1.15],
  ['Asset', ({ one }) => one.asset, 0.8],
  [
    'Quantity',
    ({ one }) => formatDecimal(quantity(one.units, one.asset), 0, MOST_DECIMALS),
    1.7,
    'end',
  ],
  [
    'Acquired',
    ({ one, context: { timeZone } }) =>
      dayRange(
        oneOfManyDays(timeZone, one.acquiredFirst),
        oneOfManyDays(timeZone, one.acquiredLast),
      ),
    2.15,
  ],
  [
    'Days held',
    (row) => {
      const [least, most] = [leastHeld(row), mostHeld(row)];
      return least === most ? least : `${least}–${most}`;
    },
    1,
    'end',
  ],
  ['Proceeds', ({ one, context }) => sumIn(one.proceeds, context), 1.65, 'end'],
  ['Fees', ({ one, context }) => sumIn(one.fees, context), 1.1, 'end'],
  [
    'Cost',
    ({ one, context }) => (isCostUnknown(one) ? 'Unknown' : sumIn(one.cost, context)),
    1.65,
    'end',
  ],
  ['Gain', ({ one, context }) => sumIn(one.gain, context), 1.65, 'end'],
  ['Note', ({ one }) => noteOf(one), 1.35],
]);

export const taxPdfCells = (one: Disposal, context: TaxContext): TableRow =>
  pdf.cells({ one, context });

const lastDay = ({ year, timeZone }: TaxContext): string => dayIn(timeZone, year.to - 1);

/** All assumptions of the report, so that an accountant knows what to correct. */
const assumptions: readonly string[] = [
  'A swap that is a disposal brings the value of what was received and the spread, which is a fee. What was received costs the same value less that fee. A purchase by card costs what was charged, fee included.',
  'Values are those of the market at the time, as they were written down then. A withdrawal counts as a move to a wallet of your own: no gain, and its cost leaves with it. The network’s fee in it is a disposal at its value. Deposits count as acquired when they arrived, at the cost you stated.',
  'Where a cost is unknown, it is not counted as zero: what such units brought is “not counted” and in no gain. Sums are exact to the cent; what rounding leaves stays with what is left.',
  'Days held are calendar days in the time zone above; the day of the acquisition does not count.',
];

/** That other certified countries have rules of their own. */
const othersText = ({ residences }: Pick<TaxContext, 'residences'>): string =>
  residences > 1
    ? ' You pay tax in other countries too: this report does not follow their rules.'
    : '';

/** A sum with its sign before the currency. */
const signedSum = (sum: bigint, money: string): string =>
  `${sum < 0n ? '\u2212' : ''}${formatFiat(cents(sum < 0n ? -sum : sum), money)}`;

export const taxDocument = (
  { totals }: Pick<TaxReport, 'totals'>,
  context: TaxContext,
): TableDocument => {
  const { customer, year, method, timeZone, money, now, country } = context;
  const partial = now < year.to ? ` · Not over yet: up to ${formatLocal(now, timeZone, now)}` : '';
  return {
    title: `Gains and Losses, Tax Year ${year.name}`,
    lines: [
      customer,
      `Period: ${dayIn(timeZone, year.from)} to ${lastDay(context)}${partial} · Time zone: ${timeZone || timestampOf(now, timeZone).offset}`,
      `Method: ${methodNames[method]}, for each asset by itself · Currency: ${money} · Created ${formatLocal(now, timeZone, now)}`,
    ],
    sum: {
      label: `Gain, tax year ${year.name}${now < year.to ? ', so far' : ''}`,
      value: signedSum(totals.gain, money),
    },
    figures: [
      ['Proceeds', signedSum(totals.proceeds, money)],
      ['Cost', signedSum(totals.cost, money)],
      ['Fees', signedSum(totals.fees, money)],
      ...(totals.uncounted === 0n
        ? []
        : [['Not counted', signedSum(totals.uncounted, money)] as TableTotal]),
    ],
    notes: [NO_ADVICE, ruleText(country) + othersText(context), ...assumptions],
    columns: pdf.columns,
    heading: true,
    landscape: true,
    foot: `${operator.company} · ${brand.website}`,
  };
};

const unknownText = ({ asset, deposits, units }: UnknownCost): string =>
  `${formatDecimal(quantity(units, asset), 0, MOST_DECIMALS)} ${asset} in ${deposits === 1 ? 'one deposit' : `${deposits} deposits`}`;

export function taxPdfTotals(report: TaxReport, { money }: TaxContext): readonly TableTotal[] {
  const { totals, byAsset, unknown } = report;
  const fiat = (sum: bigint): string => formatFiat(cents(sum), money);
  const sums = ({ proceeds, fees, cost, gain }: TaxTotals): string =>
    `Proceeds ${fiat(proceeds)} · Fees ${fiat(fees)} · Cost ${fiat(cost)} · Gain ${fiat(gain)}`;
  return [
    ['Disposals', String(totals.disposals)],
    ...byAsset.map(([asset, own]): TableTotal => [asset, sums(own)]),
    ['All assets', sums(totals)],
    ...(totals.uncounted !== 0n
      ? [
          [
            'Brought by units of unknown cost, not counted',
            `${fiat(totals.uncounted)} in ${totals.ofUnknownCost === 1 ? 'one disposal' : `${totals.ofUnknownCost} disposals`}`,
          ] as TableTotal,
        ]
      : []),
    ...(totals.unvalued > 0
      ? [['Disposals with unknown proceeds, in no sum', String(totals.unvalued)] as TableTotal]
      : []),
    ...unknown.map((one): TableTotal => ['Cost never stated', unknownText(one)]),
  ];
}

export const taxFileName = ({ year, method }: TaxContext, ending: 'csv' | 'pdf'): string =>
  fileName(['gains', year.name.replace('–', '-'), method], ending);
