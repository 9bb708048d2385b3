import type { AnswerOf } from '#core/contract/endpoint.ts';
import { getTransactionHistory } from '#core/contract/wallet/history.ts';
import { type Failure, ok } from '#core/failure.ts';
import { call } from '#transport/calls/call.ts';
import { failureText } from '#transport/calls/failure-text.ts';
import { readThrough } from '#transport/calls/read-through.ts';
import { forgetful, perScope } from '#transport/session/scope.ts';
import type { AskedHistory } from './history-filter.ts';
import { createHistory, type History, type HistoryPage } from './transaction-list.ts';

/** Why there is no list, as a text for the customer. */
function failedText(failure: Failure): string {
  if (failure.kind !== 'unreadable' || failure.status >= 400) {
    return failureText(failure, 'Failed to fetch transaction history');
  }
  return failure.reason === 'sealed' ? 'Invalid response' : 'No transaction data available';
}

/** The history of this tab's customer: all of it, or one asset's. */
const historyOf = (currency?: string): History =>
  createHistory({
    async newest(show) {
      // The device keeps only the newest page of the whole history: an asset's entries may all be older (HARD-70).
      const whole = readThrough(
        'history',
        getTransactionHistory,
        {},
        (answer, { asOf, source }) => {
          if (currency && source === 'server') return;
          const { data, failed_payments: payments = [], next } = answer;
          const transactions = currency
            ? data.filter((entry) => entry.currency_id === currency || isConversion(entry))
            : data;
          const failed = currency
            ? payments.filter(({ wanted }) => wanted.currency_id === currency)
            : payments;
          show({ transactions, failed, next }, asOf, source);
        },
      );
      if (!currency) return whole;
      const [, own] = await Promise.all([
        whole,
        call(getTransactionHistory, { currency_id: currency }),
      ]);
      if (own.ok) {
        show(pageOf(own.value), new Date(own.value.as_of), 'server');
      }
      return own;
    },
    async further(after, size) {
      const outcome = await call(getTransactionHistory, {
        after,
        ...(size && { limit: size }),
        ...(currency && { currency_id: currency }),
      });
      return outcome.ok ? ok(pageOf(outcome.value)) : outcome;
    },
    text: failedText,
  });

/**
 * Searches all of the customer's history on the server. The answers are not stored: offline, only the newest
 * page on this device is searched.
 */
export const findHistory = (asked: AskedHistory): History =>
  createHistory({
    async newest(show) {
      const found = await call(getTransactionHistory, asked);
      if (found.ok) show(pageOf(found.value), new Date(found.value.as_of), 'server');
      return found;
    },
    async further(after, size) {
      const found = await call(getTransactionHistory, {
        ...asked,
        after,
        ...(size && { limit: size }),
      });
      return found.ok ? ok(pageOf(found.value)) : found;
    },
    text: failedText,
  });

const pageOf = (answer: AnswerOf<typeof getTransactionHistory>): HistoryPage => ({
  transactions: answer.data,
  failed: answer.failed_payments ?? [],
  next: answer.next,
});

const isConversion = (entry: { readonly transaction_class: string }): boolean =>
  entry.transaction_class === 'conversion';

export const wholeHistory = forgetful(historyOf());

const byAsset = perScope(() => new Map<string, History>());

export function assetHistory(currency: string): History {
  const mine = byAsset();
  const known = mine.get(currency);
  if (known) return known;
  const made = historyOf(currency);
  mine.set(currency, made);
  return made;
}
