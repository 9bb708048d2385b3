import { vi } from 'vitest';

/** Makes Node a tab of a signed-in customer, until all globals are put back; `fetch` answers what it asks. */
export function stubSignedIn(
  fetch: (url: string) => Promise<Response>,
  user: Readonly<Record<string, unknown>> = {},
): void {
  const stored = JSON.stringify({
    token: 't',
    refreshToken: 'r',
    user: { id: 'u1', email: 'a@kopa.test', ...user },
    isAuthenticated: true,
  });
  const storage = {
    getItem: (key: string) => (key === 'auth-storage' ? stored : null),
    setItem: () => undefined,
    removeItem: () => undefined,
  };
  vi.stubGlobal('localStorage', storage);
  vi.stubGlobal('sessionStorage', storage);
  vi.stubGlobal('document', { cookie: `XSRF-TOKEN=${'0'.repeat(32)}` });
  vi.stubGlobal('fetch', fetch);
}
