import { getNewToken } from '#core/contract/account/session.ts';
import type { Failure } from '#core/failure.ts';
import { withLock } from '#platform/page/web-locks.ts';
import { exchange } from '#transport/calls/exchange.ts';
import { adoptStored, isSignedIn, replaceToken, session, storeWritten } from './session.ts';

/** How a refresh ended. Only `over` ends the session (SESS-05). */
export type RefreshResult =
  | { readonly kind: 'fresh' }
  | { readonly kind: 'over'; readonly code: 'UNAUTHORIZED_ACCESS' | 'REFRESH_TOKEN_EXPIRED' }
  | {
      readonly kind: 'failed';
      readonly code:
        | 'NO_TOKEN_IN_RESPONSE'
        | 'DECRYPTION_FAILED'
        | 'INVALID_RESPONSE_FORMAT'
        | 'REFRESH_FAILED';
      readonly failure: Failure;
    };

const endingStatuses = [401, 403, 422];

/** What a failed refresh call means. Only a readable refusal can end a session (SESS-09). */
export function judgeRefreshFailure(failure: Failure): RefreshResult {
  switch (failure.kind) {
    case 'refused': {
      const { refusal, status } = failure;
      if (refusal.code === 'REFRESH_TOKEN_EXPIRED') {
        return { kind: 'over', code: 'REFRESH_TOKEN_EXPIRED' };
      }
      return refusal.securityRefresh === false || endingStatuses.includes(status)
        ? { kind: 'over', code: 'UNAUTHORIZED_ACCESS' }
        : { kind: 'failed', code: 'REFRESH_FAILED', failure };
    }
    case 'unreadable':
      return {
        kind: 'failed',
        code: failure.reason === 'sealed' ? 'DECRYPTION_FAILED' : 'INVALID_RESPONSE_FORMAT',
        failure,
      };
    case 'offline':
    case 'network':
    case 'aborted':
    case 'timeout':
    case 'session-over':
      return { kind: 'failed', code: 'REFRESH_FAILED', failure };
  }
}

/**
 * How long another tab's change of the storage may take to become visible here, in milliseconds.
 */
const STORING_MS = 500;

/** All tabs wait for a refresh; after this it counts as failed, and the session goes on. */
const REFRESH_MS = 15_000;

async function refreshOnce(staleToken: string, waited: boolean): Promise<RefreshResult> {
  // Another tab may have refreshed, or signed out, while this one waited for the lock.
  adoptStored();
  if (waited && session.token === staleToken) {
    await storeWritten(STORING_MS);
    adoptStored();
  }
  if (!isSignedIn()) return { kind: 'over', code: 'UNAUTHORIZED_ACCESS' };
  if (session.token !== staleToken) return { kind: 'fresh' };
  const { refreshToken } = session;
  const outcome = await exchange(getNewToken, { refreshToken }, undefined, {
    timeoutMs: REFRESH_MS,
  });
  // The customer signed out, or in again, meanwhile: the new token belongs to a session that is
  // over.
  adoptStored();
  if (session.refreshToken !== refreshToken) return { kind: 'fresh' };
  if (!outcome.ok) return judgeRefreshFailure(outcome.failure);
  const { token } = outcome.value;
  if (!token) {
    const failure = { kind: 'unreadable', status: 200, reason: 'format' } as const;
    return { kind: 'failed', code: 'NO_TOKEN_IN_RESPONSE', failure };
  }
  replaceToken(token, refreshToken);
  return { kind: 'fresh' };
}

let running: Promise<RefreshResult> | undefined;

/** Settles when no refresh is under way, so that new requests queue behind it (SESS-04). */
export const refreshSettled = async (): Promise<void> => {
  await running;
};

/**
 * Replaces the access token `staleToken`. However many calls ask, in however many tabs, one refresh
 * call is made (SESS-04).
 */
export function refresh(staleToken: string): Promise<RefreshResult> {
  // Two refreshes at a time do no harm: the server answers both, and each adopts what the other stored.
  const once = (waited: boolean): Promise<RefreshResult> => refreshOnce(staleToken, waited);
  running ??= withLock('kopa-refresh', REFRESH_MS, once).finally(() => {
    running = undefined;
  });
  return running;
}
