import { afterEach, expect, test, vi } from 'vitest';

const stored = (id: string): string =>
  JSON.stringify({ token: 't', refreshToken: 'r', user: { id, email: `${id}@kopa.test` } });

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

test.each([
  ['signed in', stored('new'), 'new'],
  ['signed out', '{}', undefined],
])(
  'SESS-08 a page from the browser’s history finds out who has %s meanwhile',
  async (_what, now, id) => {
    let value = stored('old');
    const page = new EventTarget();
    vi.stubGlobal('window', page);
    vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
    vi.stubGlobal('localStorage', { getItem: () => value });
    vi.resetModules();
    const { session, watchOtherTabs } = await import('./session.ts');
    watchOtherTabs();
    value = now;
    const shown = (persisted: boolean) =>
      page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));
    shown(false);
    expect(session.user?.id).toBe('old');
    shown(true);
    expect(session.user?.id).toBe(id);
  },
);

/** A tab that hears what another one did with the store. */
async function listening(setItem: () => void = () => undefined) {
  let value: string | null = stored('old');
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('localStorage', { getItem: () => value, setItem });
  vi.resetModules();
  const tab = await import('./session.ts');
  tab.watchOtherTabs();
  const hear = (newValue: string | null): void => {
    value = newValue;
    window.dispatchEvent(Object.assign(new Event('storage'), { key: 'auth-storage', newValue }));
  };
  return { ...tab, hear };
}

test('SESS-08 a tab hears of a sign-out on a full device, which removes what it cannot write', async () => {
  const { session, hear } = await listening();
  hear(null);
  expect(session.user).toBeNull();
});

test('SESS-08 a tab that could not keep its own session on the device follows the other tabs again', async () => {
  const { session, replaceToken, hear } = await listening(() => {
    throw new Error('full');
  });
  replaceToken('newer');
  hear('{}');
  expect(session.user).toBeNull();
  hear(stored('new'));
  expect(session.user?.id).toBe('new');
});

test.each([
  ['both tokens', { token: 't', refreshToken: 'r' }, true],
  ['the access token alone', { token: 't', refreshToken: '' }, false],
  ['the refresh token alone', { token: '', refreshToken: 'r' }, false],
  ['neither', { token: '', refreshToken: '' }, false],
] as const)(
  'SESS-02 with %s in the store, %j: signed in is %s',
  async (_what, tokens, signedIn) => {
    const user = { id: 'u1', email: 'a@kopa.test', role: 'user' };
    const store = JSON.stringify({ ...tokens, user, isAuthenticated: true });
    vi.stubGlobal('localStorage', { getItem: () => store });
    vi.resetModules();
    const { isSignedIn, roleOf, session } = await import('./session.ts');
    expect(isSignedIn()).toBe(signedIn);
    // What the guard of the routes goes by.
    expect(roleOf(session)).toBe(signedIn ? 'user' : undefined);
  },
);
