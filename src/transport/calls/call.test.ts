import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { getNewToken, logout } from '#core/contract/account/session.ts';
import { API_BASE } from '#core/contract/endpoint.ts';
import type { Refusal } from '#core/contract/refusal.ts';
import { getWalletList } from '#core/contract/wallet/wallet.ts';
import { developmentKey } from '#core/envelope/development-key.ts';
import { nonceOf, seal, transportKey } from '#core/envelope/envelope.ts';
import { eventually } from '#tests/support/eventually.ts';

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

const clearAppBadge = vi.fn(async () => undefined);

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
  vi.stubGlobal('navigator', { clearAppBadge });
  vi.stubGlobal('document', { cookie: `XSRF-TOKEN=${'0'.repeat(32)}` });
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => (key === 'auth-storage' ? stored : null),
    setItem: (key: string, value: string) => {
      if (key === 'auth-storage') stored = value;
    },
    removeItem: () => undefined,
  });
  elsewhere('old');
  vi.resetModules();
});

afterEach(() => {
  clearAppBadge.mockClear();
  vi.unstubAllGlobals();
  vi.resetModules();
});

/** A tab that was opened by whom the device knows. */
async function tab() {
  const { call, callFor } = await import('./call.ts');
  const { session } = await import('#transport/session/session.ts');
  const { sessionExpired } = await import('#transport/session/session-expired.ts');
  const { logOut } = await import('#transport/session/sign-out.ts');
  return {
    session,
    logOut,
    ask: () => call(getWalletList, {}),
    // Answered in any case, so that the tests hear how it ended.
    read: () => callFor(session.user?.id, getWalletList, {}),
    end: () => callFor(session.user?.id, logout, {}),
    now: () => [session.user?.id, sessionExpired.value],
  };
}

test('SESS-07 a session that the server ended is over, and said to be', async () => {
  const { read, now } = await tab();
  answers({ [getWalletList.path]: ended });
  expect(await read()).toEqual(over);
  expect(now()).toEqual([undefined, true]);
});

test.each([200, 401, 403, 422])(
  'SESS-06 an answer with security false ends the session at once, with status %i too, and no token is renewed',
  async (status) => {
    const { read, now } = await tab();
    const sent: string[] = [];
    vi.stubGlobal('fetch', async (url: string) => {
      sent.push(url.slice(API_BASE.length));
      const res = seal(transport, ended, nonceOf(new Uint8Array(16)));
      return new Response(JSON.stringify({ res }), { status });
    });
    expect(await read()).toEqual(over);
    expect(sent).toEqual([getWalletList.path]);
    expect(now()).toEqual([undefined, true]);
  },
);

test.each(['this', 'another'])(
  'SESS-07 a late answer to the session before ends nothing of who signed in meanwhile in %s tab',
  async (where) => {
    const { read, session, now } = await tab();
    answers({ [getWalletList.path]: ended }, () => {
      elsewhere('new');
      if (where === 'this') Object.assign(session, signedIn('new'));
    });
    expect(await read()).toEqual(over);
    expect(now()).toEqual(['new', false]);
  },
);

test('SESS-08 what one customer asked for while the token was renewed is not sent for the next', async () => {
  const { read, end, now } = await tab();
  const sent: string[] = [];
  let asked: Promise<unknown> | undefined;
  answers({}, (path) => {
    sent.push(path);
    if (path !== getNewToken.path) return;
    queueMicrotask(() => {
      asked = end();
    });
    elsewhere('new');
  });
  expect(await read()).toEqual(over);
  expect(await asked).toEqual(over);
  expect(sent).toEqual([getWalletList.path, getNewToken.path]);
  expect(now()).toEqual(['new', false]);
});

test('SESS-07 a late answer to who signed out is nothing to tell about', async () => {
  const { end, now } = await tab();
  answers({ [logout.path]: ended }, () => {
    stored = '{}';
  });
  expect(await end()).toEqual(over);
  expect(now()).toEqual([undefined, false]);
});

test('SESS-05 SESS-07 nor does a late refresh of the session before', async () => {
  const { read, now } = await tab();
  answers({}, (path) => path === getNewToken.path && elsewhere('new'));
  expect(await read()).toEqual(over);
  expect(now()).toEqual(['new', false]);
});

test('SESS-05 SESS-07 a refresh that is refused ends the session it was for', async () => {
  const { read, now } = await tab();
  answers({});
  expect(await read()).toEqual(over);
  expect(now()).toEqual([undefined, true]);
});

test('whoever signs out takes the badge along, and so does whose session was ended', async () => {
  const { read, logOut } = await tab();
  answers({ [getWalletList.path]: ended });
  await read();
  expect(clearAppBadge).toHaveBeenCalledOnce();
  await logOut();
  expect(clearAppBadge).toHaveBeenCalledTimes(2);
});

test.each([
  [401, 401],
  [403, 403],
  [401, 200],
])(
  'SESS-03 a %i causes one refresh, which replaces the access token only, and one retry, answered %i',
  async (first, second) => {
    const { read, session } = await tab();
    const sent: (readonly [path: string, bearer: string | undefined])[] = [];
    vi.stubGlobal('fetch', async (url: string, { headers }: RequestInit) => {
      const path = url.slice(API_BASE.length);
      sent.push([path, new Headers(headers).get('authorization') ?? undefined]);
      const refreshes = path === getNewToken.path;
      const good = refreshes || (sent.length > 2 && second === 200);
      const answer = refreshes
        ? { status: 'success', token: 'newer' }
        : good
          ? { status: 'success', data: [], as_of: '2026-05-13T10:00:00Z' }
          : unauthorized;
      const status = refreshes ? 200 : sent.length > 2 ? second : first;
      const res = seal(transport, answer, nonceOf(new Uint8Array(16)));
      return new Response(JSON.stringify({ res }), { status });
    });
    expect(await read()).toMatchObject({ ok: second === 200 });
    expect(sent).toEqual([
      [getWalletList.path, 'Bearer token of old.refresh of old'],
      [getNewToken.path, undefined],
      [getWalletList.path, 'Bearer newer.refresh of old'],
    ]);
    expect([session.token, session.refreshToken]).toEqual(['newer', 'refresh of old']);
  },
);

test('SESS-03 a token that runs out after a renewal is renewed again', async () => {
  const { read, session } = await tab();
  let good = 'nobody’s';
  let renewals = 0;
  vi.stubGlobal('fetch', async (url: string, { headers }: RequestInit) => {
    const renews = url.endsWith(getNewToken.path);
    if (renews) good = `token ${++renewals}`;
    const taken = new Headers(headers).get('authorization') === `Bearer ${good}.refresh of old`;
    const list = { status: 'success', data: [], as_of: '2026-05-13T10:00:00Z' };
    const answer = renews ? { status: 'success', token: good } : taken ? list : unauthorized;
    const res = seal(transport, answer, nonceOf(new Uint8Array(16)));
    return new Response(JSON.stringify({ res }), { status: renews || taken ? 200 : 401 });
  });
  for (const renewal of [1, 2, 3]) {
    good = 'nobody’s';
    expect(await read()).toMatchObject({ ok: true });
    expect([renewals, session.token]).toEqual([renewal, `token ${renewal}`]);
  }
});

test('SESS-04 what is asked while a token is renewed waits for the new one, and one renewal serves all', async () => {
  const { read, session } = await tab();
  const gate = Promise.withResolvers<void>();
  const sent: (readonly [path: string, bearer: string | undefined])[] = [];
  vi.stubGlobal('fetch', async (url: string, { headers }: RequestInit) => {
    const path = url.slice(API_BASE.length);
    const bearer = new Headers(headers).get('authorization') ?? undefined;
    sent.push([path, bearer]);
    if (path === getNewToken.path) await gate.promise;
    const answers: Readonly<Record<string, object>> = {
      [getNewToken.path]: { status: 'success', token: 'newer' },
      [getWalletList.path]: { status: 'success', data: [], as_of: '2026-05-13T10:00:00Z' },
    };
    const refused = bearer === 'Bearer token of old.refresh of old';
    const answer = refused ? unauthorized : (answers[path] ?? unauthorized);
    const res = seal(transport, answer, nonceOf(new Uint8Array(16)));
    return new Response(JSON.stringify({ res }), { status: refused ? 401 : 200 });
  });
  const before = [read(), read()];
  await eventually(() => expect(sent.at(-1)?.[0]).toBe(getNewToken.path));
  const stale = [getWalletList.path, 'Bearer token of old.refresh of old'] as const;
  expect(sent).toEqual([stale, stale, [getNewToken.path, undefined]]);
  const meanwhile = [read(), read(), read()];
  // Each would be sent by now, if nothing held it.
  await new Promise((passed) => setTimeout(passed, 0));
  expect(sent).toHaveLength(3);
  gate.resolve();
  for (const outcome of await Promise.all([...before, ...meanwhile])) {
    expect(outcome).toMatchObject({ ok: true });
  }
  expect(sent.slice(3)).toEqual(Array(5).fill([getWalletList.path, 'Bearer newer.refresh of old']));
  expect(session.token).toBe('newer');
});
