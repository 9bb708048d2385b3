import type { Now } from '#server/adapters/party/clock.ts';
import {
  type ExactJson,
  member,
  NumberText,
  textMember,
} from '#server/adapters/party/exact-json.ts';
import { trackingIdOf, undoesChargeBack } from './hosted-page-disputes.ts';
import type { CardMovement, CardPage } from './payment.ts';

const DAY_MS = 24 * 3600_000;
/** So far back the list begins. Later than that nobody gives a card payment back. */
const BEGIN_MS = 365 * DAY_MS;
/** One report is about at most so long a time. */
const WINDOW_MS = 30 * DAY_MS;
/** What was paid so long before the end of a report is listed again, because reports may lag behind. */
const OVERLAP_MS = 3600_000;

/** A time as reports want it. */
const textOf = (at: number): string => new Date(at).toISOString().slice(0, 19).replace('T', ' ');

/** What a report says of one transaction; nothing of those that are no purchase of ours or moved no money. */
function movementOf(transaction: ExactJson): readonly CardMovement[] {
  const trackingId = trackingIdOf(transaction);
  if (!trackingId || textMember(transaction, 'status') !== 'successful') return [];
  const amount = member(transaction, 'amount');
  const currency = textMember(transaction, 'currency');
  const isWhole = amount instanceof NumberText && /^\d{1,18}$/.test(amount.text);
  const paid = isWhole && currency ? { units: BigInt(amount.text), currency } : {};
  switch (textMember(transaction, 'type')) {
    case 'payment':
      return [{ trackingId, kind: 'paid', ...paid }];
    case 'refund':
      return [{ trackingId, kind: undoesChargeBack(transaction) ? 'disputed' : 'refunded' }];
    case 'chargeback':
      return [{ trackingId, kind: 'disputed' }];
    default:
      return [];
  }
}

interface ReportCursor {
  readonly from: number;
  readonly to: number;
  /** The provider's id of the last transaction that was read of this report; empty: none was. */
  readonly after: string;
}

/** A cursor: the begin of the next report, or the place in one that is being read. */
function placeOf(cursor: string, now: number): ReportCursor | undefined {
  const [start = '', end = '', after = ''] = cursor.split('|');
  const from = cursor === '' ? now - BEGIN_MS : Date.parse(start);
  const to = end === '' ? Math.min(from + WINDOW_MS, now) : Date.parse(end);
  return Number.isNaN(from) || Number.isNaN(to) ? undefined : { from, to, after };
}

/** The id of the last transaction of a page, which the provider may write as a number. */
function lastOf(answer: ExactJson | undefined): string | undefined {
  const last = member(answer, 'last_object_id');
  return last instanceof NumberText ? last.text : textMember(answer, 'last_object_id');
}

const iso = (at: number): string => new Date(at).toISOString();

/**
 * One page of the reports of what was paid and given back, which the provider documents as its pagination
 * reports. A report is over when a page of it is empty: the id of its last transaction leads to the next page.
 */
export async function pageOfReports(
  report: (parameters: Readonly<Record<string, string>>) => Promise<ExactJson | undefined>,
  cursor: string,
  now: Now,
): Promise<CardPage | undefined> {
  const place = placeOf(cursor, now());
  if (!place) return undefined;
  const { from, to, after } = place;
  const answer = await report({
    ...{ date_type: 'paid_at', from: textOf(from), to: textOf(to), status: 'successful' },
    ...{ payment_method_type: 'credit_card', time_zone: 'UTC' },
    ...(after && { starting_after: after }),
  });
  const listed = member(answer, 'transactions');
  if (!Array.isArray(listed)) return undefined;
  const transactions: readonly ExactJson[] = listed;
  if (transactions.length === 0) {
    const more = to < now() - OVERLAP_MS;
    return { movements: [], cursor: iso(more ? to : Math.max(from, to - OVERLAP_MS)), more };
  }
  const last = lastOf(answer);
  // A page that leads to itself would be read for ever.
  if (!last || last === after) return undefined;
  const next = [iso(from), iso(to), last].join('|');
  return { movements: transactions.flatMap(movementOf), cursor: next, more: true };
}
