import { randomBytes } from 'node:crypto';
import { type AnyEndpoint, API_BASE } from '#core/contract/endpoint.ts';
import { open, seal, type TransportKey } from '#core/envelope/envelope.ts';
import { type Credential, transport } from './api-client.ts';

export interface RawReply {
  readonly status: number;
  /** The content of the answer's envelope; undefined if it could not be opened. */
  readonly body: Readonly<Record<string, unknown>> | undefined;
}

export interface RawOptions {
  readonly credential?: Credential;
  readonly headers?: Readonly<Record<string, string>>;
  readonly key?: TransportKey;
  readonly method?: string;
}

export const hex32 = (): string => randomBytes(16).toString('hex');

/** The body of a call as a page sends it: sealed, with a nonce. */
export const sealedBody = (payload: object, nonce = hex32(), key = transport): string =>
  JSON.stringify({ req: seal(key, payload, nonce) });

/** Sends a call with any body, for tests of malformed calls. */
export async function rawCall(
  base: string,
  endpoint: Pick<AnyEndpoint, 'path'>,
  body: string | Uint8Array<ArrayBuffer>,
  options: RawOptions = {},
): Promise<RawReply> {
  const xsrf = hex32();
  const response = await fetch(`${base}${API_BASE}${endpoint.path}`, {
    method: options.method ?? 'POST',
    headers: {
      'content-type': 'application/json',
      cookie: `XSRF-TOKEN=${xsrf}`,
      'x-xsrf-token': xsrf,
      ...(options.credential && {
        authorization: `Bearer ${options.credential.token}.${options.credential.refreshToken}`,
      }),
      ...options.headers,
    },
    body,
  });
  const text = await response.text();
  try {
    const { res } = JSON.parse(text) as { res: string };
    return { status: response.status, body: open(options.key ?? transport, res) };
  } catch {
    return { status: response.status, body: undefined };
  }
}
