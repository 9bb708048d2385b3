import type { AnswerOf, AnyEndpoint, RequestOf } from '#core/contract/endpoint.ts';
import { asNever, type Failure, fail, type Outcome } from '#core/failure.ts';
import { showBadge } from '#platform/device/badge.ts';
import { refresh, refreshSettled } from '#transport/session/refresh.ts';
import { scope } from '#transport/session/scope.ts';
import { adoptStored, isSignedIn, session, setTwoFactor } from '#transport/session/session.ts';
import { endSession } from '#transport/session/session-expired.ts';
import { type CallOptions, exchange } from './exchange.ts';

const lacksSecondFactor = (failure: Failure): boolean =>
  failure.kind === 'refused' && failure.refusal.code === 'SECOND_FACTOR_MISSING';

const wantsRefresh = (failure: Failure): boolean =>
  !lacksSecondFactor(failure) &&
  (failure.kind === 'refused' || failure.kind === 'unreadable') &&
  (failure.status === 401 || failure.status === 403);

const endsSession = (failure: Failure): boolean =>
  failure.kind === 'refused' && failure.refusal.security === false;

/**
 * Makes one call of the contract for whoever is there now; it is answered only while they are (`scope.ts`). Failures
 * are values; nothing is thrown and nothing is shown.
 */
export function call<E extends AnyEndpoint>(
  endpoint: E,
  request: RequestOf<E>,
  options: Omit<CallOptions, 'unwanted'> = {},
): Promise<Outcome<AnswerOf<E>>> {
  if (endpoint.access === 'anonymous') return exchange(endpoint, request, undefined, options);
  const { userId, gone, heard } = scope();
  const asked = callFor(userId, endpoint, request, { ...options, unwanted: gone });
  return heard(asked.then((outcome) => (gone.aborted ? whenEnded(endpoint, outcome) : outcome)));
}

/** What a customer hears whose session ended before the answer: nothing of the answer itself. */
function whenEnded({ effect, repeatable }: AnyEndpoint, outcome: Outcome<unknown>) {
  const over = { kind: 'session-over' } as const;
  const wasSent = outcome.ok || outcome.failure.kind !== 'session-over';
  if (effect === 'read' || !wasSent) return fail(over);
  return fail({ ...over, unknown: repeatable ? 'repeat' : 'look' });
}

/**
 * The same for a given customer, answered in any case: for who has to let something go afterwards, such as a lock, and
 * shows nothing of it. A 401 or 403 causes one refresh and one retry (SESS-03); the retry is sealed again and keeps its
 * idempotency key. Nothing is sent in anybody else's session.
 */
export async function callFor<E extends AnyEndpoint>(
  userId: string | undefined,
  endpoint: E,
  request: RequestOf<E>,
  options: CallOptions = {},
): Promise<Outcome<AnswerOf<E>>> {
  await refreshSettled();
  if (!isSignedIn() || userId !== session.user?.id) return fail({ kind: 'session-over' });
  const { token, refreshToken } = session;
  const first = await exchange(endpoint, request, { token, refreshToken }, options);
  if (first.ok) return first;
  if (endsSession(first.failure)) return sessionOver(refreshToken);
  // 2FA was turned off on another device: the route guard now leads to the page that turns it on.
  if (lacksSecondFactor(first.failure) && session.user?.id === userId) setTwoFactor(false);
  if (!wantsRefresh(first.failure)) return first;

  const refreshed = await refresh(token);
  switch (refreshed.kind) {
    case 'over':
      return sessionOver(refreshToken);
    case 'failed':
      // Nothing but the refresh was sent: the call itself was refused before.
      return fail(asNever(refreshed.failure));
    case 'fresh':
      break;
  }
  if (!isSignedIn() || session.refreshToken !== refreshToken) return fail({ kind: 'session-over' });
  const second = await exchange(endpoint, request, { token: session.token, refreshToken }, options);
  return !second.ok && endsSession(second.failure) ? sessionOver(refreshToken) : second;
}

/** The server ended the session whose refresh token it was sent. */
async function sessionOver(sent: string): Promise<{ ok: false; failure: Failure }> {
  // Customers who signed out meanwhile, in any tab, are not told; those who signed in again have
  // another session.
  adoptStored();
  if (session.refreshToken === sent) {
    showBadge(0);
    await endSession();
  }
  return fail({ kind: 'session-over' });
}
