import { findAsset } from '#core/domain/currencies.ts';
import { formatCrypto, formatFiat } from '#core/domain/format.ts';
import { type StatementEntry, typeText, worthOf } from '#core/domain/statement.ts';
import type { IconName } from '#ui/icon.tsx';

const nameOf = (code: string): string => findAsset(code)?.name ?? code;

/** How an entry reads in a list and on its own page. */
export interface EntryText {
  readonly title: string;
  readonly icon: IconName;
  /** The coin in the corner of the icon. */
  readonly coin: string;
  /** With its sign; green when money arrives. */
  readonly amount: string;
  readonly arrives: boolean;
  /** A swap's other side. */
  readonly second: string | undefined;
}

const signed = (sign: '+' | '\u2212', amount: string, code: string): string =>
  `${sign}${formatCrypto(amount, code)}`;

export function entryText(entry: StatementEntry): EntryText {
  if (entry.kind === 'swap') {
    const { credit, debit } = entry;
    return {
      title: `${debit.currency} to ${credit.currency}`,
      icon: 'swap',
      coin: credit.currency,
      amount: signed('+', credit.amount, credit.currency),
      arrives: true,
      second: signed('\u2212', debit.amount, debit.currency),
    };
  }
  const arrives = entry.direction === 'credit';
  return {
    title: `${typeText(entry)} ${nameOf(entry.currency)}`,
    icon: entry.label === 'Buy' ? 'plus' : arrives ? 'down' : 'up',
    coin: entry.currency,
    amount: signed(arrives ? '+' : '\u2212', entry.amount, entry.currency),
    arrives,
    second: undefined,
  };
}

/**
 * TX-05: 'Successfully' for a swap, else the entry's own status, else 'Completed'. The
 * specification also names the types Sent and Received, but the table of 001 §4 labels no entry so.
 */
export const statusText = (entry: StatementEntry): string =>
  entry.kind === 'swap' ? 'Successfully' : entry.status || 'Completed';

/** What it was worth at its time, in the customer's currency (HARD-16); undefined where nobody wrote that down. */
export function worthText(entry: StatementEntry): string | undefined {
  const worth = worthOf(entry);
  return worth && formatFiat(worth.amount, worth.currency);
}
