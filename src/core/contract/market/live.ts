import { API_BASE } from '#core/contract/endpoint.ts';

/**
 * The stream of changes to the customer's data: a GET whose answer does not end, with the session in its
 * headers. It needs no envelope, because an event carries no data (D43).
 */
export const livePath = `${API_BASE}/live`;

/** The kinds of changes. After one, the page reads again what it shows. */
export const changeKinds = [
  'balances',
  'deposits',
  'withdrawals',
  'purchases',
  'notices',
  'requests',
  'staff',
  'session',
] as const;
export type ChangeKind = (typeof changeKinds)[number];

/** Anything may have changed: the server cannot say what was missed. */
export const ANYTHING = 'anything';
export type Changed = ChangeKind | typeof ANYTHING;

const told: readonly string[] = [...changeKinds, ANYTHING] satisfies readonly Changed[];

/** A kind that this page does not know, from another version of the server, may mean any change. */
export const changedOf = (text: string): Changed =>
  told.includes(text) ? (text as Changed) : ANYTHING;

/**
 * The event with market prices (LIVE-02), in the format of `live-prices.ts`. It has no id: each event carries
 * all prices, so a missed one needs no repetition. Older pages ignore events without an id.
 */
export const PRICES_EVENT = 'prices';

/** Request header with the id of the last event that the page received. */
export const LAST_EVENT_HEADER = 'last-event-id';

/**
 * The longest time between two signs of life of a stream. A stream that is silent for twice as long is
 * broken.
 */
export const BEAT_MS = 15_000;
