import { deviceStorage } from './storage.ts';

/** What a customer has put away on this device; it is removed with their session. */
const PUT_AWAY_KEY = 'kopa-put-away';

/** As many as can be of use: what is older than a week is told no more. */
const MOST = 20;

const readIds = (): readonly string[] =>
  (deviceStorage.get(PUT_AWAY_KEY) ?? '').split(' ').filter(Boolean);

export const isPutAway = (id: string | undefined): boolean =>
  id !== undefined && readIds().includes(id);

export const keepPutAway = (id: string): void => {
  deviceStorage.set(PUT_AWAY_KEY, [id, ...readIds()].slice(0, MOST).join(' '));
};
