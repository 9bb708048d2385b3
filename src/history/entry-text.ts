import type { ReturnCause } from '#core/contract/money/payment.ts';
import { shownAccount } from '#core/money/account-number.ts';
import { findKept, isCashCode } from '#core/money/cash.ts';
import { formatFiat, formatPrice } from '#core/money/format.ts';
import { formatKept } from '#core/money/kept-text.ts';
import { rateOfDearer } from '#core/money/rate-text.ts';
import { ownNames } from '#core/statement/entry-label.ts';
import {
  cameBack,
  type FailedEntry,
  type SingleEntry,
  type StatementEntry,
  typeText,
  worthOf,
} from '#core/statement/statement.ts';
import type { IconName } from '#ui/marks/icon.tsx';

const nameOf = (code: string): string => findKept(code)?.name ?? code;

/** What was taken back is cash already. */
const singleTitle = (entry: SingleEntry): string =>
  entry.label === ownNames['cash-recalled'] || entry.label === ownNames['card-recalled']
    ? entry.label
    : `${typeText(entry)} ${nameOf(entry.currency)}`;

/** Cash that went to a bank account (BANK-05). */
export const isPaidOut = ({ currency, label }: SingleEntry): boolean =>
  label === 'Withdraw' && isCashCode(currency);

export const recipientOf = (entry: SingleEntry): string =>
  entry.recipient && isPaidOut(entry) ? shownAccount(entry.recipient) : entry.recipient;

/** How an entry reads in a list and on its own page. */
export interface EntryText {
  readonly title: string;
  readonly icon: IconName;
  /** The coin in the corner of the icon. */
  readonly coin: string;
  /** With its sign; green when money arrives. */
  readonly amount: string;
  readonly arrives: boolean;
  /** No money moved: the amount is the requested one. */
  readonly failed?: true;
  /** A swap's other side. */
  readonly second: string | undefined;
}

/** Amounts are exact everywhere: a ledger abbreviates nothing (EYE-12). */
export function entryText(entry: StatementEntry): EntryText {
  const signed = (sign: '+' | '\u2212', amount: string, code: string): string =>
    `${sign}${formatKept(amount, code)}`;
  if (entry.kind === 'swap') {
    const { credit, debit } = entry;
    return {
      title: `${entry.label} ${debit.currency} to ${credit.currency}`,
      icon: 'swap',
      coin: credit.currency,
      amount: signed('+', credit.amount, credit.currency),
      arrives: true,
      second: signed('\u2212', debit.amount, debit.currency),
    };
  }
  if (entry.kind === 'failed') {
    const { charge, wanted } = entry;
    return {
      title: `${entry.label} ${nameOf(wanted.currency)}`,
      icon: 'plus',
      coin: wanted.currency,
      amount: formatFiat(charge.amount, charge.currency),
      arrives: false,
      failed: true,
      second: undefined,
    };
  }
  const arrives = entry.direction === 'credit';
  return {
    title: singleTitle(entry),
    icon: entry.label === 'Buy' ? 'plus' : arrives ? 'down' : 'up',
    coin: entry.currency,
    amount: signed(arrives ? '+' : '\u2212', entry.amount, entry.currency),
    arrives,
    second: undefined,
  };
}

/**
 * TX-05: 'Successfully' for a swap, else the entry's own status, else 'Completed'. The
 * specification also names the types Sent and Received, but its table of labels uses neither.
 */
export const statusText = (entry: StatementEntry): string =>
  entry.kind === 'swap' ? 'Successfully' : entry.status || 'Completed';

const done: readonly string[] = ['', 'Withdrawn', 'Deposited', 'Completed'];

/** The status of an entry that is not simply completed; undefined if there is nothing to say. */
export const openStatus = ({ status }: Pick<StatementEntry, 'status'>): string | undefined =>
  done.includes(status) ? undefined : status;

/** Why a payment went back; older servers name no cause but the price. */
function causeText(cause: ReturnCause = 'price'): string {
  switch (cause) {
    case 'price':
      return 'When the payment arrived, the price had risen by more than 1%.';
    case 'another-name':
      return 'The card is in another name than yours. Only your own cards can pay here.';
    case 'other':
      return 'The payment could not be accepted.';
  }
}

/** Why a card payment bought nothing (HARD-16). */
export function reasonText({ reason, cause }: Pick<FailedEntry, 'reason' | 'cause'>): string {
  switch (reason) {
    case 'failed':
      return 'The card provider could not complete the payment. Nothing was bought.';
    case 'declined':
      return 'The payment was declined. Nothing was bought.';
    case 'cancelled':
      return 'The payment was cancelled on the card form. Nothing was bought.';
    case 'expired':
      return 'The payment was not completed in time. Nothing was bought.';
    case 'superseded':
      return 'You began another purchase before this one was paid. Nothing was bought.';
    case 'refunding':
      return `${causeText(cause)} Nothing was bought. The full amount goes back to your card; your bank may take some days to show it.`;
    case 'refunded':
      return `${causeText(cause)} Nothing was bought. The full amount went back to your card; your bank may take some days to show it.`;
  }
}

/**
 * The value at the time of the entry, in the customer's currency (HARD-16); undefined if it was not
 * recorded.
 */
export function worthText(entry: StatementEntry): string | undefined {
  const worth = worthOf(entry);
  return worth && formatFiat(worth.amount, worth.currency);
}

/**
 * The value for a row that shows the amount too; undefined for cash in the same currency, where both are
 * equal.
 */
export function worthBeside(entry: StatementEntry): string | undefined {
  if (entry.kind === 'failed') return undefined;
  const { currency } = entry.kind === 'swap' ? entry.credit : entry;
  return currency === worthOf(entry)?.currency ? undefined : worthText(entry);
}

/** Of an address, what is compared by eye: how it begins and how it ends. */
const ENDS = 6;
const shortened = (address: string): string =>
  address.length > 3 * ENDS ? `${address.slice(0, ENDS)}\u2026${address.slice(-ENDS)}` : address;

/** The rate, or whom it went to or came from: what only a wide table has room for. */
export function besideText(entry: StatementEntry): string | undefined {
  switch (entry.kind) {
    case 'failed':
      return undefined;
    case 'swap':
      return rateOfDearer(entry.debit, entry.credit);
    case 'single': {
      const { paid } = entry;
      if (paid?.price !== undefined)
        return `1 ${entry.currency} = ${formatPrice(paid.price, paid.currency)}`;
      if (cameBack(entry)) return undefined;
      const [word, address] =
        entry.direction === 'credit' ? ['From', entry.sender] : ['To', recipientOf(entry)];
      return address ? `${word} ${shortened(address)}` : entry.network || undefined;
    }
  }
}
