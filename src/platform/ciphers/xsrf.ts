import { randomHex } from './random.ts';

const COOKIE = 'XSRF-TOKEN';

/** The page's half of the XSRF pair: the cookie's value, made here when there is none (NET-03). */
export function xsrfToken(): string {
  const found = document.cookie.match(/(?:^|;\s*)XSRF-TOKEN=([0-9a-f]{32})/)?.[1];
  if (found) return found;
  const made = randomHex(16);
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
  document.cookie = `${COOKIE}=${made}; Path=/; SameSite=Lax${secure}`;
  return made;
}
