import type { TransportKey } from '#core/envelope/envelope.ts';
import { open } from '#core/envelope/envelope.ts';

export interface Opened {
  readonly payload: Readonly<Record<string, unknown>>;
  readonly nonce: string;
  /** The key it was sealed with: the answer is sealed with the same. */
  readonly key: TransportKey;
}

/** The text of a body, or undefined where it was broken off or is not UTF-8. */
async function textOf(request: Request): Promise<string | undefined> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await request.arrayBuffer());
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

/** Opens a request's envelope with the current or an older key; undefined: it cannot be read. */
export async function openBody(
  request: Request,
  keys: readonly TransportKey[],
): Promise<Opened | undefined> {
  const text = await textOf(request);
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
