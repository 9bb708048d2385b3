import { visitStorage } from '#platform/storage.ts';

const SENT_KEY = 'kopa-code-sent';

/** How long the server waits before it sends another code to the same address, in seconds. */
const COOL_DOWN_SECONDS = 30;

/** Notes that a code is on its way, so that the wait survives a reload (BEY-21). */
export const rememberSent = (email: string, seconds = COOL_DOWN_SECONDS): void => {
  visitStorage.set(SENT_KEY, JSON.stringify([email, Date.now() + seconds * 1_000]));
};

/** Seconds until another code may be asked for. The server decides; this only says it beforehand. */
export function secondsToWait(email: string, now = Date.now()): number {
  const [to, until] = /^\["(.*)",(\d+)\]$/.exec(visitStorage.get(SENT_KEY) ?? '')?.slice(1) ?? [];
  const seconds = to === email ? Math.ceil((Number(until) - now) / 1_000) : 0;
  // A clock that was set must not lock anybody out.
  return seconds > 0 && seconds <= 86_400 ? seconds : 0;
}
