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
    vi.stubGlobal('window', new EventTarget());
    vi.stubGlobal('localStorage', { getItem: () => value });
    vi.resetModules();
    const { session, watchOtherTabs } = await import('./session.ts');
    watchOtherTabs();
    value = now;
    const shown = (persisted: boolean) =>
      window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));
    shown(false);
    expect(session.user?.id).toBe('old');
    shown(true);
    expect(session.user?.id).toBe(id);
  },
);
