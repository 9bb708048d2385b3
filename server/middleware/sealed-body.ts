import type { TransportKey } from '#core/envelope/envelope.ts';
import { open } from '#core/envelope/envelope.ts';

export interface Opened {
  readonly payload: Readonly<Record<string, unknown>>;
  readonly nonce: string;
  /** The key of the request, with which the answer is sealed too. */
  readonly key: TransportKey;
}

/** The text of a body, or undefined if it is not UTF-8. */
function textOf(body: ArrayBuffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    return undefined;
  }
}

function sealedText(text: string): string | undefined {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' &&
      body !== null &&
      'req' in body &&
      typeof body.req === 'string'
      ? body.req
      : undefined;
  } catch {
    return undefined;
  }
}

const NONCE = /^[0-9a-f]{32}$/;

/** Opens a request's envelope with the current or an older key; undefined if it is unreadable. */
export function openBody(body: ArrayBuffer, keys: readonly TransportKey[]): Opened | undefined {
  const text = textOf(body);
  const sealed = text === undefined ? undefined : sealedText(text);
  if (sealed === undefined) return undefined;
  for (const key of keys) {
    const payload = open(key, sealed);
    if (payload && typeof payload.nonce === 'string' && NONCE.test(payload.nonce)) {
      return { payload, nonce: payload.nonce, key };
    }
  }
  return undefined;
}
