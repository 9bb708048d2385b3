import { sql } from 'kysely';
import { LAST_INSTANT } from '#core/contract/schemas.ts';

/**
 * The end of a page of a statement: after an entry, or after a failed card payment. Within a millisecond,
 * entries come first.
 */
export type StatementCursor = { readonly at: Date; readonly id: string } & (
  | { readonly kind: 'entry'; readonly line: number }
  | { readonly kind: 'payment' }
);

const PLACE = /^(\d{1,15})\.([\w-]{1,64})\.(\d{1,4}|payment)$/;

export const placeText = (place: StatementCursor): string =>
  `${place.at.getTime()}.${place.id}.${place.kind === 'entry' ? place.line : place.kind}`;

/** The place in a page's cursor, or undefined if the text is not a cursor of ours. */
export function readPlace(text: string): StatementCursor | undefined {
  const [, time, id, rest] = PLACE.exec(text) ?? [];
  if (!time || Number(time) > LAST_INSTANT || !id || !rest) return undefined;
  const at = new Date(Number(time));
  return rest === 'payment'
    ? { kind: 'payment', at, id }
    : { kind: 'entry', at, id, line: Number(rest) };
}

/** The entries after a place. */
export const entriesBehind = (place: StatementCursor) =>
  place.kind === 'payment'
    ? sql<boolean>`postings.created_at < ${place.at}::timestamptz`
    : sql<boolean>`(postings.created_at, postings.journal_id, postings.line)
        < (${place.at}::timestamptz, ${place.id}::text, ${place.line}::smallint)`;

/** The card payments after a place. */
export const paymentsBehind = (place: StatementCursor) =>
  place.kind === 'entry'
    ? sql<boolean>`purchases.recorded_at <= ${place.at}::timestamptz`
    : sql<boolean>`(purchases.recorded_at, purchases.id)
        < (${place.at}::timestamptz, ${place.id}::text)`;
