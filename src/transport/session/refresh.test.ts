import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { RefusalCode } from '#core/contract/refusal.ts';
import { developmentKey } from '#core/envelope/development-key.ts';
import { nonceOf, seal, transportKey } from '#core/envelope/envelope.ts';
import type { Failure } from '#core/failure.ts';
import { judgeRefreshFailure } from './refresh.ts';

const refused = (
  status: number,
  code: RefusalCode,
  extra: { securityRefresh?: boolean; security?: false } = {},
): Failure => ({
  kind: 'refused',
  status,
  refusal: { status: 'error', code, message: 'Unauthorized access.', ...extra },
});

test.each([401, 403, 422])('SESS-05 status %i on refresh ends the session', (status) => {
  expect(judgeRefreshFailure(refused(status, 'UNAUTHORIZED_ACCESS')).kind).toBe('over');
});

test('SESS-05 securityRefresh false and an expired refresh token end the session', () => {
  expect(judgeRefreshFailure(refused(400, 'MALFORMED', { securityRefresh: false }))).toEqual({
    kind: 'over',
    code: 'UNAUTHORIZED_ACCESS',
  });
  expect(judgeRefreshFailure(refused(401, 'REFRESH_TOKEN_EXPIRED'))).toEqual({
    kind: 'over',
    code: 'REFRESH_TOKEN_EXPIRED',
  });
});

test.each([
  [{ kind: 'unreadable', status: 200, reason: 'sealed' }, 'DECRYPTION_FAILED'],
  [{ kind: 'unreadable', status: 403, reason: 'sealed' }, 'DECRYPTION_FAILED'],
  [{ kind: 'unreadable', status: 200, reason: 'format' }, 'INVALID_RESPONSE_FORMAT'],
  [refused(503, 'UNAVAILABLE'), 'REFRESH_FAILED'],
  [refused(429, 'TOO_MANY'), 'REFRESH_FAILED'],
] satisfies [Failure, string][])('SESS-05 %j does not end the session', (failure, code) => {
  expect(judgeRefreshFailure(failure)).toMatchObject({ kind: 'failed', code });
});

test.each(['offline', 'network', 'timeout', 'aborted'] as const)(
  'SESS-09 a refresh that fails by %s leaves the customer signed in',
  (kind) => {
    expect(judgeRefreshFailure({ kind })).toMatchObject({ kind: 'failed', code: 'REFRESH_FAILED' });
  },
);

beforeEach(() => {
  vi.resetModules();
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test('SESS-04 what another tab stored is waited for, though its lock comes free sooner', async () => {
  const user = { id: 'u1', email: 'a@kopa.test' };
  const stored = (token: string) =>
    JSON.stringify({ token, refreshToken: 'refresh', user, isAuthenticated: true });
  let value = stored('old');
  const page = new EventTarget();
  vi.stubGlobal('window', page);
  vi.stubGlobal('localStorage', { getItem: () => value, setItem: () => undefined });
  // The lock is another tab's at first, and free before that tab's token has come over.
  const request = (_name: string, ...rest: readonly unknown[]) => {
    const work = rest.at(-1) as (lock: object | null) => unknown;
    return Promise.resolve(work(rest.length === 2 ? null : {}));
  };
  vi.stubGlobal('navigator', { locks: { request } });
  const asked = vi.fn();
  vi.stubGlobal('fetch', asked);
  const { refresh } = await import('./refresh.ts');
  const { session } = await import('./session.ts');
  expect(session.token).toBe('old');
  setTimeout(() => {
    value = stored('new');
    page.dispatchEvent(Object.assign(new Event('storage'), { key: 'auth-storage' }));
  }, 20);
  expect(await refresh('old')).toEqual({ kind: 'fresh' });
  expect(session.token).toBe('new');
  expect(asked).not.toHaveBeenCalled();
});

test('SESS-05 an answer without a token does not end the session', async () => {
  const user = { id: 'u1', email: 'a@kopa.test' };
  const stored = { token: 'old', refreshToken: 'refresh', user, isAuthenticated: true };
  const transport = transportKey(developmentKey.key, developmentKey.iv);
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', { cookie: `XSRF-TOKEN=${'0'.repeat(32)}` });
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('localStorage', { getItem: () => JSON.stringify(stored) });
  vi.stubGlobal('fetch', async () =>
    Response.json({ res: seal(transport, { status: 'success' }, nonceOf(new Uint8Array(16))) }),
  );
  const { refresh } = await import('./refresh.ts');
  const { session } = await import('./session.ts');
  expect(await refresh('old')).toMatchObject({ kind: 'failed', code: 'NO_TOKEN_IN_RESPONSE' });
  expect([session.token, session.refreshToken]).toEqual(['old', 'refresh']);
});

test('SESS-06 security false on a refresh does not end the session', () => {
  const unavailable = refused(503, 'UNAVAILABLE', { security: false });
  expect(judgeRefreshFailure(unavailable).kind).toBe('failed');
});

test('HARD-99 no readable refusal ends the session but those that say so', () => {
  const ending: number[] = [];
  for (let status = 400; status < 600; status += 1) {
    if (judgeRefreshFailure(refused(status, 'UNAUTHORIZED_ACCESS')).kind === 'over') {
      ending.push(status);
    }
  }
  expect(ending).toEqual([401, 403, 422]);
});

/** A tab whose storage says this, while its memory still has what it began with. */
async function tab(next: string) {
  const user = { id: 'u1', email: 'a@kopa.test' };
  const stored = (token: string) =>
    JSON.stringify({ token, refreshToken: 'refresh', user, isAuthenticated: true });
  let value = stored('old');
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', { cookie: `XSRF-TOKEN=${'0'.repeat(32)}` });
  vi.stubGlobal('navigator', {});
  const storage = {
    getItem: (key: string) => (key === 'auth-storage' ? value : null),
    setItem: () => undefined,
    removeItem: () => undefined,
  };
  vi.stubGlobal('localStorage', storage);
  vi.stubGlobal('sessionStorage', storage);
  const asked = vi.fn();
  vi.stubGlobal('fetch', asked);
  const { refresh } = await import('./refresh.ts');
  const { session } = await import('./session.ts');
  expect(session.token).toBe('old');
  value = next === '' ? '{}' : stored(next);
  return { refresh, session, asked };
}

test('HARD-99 SESS-04 what another tab refreshed a while ago is taken over, and not asked for again', async () => {
  const { refresh, session, asked } = await tab('new');
  expect(await refresh('old')).toEqual({ kind: 'fresh' });
  expect(session.token).toBe('new');
  expect(asked).not.toHaveBeenCalled();
});

test('HARD-99 SESS-05 who has signed out in another tab is not refreshed here', async () => {
  const { refresh, session, asked } = await tab('');
  expect(await refresh('old')).toEqual({ kind: 'over', code: 'UNAUTHORIZED_ACCESS' });
  expect(session.refreshToken).toBe('');
  expect(asked).not.toHaveBeenCalled();
});
