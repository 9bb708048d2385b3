import type { AnswerOf, AnyEndpoint, RequestOf } from '#core/contract/endpoint.ts';
import { type Failure, fail, type Outcome } from '#core/failure.ts';
import { type CallOptions, exchange } from './exchange.ts';
import { refresh, refreshSettled } from './refresh.ts';
import { isSignedIn, session } from './session.ts';
import { endSession } from './session-expired.ts';

const wantsRefresh = (failure: Failure): boolean =>
  (failure.kind === 'refused' || failure.kind === 'unreadable') &&
  (failure.status === 401 || failure.status === 403);

const endsSession = (failure: Failure): boolean =>
  failure.kind === 'refused' && failure.refusal.security === false;

/**
 * Makes one call of the contract. A 401 or 403 causes one refresh and one retry (SESS-03); the retry
 * is sealed anew and keeps its idempotency key. Failures are values; nothing is thrown and nothing
 * is shown.
 */
export async function call<E extends AnyEndpoint>(
  endpoint: E,
  request: RequestOf<E>,
  options: CallOptions = {},
): Promise<Outcome<AnswerOf<E>>> {
  if (endpoint.access === 'anonymous') return exchange(endpoint, request, undefined, options);
  await refreshSettled();
  if (!isSignedIn()) return fail({ kind: 'session-over' });
  const { token, refreshToken } = session;
  const first = await exchange(endpoint, request, { token, refreshToken }, options);
  if (first.ok) return first;
  if (endsSession(first.failure)) return sessionOver();
  if (!wantsRefresh(first.failure)) return first;

  const refreshed = await refresh(token);
  switch (refreshed.kind) {
    case 'over':
      return sessionOver();
    case 'failed':
      return fail(refreshed.failure);
    case 'fresh':
      break;
  }
  if (!isSignedIn() || session.refreshToken !== refreshToken) return fail({ kind: 'session-over' });
  const second = await exchange(endpoint, request, { token: session.token, refreshToken }, options);
  return !second.ok && endsSession(second.failure) ? sessionOver() : second;
}

async function sessionOver(): Promise<{ ok: false; failure: Failure }> {
  // Signing out in another tab is no surprise to tell about.
  if (isSignedIn()) await endSession();
  return fail({ kind: 'session-over' });
}
