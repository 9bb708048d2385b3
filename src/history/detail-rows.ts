import { MOST_DECIMALS } from '#core/money/currencies.ts';
import { formatUnits, parseUnits, parseUnitsDown } from '#core/money/decimal.ts';
import { formatDecimal, formatFiat } from '#core/money/format.ts';
import { ALL_COSTS, FEE_NAME } from '#core/money/purchase.ts';
import { rateOfDearer } from '#core/money/rate-text.ts';
import {
  type FailedEntry,
  isNotSent,
  RETURNED,
  type SingleEntry,
  type StatementEntry,
  transactionIdOf,
} from '#core/statement/statement.ts';
import type { ToldWithdrawal } from '#withdrawal/followed.ts';
import { isPaidOut, reasonText, recipientOf, statusText, worthBeside } from './entry-text.ts';
import { costInEntry, type PurchaseCost } from './use-purchase-cost.ts';

/** What is known about a transaction besides its entry. */
export interface DetailFacts {
  readonly cost: PurchaseCost | undefined;
  readonly withdrawal: ToldWithdrawal | undefined;
  /** Reserves room for facts about a withdrawal that the server has not sent yet. */
  readonly awaited?: boolean;
}

export interface DetailRow {
  readonly label: string;
  readonly value: string;
  /** An amount is hidden while amounts are masked; an id and an address are shown in full, to be copied. */
  readonly kind: 'text' | 'amount' | 'id' | 'address';
  /** The row only reserves room: its value is not loaded yet. */
  readonly unseen?: true;
}

/** With all digits, because it is the customer's record. */
const amountOf = (amount: string, currency: string): string =>
  `${formatDecimal(amount, 0, MOST_DECIMALS)}\u00a0${currency}`;

type Row = readonly [
  label: string,
  value: string | undefined,
  kind?: DetailRow['kind'],
  unseen?: true,
];

/** A placeholder with the usual length of a hash. */
const SOME_HASH = '0'.repeat(64);

/**
 * Whether the withdrawal is under way or completed. If it failed or was cancelled, the money came back with
 * its fee.
 */
const isSent = ({ status }: ToldWithdrawal): boolean =>
  status === 'requested' || status === 'broadcast' || status === 'completed';

const awaitedRows: readonly Row[] = [
  ['Recipient gets', '\u00a0', 'text', true],
  ['Network fee', '\u00a0', 'text', true],
];

/** The facts about a withdrawal that the entry itself contains, until the server has answered. */
function sentBy({ amount, currency, fee }: SingleEntry) {
  const [total, part] = [parseUnits(amount, MOST_DECIMALS), parseUnits(fee ?? '', MOST_DECIMALS)];
  return fee === undefined || total === undefined || part === undefined || part > total
    ? undefined
    : { amount: formatUnits(total - part, MOST_DECIMALS), fee, currency_id: currency };
}

function sentRows(known: ReturnType<typeof sentBy>, byBank: boolean): readonly Row[] {
  if (!known) return [];
  const { amount, fee, currency_id } = known;
  const free = parseUnitsDown(fee, MOST_DECIMALS) === 0n;
  return [
    ['Recipient gets', amountOf(amount, currency_id), 'amount'],
    [byBank ? 'Fee' : 'Network fee', free ? 'None' : amountOf(fee, currency_id)],
  ];
}

const valueRow = (entry: StatementEntry): Row => ['Value then', worthBeside(entry), 'amount'];

const failedRows = ({ charge, wanted, ...entry }: FailedEntry): readonly Row[] => [
  ['Reason', reasonText(entry)],
  ['Card payment', formatFiat(charge.amount, charge.currency), 'amount'],
  ['Would have bought', amountOf(wanted.amount, wanted.currency), 'amount'],
  ['Transaction ID', transactionIdOf(entry), 'id'],
];

/** The sent amount and the fee of a withdrawal that was not undone; undefined while unknown. */
export function sentOf(
  entry: SingleEntry,
  known: DetailFacts['withdrawal'],
): ReturnType<typeof sentBy> {
  const withdrawal = entry.direction === 'debit' ? known : undefined;
  if (!withdrawal) return sentBy(entry);
  return isSent(withdrawal) ? withdrawal : undefined;
}

function singleRows(entry: SingleEntry, { cost, awaited, ...known }: DetailFacts): readonly Row[] {
  const out = entry.direction === 'debit';
  const withdrawal = out ? known.withdrawal : undefined;
  // An entry that returns money names the network and address of the withdrawal, but did not come from there.
  const cameBack = !out && entry.status === RETURNED;
  const told = sentOf(entry, known.withdrawal);
  const paid = cost ?? costInEntry(entry);
  return [
    ['Amount', `${out ? '\u2212' : '+'}${amountOf(entry.amount, entry.currency)}`, 'amount'],
    valueRow(entry),
    ...(awaited && !told ? awaitedRows : sentRows(told, isPaidOut(entry))),
    // Without this row, a receipt would look as if the purchase had no cost.
    ['Paid', paid?.paid ?? (entry.label === 'Buy' ? 'Not available yet' : ''), 'amount'],
    [FEE_NAME, paid?.fee, 'amount'],
    ['Price', paid?.price],
    ['Spread, included', paid?.spread],
    [ALL_COSTS, paid?.inAll, 'amount'],
    ['Network', cameBack ? undefined : withdrawal?.network || entry.network],
    ['Sender', cameBack || out ? undefined : entry.sender, 'address'],
    ['Transaction ID', transactionIdOf(entry), 'id'],
    ['Account holder', withdrawal?.holder],
    ['Recipient’s name', withdrawal?.recipient_name],
    [
      'Recipient',
      entry.label === 'Withdraw' ? recipientOf(entry) : undefined,
      isPaidOut(entry) ? 'id' : 'address',
    ],
    ['Destination tag', withdrawal?.tag, 'id'],
    awaited && !isPaidOut(entry) && !isNotSent(entry)
      ? ['Transaction hash', SOME_HASH, 'id', true]
      : [
          isPaidOut(entry) ? 'Bank’s reference' : 'Transaction hash',
          withdrawal?.transaction_hash ?? undefined,
          'id',
        ],
  ];
}

function rowsOf(entry: StatementEntry, facts: DetailFacts): readonly Row[] {
  switch (entry.kind) {
    case 'swap':
      return [
        ['Amount', `+${amountOf(entry.credit.amount, entry.credit.currency)}`, 'amount'],
        ['Paid', amountOf(entry.debit.amount, entry.debit.currency), 'amount'],
        ['Rate', rateOfDearer(entry.debit, entry.credit)],
        valueRow(entry),
        ['Transaction ID', transactionIdOf(entry), 'id'],
      ];
    case 'failed':
      return failedRows(entry);
    case 'single':
      return singleRows(entry, facts);
  }
}

/**
 * The rows of a transaction's page, its print and its receipt. Unknown facts have no row (TX-05), except the
 * cost of a purchase and facts that are being loaded.
 */
export function detailRows(entry: StatementEntry, facts: DetailFacts): readonly DetailRow[] {
  const rows = rowsOf(entry, facts);
  return [['Status', statusText(entry)] as Row, ...rows].flatMap(
    ([label, value, kind = 'text', unseen]): DetailRow[] =>
      value ? [{ label, value, kind, ...(unseen && { unseen }) }] : [],
  );
}
