import { MOST_DECIMALS } from '#core/domain/currencies.ts';
import { formatUnits, mulDivNearest, parseUnits, parseUnitsDown } from '#core/domain/decimal.ts';
import { formatDecimal, formatFiat } from '#core/domain/format.ts';
import {
  RETURNED,
  type SingleEntry,
  type StatementEntry,
  type Sum,
  underWayText,
} from '#core/domain/statement.ts';
import type { ToldWithdrawal } from '#withdrawal/followed.ts';
import { statusText } from './entry-text.ts';
import { type PurchaseCost, priceOf } from './use-purchase-cost.ts';

/** What is known of a transaction besides its entry. */
export interface DetailFacts {
  readonly cost: PurchaseCost | undefined;
  readonly withdrawal: ToldWithdrawal | undefined;
  /** What the server has not told of a withdrawal yet gets its room. */
  readonly awaited?: boolean;
}

export interface DetailRow {
  readonly label: string;
  readonly value: string;
  /** An amount is hidden where amounts are; an id stands in full, to be copied. */
  readonly kind: 'text' | 'amount' | 'id';
  /** Only its room: nobody knows the value yet. */
  readonly unseen?: true;
}

/** A rate is told to so many decimals. */
const RATE_SCALE = 8;

/** Every digit of it: this is what is kept. */
const amountOf = (amount: string, currency: string): string =>
  `${formatDecimal(amount, 0, MOST_DECIMALS)}\u00a0${currency}`;

/** What one of the dearer cost in the other, to eight decimals; undefined where one is nothing. */
export function rateOf(one: Sum, other: Sum): string | undefined {
  const [a, b] = [parseUnits(one.amount, MOST_DECIMALS), parseUnits(other.amount, MOST_DECIMALS)];
  if (!a || !b) return undefined;
  if (b < a) return rateOf(other, one);
  const rate = formatUnits(mulDivNearest(b, 10n ** BigInt(RATE_SCALE), a), RATE_SCALE);
  return `1 ${one.currency} = ${formatDecimal(rate)} ${other.currency}`;
}

type Row = readonly [
  label: string,
  value: string | undefined,
  kind?: DetailRow['kind'],
  unseen?: true,
];

/** As long as most are. */
const SOME_HASH = '0'.repeat(64);

/** Whether it is on its way or there: what fails or is cancelled comes back, its fee with it. */
const isSent = ({ status }: ToldWithdrawal): boolean =>
  status === 'requested' || status === 'broadcast' || status === 'completed';

const awaitedRows: readonly Row[] = [
  ['Recipient gets', '\u00a0', 'text', true],
  ['Network fee', '\u00a0', 'text', true],
];

/** What the entry itself says of its withdrawal, until, or unless, the server is heard. */
function sentBy({ amount, currency, fee }: SingleEntry) {
  const [total, part] = [parseUnits(amount, MOST_DECIMALS), parseUnits(fee ?? '', MOST_DECIMALS)];
  return fee === undefined || total === undefined || part === undefined || part > total
    ? undefined
    : { amount: formatUnits(total - part, MOST_DECIMALS), fee, currency_id: currency };
}

function sentRows(known: ReturnType<typeof sentBy>): readonly Row[] {
  if (!known) return [];
  const { amount, fee, currency_id } = known;
  const free = parseUnitsDown(fee, MOST_DECIMALS) === 0n;
  return [
    ['Recipient gets', amountOf(amount, currency_id), 'amount'],
    ['Network fee', free ? 'None' : amountOf(fee, currency_id)],
  ];
}

function singleRows(entry: SingleEntry, { cost, awaited, ...known }: DetailFacts): readonly Row[] {
  const out = entry.direction === 'debit';
  const withdrawal = out ? known.withdrawal : undefined;
  // What came back names the network and the address it had gone to, and came from neither.
  const cameBack = !out && entry.status === RETURNED;
  const told = withdrawal ? isSent(withdrawal) && withdrawal : sentBy(entry);
  const charged = entry.paid;
  const paid = cost?.paid ?? (charged && formatFiat(charged.amount, charged.currency));
  return [
    ['Amount', `${out ? '\u2212' : '+'}${amountOf(entry.amount, entry.currency)}`, 'amount'],
    ...(awaited && !told ? awaitedRows : sentRows(told || undefined)),
    // A receipt that left it out would read as if there were nothing to tell.
    ['Paid', paid ?? (entry.label === 'Buy' ? 'Not available yet' : ''), 'amount'],
    ['Price', cost?.price],
    [`${entry.currency} price`, cost?.assetPrice ?? (charged && priceOf(entry, charged))],
    ['Network', cameBack ? undefined : withdrawal?.network || entry.network],
    ['Sender', cameBack || out ? undefined : entry.sender, 'id'],
    ['Transaction ID', entry.trackingId || entry.id, 'id'],
    ['Recipient', entry.label === 'Withdraw' ? entry.recipient : undefined, 'id'],
    ['Destination tag', withdrawal?.tag, 'id'],
    awaited && entry.status !== underWayText.requested
      ? ['Transaction hash', SOME_HASH, 'id', true]
      : ['Transaction hash', withdrawal?.transaction_hash ?? undefined, 'id'],
  ];
}

/** What a transaction's page, its print and its receipt say; what is not known has no row (TX-05). */
export function detailRows(entry: StatementEntry, facts: DetailFacts): readonly DetailRow[] {
  const rows: readonly Row[] =
    entry.kind === 'swap'
      ? [
          ['Amount', `+${amountOf(entry.credit.amount, entry.credit.currency)}`, 'amount'],
          ['Paid', amountOf(entry.debit.amount, entry.debit.currency), 'amount'],
          ['Rate', rateOf(entry.debit, entry.credit)],
          ['Transaction ID', entry.trackingId || entry.id, 'id'],
        ]
      : singleRows(entry, facts);
  return [['Status', statusText(entry)] as Row, ...rows].flatMap(
    ([label, value, kind = 'text', unseen]): DetailRow[] =>
      value ? [{ label, value, kind, ...(unseen && { unseen }) }] : [],
  );
}
