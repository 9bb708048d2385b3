import { IDBFactory } from 'fake-indexeddb';
import { afterEach, expect, test, vi } from 'vitest';
import type { User } from '#core/contract/account/session.ts';
import { testStorage } from '#platform/kept/test-storage.ts';

const stored = (id: string): string =>
  JSON.stringify({
    token: 't',
    refreshToken: `r of ${id}`,
    user: { id, email: `${id}@kopa.test` },
  });

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
  replaceToken('newer', 'r of old');
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

/** Two tabs of a device on which Ada is signed in; what one stores is heard by the other when the test says so. */
async function twoTabs() {
  const device = testStorage({ 'auth-storage': stored('ada') });
  vi.stubGlobal('localStorage', device);
  vi.stubGlobal('sessionStorage', testStorage());
  vi.stubGlobal('indexedDB', new IDBFactory());
  const open = async () => {
    vi.resetModules();
    const page = new EventTarget();
    vi.stubGlobal('window', page);
    vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
    const tab = await import('./session.ts');
    tab.watchOtherTabs();
    const hear = (): void => {
      const newValue = device.getItem('auth-storage');
      page.dispatchEvent(Object.assign(new Event('storage'), { key: 'auth-storage', newValue }));
    };
    return { ...tab, hear };
  };
  return { device, first: await open(), second: await open() };
}

const place = {
  ...{ country: 'AU', countryName: '', continentCode: 'OC' },
  ...{ currencyName: 'AUD', timeZone: 'Australia/Perth' },
};

type Tab = Awaited<ReturnType<typeof twoTabs>>['first'];

const ben = { id: 'ben', email: 'ben@kopa.test' };

const changes: readonly (readonly [string, (tab: Tab) => void])[] = [
  ['a new token', (tab) => tab.replaceToken('newer', 'r of ada')],
  ['a saved address', (tab) => tab.mergeProfile({ city: 'Perth' })],
  ['a second factor', (tab) => tab.setTwoFactor(true)],
  ['a place', (tab) => tab.rememberPlace(place)],
];

test.each(changes)(
  'a tab that has not heard of a sign-out does not store the ended session again with %s',
  async (_, change) => {
    const { device, first, second } = await twoTabs();
    await first.signOut();
    change(second);
    expect(device.getItem('auth-storage')).not.toContain('ada');
    expect(second.session.user).toBeNull();
  },
);

test.each(changes)(
  'a tab that has not heard of a sign-in does not store the session before with %s',
  async (_, change) => {
    const { device, first, second } = await twoTabs();
    const user = { ...first.session.user, ...ben } as User;
    await first.signOut();
    await first.signIn({ token: 't2', refreshToken: 'r2', user }, place);
    change(second);
    expect(device.getItem('auth-storage')).toContain('ben');
    expect(device.getItem('auth-storage')).not.toContain('ada');
    expect(second.session).toMatchObject({ token: 't2', user: { id: 'ben' } });
  },
);

test('an ended session that another process stored at the same moment is not taken up, and goes', async () => {
  const { device, first, second } = await twoTabs();
  await first.signOut();
  device.setItem('auth-storage', stored('ada'));
  first.hear();
  expect(first.session.user).toBeNull();
  expect(device.getItem('auth-storage')).not.toContain('ada');
  second.hear();
  expect(second.session.user).toBeNull();
});

test('a new token is put into no session but its own', async () => {
  const { first } = await twoTabs();
  first.replaceToken('theirs', 'another refresh token');
  expect(first.session.token).toBe('t');
});

test('READ-01 an ended session that another process stored signs out nobody who came after it', async () => {
  const { device, first } = await twoTabs();
  await first.signOut();
  device.setItem('auth-storage', stored('ben'));
  first.hear();
  expect(first.session.user?.id).toBe('ben');
  device.setItem('auth-storage', stored('ada'));
  first.hear();
  expect(first.session.user?.id).toBe('ben');
  expect(device.getItem('auth-storage')).toContain('ben');
});

test('READ-01 whoever follows a sign-in in another tab finds it whole', async () => {
  const { device, first } = await twoTabs();
  await first.signOut();
  const seen: unknown[] = [];
  first.whenCustomerChanges(() =>
    seen.push([first.session.country, first.session.isAuthenticated]),
  );
  device.setItem('auth-storage', JSON.stringify({ ...JSON.parse(stored('ben')), country: 'AU' }));
  first.hear();
  expect(seen).toEqual([['AU', true]]);
});
