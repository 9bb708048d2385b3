import { safeParse } from 'valibot';
import {
  type AnswerOf,
  type AnyEndpoint,
  API_BASE,
  type RequestOf,
} from '#core/contract/endpoint.ts';
import { refusal } from '#core/contract/refusal.ts';
import { nonceOf, open, seal, transportKey } from '#core/envelope/envelope.ts';
import { fail, type Outcome, ok } from '#core/failure.ts';
import { AS_OF_HEADER, EPOCH_HEADER, type SnapshotName } from '#core/snapshot.ts';
import { anchorClock, isAnchored } from '#platform/clock.ts';
import { reportReachable, reportUnreachable } from '#platform/network.ts';
import { randomBytes } from '#platform/random.ts';
import { parseJson } from '#platform/storage.ts';
import { writeSnapshot } from '#platform/vault/snapshots.ts';
import { currentEpoch } from '#platform/vault/vault.ts';
import { workerServes } from '#platform/worker-serves.ts';
import { xsrfToken } from '#platform/xsrf.ts';
import { patience } from './patience.ts';

declare const __TRANSPORT_KEY__: string;
declare const __TRANSPORT_IV__: string;

const transport = transportKey(__TRANSPORT_KEY__, __TRANSPORT_IV__);

export interface CallOptions {
  /** For calls that move money: the key of the customer's intent. */
  readonly idempotencyKey?: string;
  /** Whose call it is: nothing is sent on behalf of somebody else who signed in meanwhile. */
  readonly userId?: string;
  /** The caller decides when to stop; then nothing else ends the wait. */
  readonly signal?: AbortSignal;
  /** When to give up, in milliseconds; if absent, never because of time (NET-03). */
  readonly timeoutMs?: number;
  /** The snapshot on this device that the answer becomes, and whose it is (PWA-04). */
  readonly snapshot?: { readonly name: SnapshotName; readonly owner: string };
}

export interface Credential {
  readonly token: string;
  readonly refreshToken: string;
}

function headersFor(
  credential: Credential | undefined,
  options: CallOptions,
  epoch: string | undefined,
): Record<string, string> {
  return {
    'content-type': 'application/json',
    'x-xsrf-token': xsrfToken(),
    ...(credential && { authorization: `Bearer ${credential.token}.${credential.refreshToken}` }),
    ...(options.idempotencyKey && { 'idempotency-key': options.idempotencyKey }),
    ...(epoch && { [EPOCH_HEADER]: epoch }),
  };
}

/** Opens a sealed answer and checks it against the contract. */
export function openAnswer<E extends AnyEndpoint>(
  endpoint: E,
  res: unknown,
  status: number,
): Outcome<AnswerOf<E>> {
  const opened = typeof res === 'string' ? open(transport, res) : undefined;
  if (!opened) return fail({ kind: 'unreadable', status, reason: 'sealed' });
  const refused = safeParse(refusal, opened);
  if (refused.success) return fail({ kind: 'refused', status, refusal: refused.output });
  const parsed = safeParse(endpoint.answer, opened);
  if (!parsed.success || status >= 400) {
    return fail({ kind: 'unreadable', status, reason: 'format' });
  }
  return ok(parsed.output as AnswerOf<E>);
}

/** One request and its answer; nothing is repeated here. Each is sealed with a fresh nonce. */
export async function exchange<E extends AnyEndpoint>(
  endpoint: E,
  request: RequestOf<E>,
  credential: Credential | undefined,
  options: CallOptions = {},
): Promise<Outcome<AnswerOf<E>>> {
  // Only before sending is it certain that nothing left the device.
  if (navigator.onLine === false) return fail({ kind: 'offline' });
  const req = seal(transport, request as object, nonceOf(randomBytes(16)));
  const { snapshot } = options;
  const epoch = snapshot && (await currentEpoch(snapshot.owner));
  const headers = headersFor(credential, options, epoch);
  const sentMs = performance.now();
  const waiting = patience(options.timeoutMs);
  let response: Response;
  let body: unknown;
  try {
    response = await fetch(`${API_BASE}${endpoint.path}`, {
      method: 'POST',
      body: JSON.stringify({ req }),
      headers,
      signal: options.signal ?? waiting.signal,
    });
    body = parseJson(await response.text());
  } catch {
    const kind = options.signal?.aborted ? 'aborted' : (waiting.signal.reason ?? 'network');
    if (kind === 'network') reportUnreachable();
    return fail({ kind });
  } finally {
    waiting.end();
  }
  const res = typeof body === 'object' && body !== null && 'res' in body ? body.res : undefined;
  const outcome = openAnswer(endpoint, res, response.status);
  if (outcome.ok || outcome.failure.kind === 'refused') void reportReachable();
  if (outcome.ok) {
    const asOf = response.headers.get(AS_OF_HEADER);
    const date = response.headers.get('date');
    if (snapshot && epoch && typeof res === 'string' && !workerServes()) {
      void writeSnapshot(snapshot.name, epoch, res, new Date(asOf ?? date ?? 0));
    }
    // To the second: better than a device's own clock, and worse than what an answer gives.
    const spokenAt = asOf ?? (isAnchored() ? undefined : date);
    if (spokenAt) anchorClock(spokenAt, sentMs, performance.now());
  }
  return outcome;
}
