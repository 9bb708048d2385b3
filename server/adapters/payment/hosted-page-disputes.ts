import {
  type ExactJson,
  member,
  NumberText,
  textMember,
} from '#server/adapters/party/exact-json.ts';
import type { Dispute, SettledLine } from './payment.ts';

/** Our id of the purchase that a transaction is about: one that follows a payment names it with the payment. */
export const trackingIdOf = (transaction: ExactJson | undefined): string | undefined =>
  textMember(transaction, 'tracking_id') ??
  textMember(member(transaction, 'parent_transaction'), 'tracking_id');

/** A whole number of minor units, without a sign. */
function centsOf(transaction: ExactJson): bigint | undefined {
  const amount = member(transaction, 'amount');
  const text = amount instanceof NumberText ? amount.text : '';
  return /^\d{1,15}$/.test(text) ? BigInt(text) : undefined;
}

function timeOf(transaction: ExactJson): Date | undefined {
  const text = textMember(transaction, 'paid_at') ?? textMember(transaction, 'created_at');
  const at = text === undefined ? Number.NaN : Date.parse(text);
  return Number.isNaN(at) ? undefined : new Date(at);
}

/** A card's bank may write anything; it is shown to officers alone. */
const LONGEST_REASON = 500;

/**
 * A charge-back among the provider's transactions. It documents `chargeback`, which is `successful` as long as the card's
 * bank has the money; nothing is documented about its end. One whose status is another one, or that a refund of its own
 * has given back, counts as won.
 */
function disputeOf(
  transaction: ExactJson,
  all: readonly ExactJson[],
): readonly Dispute[] | undefined {
  if (textMember(transaction, 'type') !== 'chargeback') return [];
  const id = textMember(transaction, 'uid');
  const cents = centsOf(transaction);
  const currency = textMember(transaction, 'currency');
  if (!id || cents === undefined || !currency) return undefined;
  const status = textMember(transaction, 'status');
  // It has not happened yet, or did not.
  if (status === 'pending' || status === 'incomplete' || status === 'failed') return [];
  const isUndone = all.some(
    (one) => textMember(one, 'parent_uid') === id && textMember(one, 'status') === 'successful',
  );
  const saidAt = timeOf(transaction);
  return [
    {
      ...{ id, cents, currency },
      state: status === 'successful' && !isUndone ? 'taken' : 'won',
      reason: (textMember(transaction, 'reason') ?? '').slice(0, LONGEST_REASON),
      ...(saidAt && { saidAt }),
    },
  ];
}

/** The disputes among a purchase's transactions; undefined if one cannot be read, so that none is overlooked. */
export function disputesIn(listed: readonly ExactJson[]): readonly Dispute[] | undefined {
  const found: Dispute[] = [];
  for (const one of listed) {
    const dispute = disputeOf(one, listed);
    if (!dispute) return undefined;
    found.push(...dispute);
  }
  return found;
}

/** A transaction as the settlement has it; undefined if it cannot be read. What moved no money is left out. */
function lineOf(transaction: ExactJson): readonly SettledLine[] | undefined {
  const id = textMember(transaction, 'uid');
  const cents = centsOf(transaction);
  const currency = textMember(transaction, 'currency');
  const kind = kindOf(transaction);
  if (!kind || textMember(transaction, 'status') !== 'successful') return [];
  if (!id || cents === undefined || !currency) return undefined;
  return [{ id, kind, cents, currency, trackingId: trackingIdOf(transaction) ?? '' }];
}

/** Whether a refund gives a charge-back back, and not a payment. */
export const undoesChargeBack = (transaction: ExactJson): boolean =>
  textMember(member(transaction, 'parent_transaction'), 'type') === 'chargeback';

function kindOf(transaction: ExactJson): SettledLine['kind'] | undefined {
  switch (textMember(transaction, 'type')) {
    case 'payment':
      return 'paid';
    case 'refund':
      return undoesChargeBack(transaction) ? 'given' : 'refunded';
    case 'chargeback':
      return 'taken';
    default:
      return undefined;
  }
}

const DAY_MS = 24 * 3600_000;
/** The most pages of one day. */
const MOST_PAGES = 1_000;

/**
 * What was settled on a day, by the provider's reports by the date of settlement. It is read to its end; undefined if a
 * page is missing or cannot be read.
 */
export async function settlementOf(
  report: (parameters: Readonly<Record<string, string>>) => Promise<ExactJson | undefined>,
  day: string,
): Promise<readonly SettledLine[] | undefined> {
  const to = new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10);
  const lines = new Map<string, SettledLine>();
  let after = '';
  for (let page = 0; page < MOST_PAGES; page++) {
    const answer = await report({
      ...{ date_type: 'settled_at', from: day, to, status: 'successful' },
      ...{ payment_method_type: 'credit_card', time_zone: 'UTC' },
      ...(after && { starting_after: after }),
    });
    const listed = member(answer, 'transactions');
    if (!Array.isArray(listed)) return undefined;
    const transactions: readonly ExactJson[] = listed;
    if (transactions.length === 0) return [...lines.values()];
    for (const one of transactions) {
      const read = lineOf(one);
      if (!read) return undefined;
      // The end may be included: what was settled on the next day is in the next day's.
      if ((textMember(one, 'settled_at') ?? day).slice(0, 10) !== day) continue;
      for (const line of read) lines.set(line.id, line);
    }
    const last = member(answer, 'last_object_id');
    const next = last instanceof NumberText ? last.text : textMember(answer, 'last_object_id');
    if (!next || next === after) return undefined;
    after = next;
  }
  return undefined;
}
