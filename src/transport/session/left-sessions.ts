import { END_TOKEN_CONTEXT, endLeftSession } from '#core/contract/account/session.ts';
import { deviceStorage } from '#platform/kept/storage.ts';
import { exchange } from '#transport/calls/exchange.ts';
import { LEFT_KEY } from './watch-left-sessions.ts';

const base64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/**
 * Notes that the session of this refresh token was signed out of and still stands on the server.
 * Returns a function that forgets this once the server has ended it. Without WebCrypto, as outside
 * a secure context, nothing is noted, and the session expires by itself.
 */
export async function noteLeft(refreshToken: string): Promise<() => void> {
  try {
    const text = new TextEncoder().encode(`${END_TOKEN_CONTEXT}\n${refreshToken}`);
    const name = LEFT_KEY + base64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', text)));
    deviceStorage.set(name, '');
    return () => deviceStorage.remove(name);
  } catch {
    return () => undefined;
  }
}

/** Ends sessions that were signed out of offline, even if somebody else is signed in now (HARD-06). */
export async function endLeftSessions(): Promise<void> {
  for (const name of deviceStorage.keys(LEFT_KEY)) {
    const outcome = await exchange(
      endLeftSession,
      { endToken: name.slice(LEFT_KEY.length) },
      undefined,
    );
    if (outcome.ok) deviceStorage.remove(name);
  }
}
