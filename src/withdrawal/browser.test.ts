import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { API_BASE } from '#core/contract/endpoint.ts';
import { cancelWithdrawal } from '#core/contract/withdrawal.ts';

/** What was asked, in the order it was sent. */
let asked: { readonly path: string; readonly answered: PromiseWithResolvers<Response> }[];

beforeEach(() => {
  vi.resetModules();
  asked = [];
  const user = { id: 'u1', email: 'a@kopa.test' };
  const stored = JSON.stringify({ token: 't', refreshToken: 'r', user, isAuthenticated: true });
  const storage = {
    getItem: (key: string) => (key === 'auth-storage' ? stored : null),
    setItem: () => undefined,
    removeItem: () => undefined,
  };
  vi.stubGlobal('localStorage', storage);
  vi.stubGlobal('sessionStorage', storage);
  vi.stubGlobal('document', { cookie: `XSRF-TOKEN=${'0'.repeat(32)}` });
  vi.stubGlobal('fetch', (url: string) => {
    const answered = Promise.withResolvers<Response>();
    asked.push({ path: url.slice(API_BASE.length), answered });
    return answered.promise;
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

test('BEY-15 SESS-08 what became of a cancelling that failed is not asked for as somebody else', async () => {
  const { session } = await import('#transport/session.ts');
  const { followedWithdrawal } = await import('./browser.ts');
  const { cancel } = followedWithdrawal('one');
  const cancelling = cancel();
  await vi.waitFor(() => expect(asked.map(({ path }) => path)).toEqual([cancelWithdrawal.path]));
  if (session.user) session.user = { ...session.user, id: 'u2' };
  asked[0]?.answered.reject(new TypeError('no connection'));
  // A request more would never be answered here.
  await cancelling;
  expect(asked.map(({ path }) => path)).toEqual([cancelWithdrawal.path]);
});
