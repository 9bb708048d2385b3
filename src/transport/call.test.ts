import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { API_BASE } from '#core/contract/endpoint.ts';
import type { Refusal } from '#core/contract/refusal.ts';
import { getNewToken, logout } from '#core/contract/session.ts';
import { getWalletList } from '#core/contract/wallet.ts';
import { developmentKey } from '#core/envelope/development-key.ts';
import { nonceOf, seal, transportKey } from '#core/envelope/envelope.ts';
import { call } from './call.ts';
import { adoptStored, session } from './session.ts';
import { sessionExpired } from './session-expired.ts';

const transport = transportKey(developmentKey.key, developmentKey.iv);

const signedIn = (name: string) => ({
  token: `token of ${name}`,
  refreshToken: `refresh of ${name}`,
  user: { id: name, email: `${name}@kopa.test` },
  isAuthenticated: true,
});

/** What every tab of the device sees. */
let stored: string;
const elsewhere = (name: string): void => {
  stored = JSON.stringify(signedIn(name));
};

const unauthorized: Refusal = {
  status: 'error',
  code: 'UNAUTHORIZED_ACCESS',
  message: 'Unauthorized access.',
};
const ended: Refusal = { ...unauthorized, security: false };

const over = { ok: false, failure: { kind: 'session-over' } };

/** What the server refuses, and what happens on the device before the answer arrives. */
function answers(refusals: Record<string, Refusal>, meanwhile = (_path: string): unknown => 0) {
  vi.stubGlobal('fetch', async (url: string) => {
    const path = url.slice(API_BASE.length);
    meanwhile(path);
    const res = seal(transport, refusals[path] ?? unauthorized, nonceOf(new Uint8Array(16)));
    return new Response(JSON.stringify({ res }), { status: 401 });
  });
}

beforeEach(() => {
  vi.stubGlobal('document', { cookie: `XSRF-TOKEN=${'0'.repeat(32)}` });
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => (key === 'auth-storage' ? stored : null),
    setItem: (key: string, value: string) => {
      if (key === 'auth-storage') stored = value;
    },
    removeItem: () => undefined,
  });
  elsewhere('old');
  adoptStored();
});

afterEach(() => {
  stored = '{}';
  adoptStored();
  sessionExpired.value = false;
  vi.unstubAllGlobals();
});

const inThisTab = (name: string) => Object.assign(session, signedIn(name));

test('SESS-07 a session that the server ended is over, and said to be', async () => {
  answers({ [getWalletList.path]: ended });
  expect(await call(getWalletList, {})).toEqual(over);
  expect([session.isAuthenticated, sessionExpired.value]).toEqual([false, true]);
});

test.each([
  ['this tab', inThisTab],
  ['another tab', elsewhere],
])(
  'SESS-07 a late answer to the session before ends nothing of who signed in meanwhile in %s',
  async (_where, signIn) => {
    answers({ [getWalletList.path]: ended }, () => {
      signIn('new');
      if (signIn === inThisTab) elsewhere('new');
    });
    expect(await call(getWalletList, {})).toEqual(over);
    expect([session.user?.id, sessionExpired.value]).toEqual(['new', false]);
  },
);

test('SESS-07 a late answer to who signed out is nothing to tell about', async () => {
  answers({ [logout.path]: ended }, () => {
    stored = JSON.stringify({ isAuthenticated: false });
  });
  expect(await call(logout, {})).toEqual(over);
  expect([session.isAuthenticated, sessionExpired.value]).toEqual([false, false]);
});

test('SESS-05 SESS-07 nor does a late refresh of the session before', async () => {
  answers({}, (path) => path === getNewToken.path && elsewhere('new'));
  expect(await call(getWalletList, {})).toEqual(over);
  expect([session.user?.id, sessionExpired.value]).toEqual(['new', false]);
});

test('SESS-05 SESS-07 a refresh that is refused ends the session it was for', async () => {
  answers({});
  expect(await call(getWalletList, {})).toEqual(over);
  expect([session.isAuthenticated, sessionExpired.value]).toEqual([false, true]);
});
