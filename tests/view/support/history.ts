import { type AccountTransaction, getTransactionHistory } from '#core/contract/wallet/history.ts';
import { answerBy, type Said } from './answers.ts';

const DAY_MS = 86_400_000;

/** All happen at the same moment, unless a test says when: they stand in the order in which they are written. */
const now = new Date().toISOString();

/** An entry of the statement, a deposit of half a bitcoin: `over` says what a test is about. */
export const entry = (over: Partial<AccountTransaction> = {}): AccountTransaction => ({
  account_transaction_id: crypto.randomUUID(),
  transaction_class: 'manual',
  type: 'credit',
  amount: '0.5',
  currency_id: 'BTC',
  created_at: now,
  comment: '',
  network: '',
  sender: '',
  recipient: '',
  payment_method: '',
  ...over,
});

/** A withdrawal. */
export const withdrawn = (over: Partial<AccountTransaction> = {}): AccountTransaction =>
  entry({ transaction_class: 'payment', type: 'debit', ...over });

/** A purchase. */
export const bought = (over: Partial<AccountTransaction> = {}): AccountTransaction =>
  entry({ transaction_class: 'trade', ...over });

/** Entries of each kind, one a day, newest first. */
export const manyEntries = (count: number): readonly AccountTransaction[] =>
  Array.from({ length: count }, (_, index) => {
    const created_at = new Date(Date.now() - index * DAY_MS).toISOString();
    const value = { amount: `${1_234 + index}.5`, currency_id: 'AUD' };
    const [currency_id = 'BTC'] = [['BTC', 'ETH', 'SOL', 'USDC', 'XRP'][index % 5]];
    const made = [entry, withdrawn, bought][index % 3] ?? entry;
    return made({ amount: `${index}.12345678`, currency_id, created_at, value });
  });

/** All that has happened, of one asset if only that is asked for. */
export const happened = (...entries: readonly AccountTransaction[]): Said =>
  answerBy(getTransactionHistory, ({ currency_id }) => ({
    data: entries.filter((one) => !currency_id || one.currency_id === currency_id),
    as_of: new Date().toISOString(),
  }));

/** Both legs of a swap. */
export function swapped(
  given: Partial<AccountTransaction>,
  got: Partial<AccountTransaction>,
): readonly AccountTransaction[] {
  const leg = { transaction_class: 'conversion' };
  return [entry({ ...leg, ...got }), entry({ ...leg, type: 'debit', ...given })];
}
