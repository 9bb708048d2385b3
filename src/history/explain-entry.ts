import { rateDerivation } from '#core/derivation/conversion.ts';
import type { Derivation } from '#core/derivation/derivation.ts';
import {
  monthDerivation,
  recipientGetsDerivation,
  valueThenDerivation,
} from '#core/derivation/history.ts';
import {
  allCostsDerivation,
  feeDerivation,
  keptPriceDerivation,
  paidPriceDerivation,
} from '#core/derivation/purchase.ts';
import { networkFeeThenDerivation } from '#core/derivation/withdrawal.ts';
import { ALL_COSTS, FEE_NAME } from '#core/money/purchase.ts';
import { dearerFirst } from '#core/money/rate-text.ts';
import { type StatementEntry, type Sum, worthOf } from '#core/statement/statement.ts';
import { whenText } from '#core/time/clock-text.ts';
import { serverNow } from '#platform/time/server-clock.ts';
import { type DetailFacts, type DetailRow, sentOf } from './detail-rows.ts';
import { entryText } from './entry-text.ts';
import { movedIn } from './months.ts';
import { costInEntry } from './use-purchase-cost.ts';

/** The moved amount; for a swap, the received one. */
const amountIn = (entry: StatementEntry): Sum | undefined =>
  entry.kind === 'swap' ? entry.credit : entry.kind === 'single' ? entry : undefined;

function explainValue(entry: StatementEntry): Derivation | undefined {
  const [moved, value] = [amountIn(entry), worthOf(entry)];
  const at = whenText(new Date(entry.at), new Date(serverNow()));
  return moved && value && valueThenDerivation(moved, value, at);
}

function explainRate(entry: StatementEntry): Derivation | undefined {
  if (entry.kind !== 'swap') return undefined;
  const [one, other] = dearerFirst(entry.debit, entry.credit);
  return rateDerivation(one, other, ['Both amounts are those that were exchanged.']);
}

function explainPurchase(entry: StatementEntry, facts: DetailFacts, label: string) {
  if (entry.kind !== 'single') return undefined;
  const cost = facts.cost ?? costInEntry(entry);
  if (!cost) return undefined;
  if (label === FEE_NAME) return feeDerivation(cost.charged.amount, cost.charged.currency);
  if (label === ALL_COSTS) {
    return cost.spreadBps === undefined
      ? undefined
      : allCostsDerivation(cost.charged.amount, cost.charged.currency, cost.spreadBps);
  }
  return cost.keptPrice === undefined
    ? paidPriceDerivation(cost.charged, entry)
    : keptPriceDerivation(entry.currency, cost.charged.currency, cost.keptPrice);
}

function explainSent(entry: StatementEntry, facts: DetailFacts, { label, value }: DetailRow) {
  const sent = entry.kind === 'single' ? sentOf(entry, facts.withdrawal) : undefined;
  if (entry.kind !== 'single' || !sent) return undefined;
  return label === 'Recipient gets'
    ? recipientGetsDerivation(entry, sent.fee, value)
    : networkFeeThenDerivation(entry, sent.amount, { title: label, shown: value });
}

/** How the number in a row of a transaction's page was computed; undefined if the row has none. */
export function explainRow(
  entry: StatementEntry,
  facts: DetailFacts,
  row: DetailRow,
): Derivation | undefined {
  switch (row.label) {
    case 'Value then':
      return explainValue(entry);
    case 'Rate':
      return explainRate(entry);
    case FEE_NAME:
    case ALL_COSTS:
    case 'Price':
      return explainPurchase(entry, facts, row.label);
    default:
      return explainSent(entry, facts, row);
  }
}

/** How the sum of a month's receipts or payments was computed, from all its entries. */
export function explainFlow(
  title: string,
  month: readonly StatementEntry[],
  direction: 'credit' | 'debit',
  sum: Sum,
): Derivation {
  const entries = movedIn(month, direction).flatMap((entry) => {
    const value = worthOf(entry);
    return value ? [{ title: entryText(entry).title, value }] : [];
  });
  return monthDerivation(title, entries, sum);
}
