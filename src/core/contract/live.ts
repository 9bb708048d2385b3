import { API_BASE } from './endpoint.ts';

/**
 * Where a page hears that something of its customer has changed: a GET whose answer goes on, with the
 * session of every call in its headers and without an envelope, because it says nothing about them (D43).
 */
export const livePath = `${API_BASE}/live`;

/** What can change. The page then reads what it shows, as it always does. */
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

/** What a server of another version says may mean anything. */
export const changedOf = (text: string): Changed =>
  told.includes(text) ? (text as Changed) : ANYTHING;

/**
 * The event that tells of prices (LIVE-02); what it says: `live-prices.ts`. It has no id, because there is
 * nothing to make up for: each tells of all prices. An older page reads only what has one.
 */
export const PRICES_EVENT = 'prices';

/** Names the last event that a page has heard, when it asks again. */
export const LAST_EVENT_HEADER = 'last-event-id';

/** So often at least a stream says something; one that is silent for twice as long is broken. */
export const BEAT_MS = 15_000;
