import type { FetchResponse } from 'ofetch';
import { safeParse } from 'valibot';
import {
  type AnswerOf,
  type AnyEndpoint,
  API_BASE,
  DEVICE_HEADER,
  REPEATS_HEADER,
  type RequestOf,
} from '#core/contract/endpoint.ts';
import { refusal } from '#core/contract/refusal.ts';
import { nonceOf, seal } from '#core/envelope/envelope.ts';
import { sealedIn } from '#core/envelope/sealed-in.ts';
import { fail, type Outcome, ok } from '#core/failure.ts';
import { AS_OF_HEADER, EPOCH_HEADER, type SnapshotName } from '#core/snapshot.ts';
import { randomBytes } from '#platform/ciphers/random.ts';
import { openSealed, transport } from '#platform/ciphers/transport-cipher.ts';
import { xsrfToken } from '#platform/ciphers/xsrf.ts';
import { browserNumber } from '#platform/kept/device-id.ts';
import { parseJson } from '#platform/kept/storage.ts';
import { reportReachable, reportUnreachable } from '#platform/page/online.ts';
import { asOf } from '#platform/time/as-of.ts';
import { anchorClock, isAnchored, readClocks } from '#platform/time/server-clock.ts';
import { textToKeep } from '#platform/vault/kept-answer.ts';
import { writeSnapshot } from '#platform/vault/snapshots.ts';
import { currentEpoch } from '#platform/vault/vault.ts';
import { workerServes } from '#platform/worker/worker-serves.ts';
import { busyFor } from './busy.ts';
import { hedged, type Turn } from './hedge.ts';
import { http } from './http.ts';
import { mayHaveHappened } from './may-have-happened.ts';
import { patience } from './patience.ts';

/** A read is given up after this long without any part of its answer: the page then says so (READ-02). */
const READ_SILENCE_MS = 60_000;

export interface CallOptions {
  /** For calls that move money: the key of the customer's intent. */
  readonly idempotencyKey?: string;
  /** The caller decides when to stop; then nothing else ends the wait. */
  readonly signal?: AbortSignal;
  /** Aborted when nobody waits for the answer any more: a read then ends, as if the session had. */
  readonly unwanted?: AbortSignal;
  /** When to give up, in milliseconds; if absent, a write is never given up because of time (NET-03). */
  readonly timeoutMs?: number;
  /** The snapshot on this device that the answer becomes, and whose it is (PWA-04). */
  readonly snapshot?: { readonly name: SnapshotName; readonly owner: string };
}

export interface Credential {
  readonly token: string;
  readonly refreshToken: string;
}

function headersFor(
  { device }: AnyEndpoint,
  credential: Credential | undefined,
  options: CallOptions,
  epoch: string | undefined,
  repeats: string | undefined,
): Record<string, string> {
  return {
    'x-xsrf-token': xsrfToken(),
    ...(device && { [DEVICE_HEADER]: browserNumber() }),
    ...(credential && { authorization: `Bearer ${credential.token}.${credential.refreshToken}` }),
    ...(options.idempotencyKey && { 'idempotency-key': options.idempotencyKey }),
    ...(epoch && { [EPOCH_HEADER]: epoch }),
    ...(repeats && { [REPEATS_HEADER]: repeats }),
  };
}

/** The whole text of an answer; `alive` is called for each part. */
async function textOf(
  body: ReadableStream<Uint8Array> | undefined,
  alive: () => void,
): Promise<string> {
  const decoder = new TextDecoder();
  const reader = body?.getReader();
  let text = '';
  for (;;) {
    const part = await reader?.read();
    if (!part || part.done) return text + decoder.decode();
    alive();
    text += decoder.decode(part.value, { stream: true });
  }
}

/** Opens a sealed answer and checks it against the contract. */
async function openAnswer<E extends AnyEndpoint>(
  endpoint: E,
  res: string | undefined,
  status: number,
): Promise<Outcome<AnswerOf<E>>> {
  const opened = res === undefined ? undefined : await openSealed(res);
  if (!opened) return fail({ kind: 'unreadable', status, reason: 'sealed' });
  return checkAnswer(endpoint, opened, status);
}

/** Checks an opened answer against the contract. */
export function checkAnswer<E extends AnyEndpoint>(
  endpoint: E,
  opened: Readonly<Record<string, unknown>>,
  status: number,
): Outcome<AnswerOf<E>> {
  const refused = safeParse(refusal, opened);
  if (refused.success) return fail({ kind: 'refused', status, refusal: refused.output });
  const parsed = safeParse(endpoint.answer, opened);
  if (!parsed.success || status >= 400) {
    return fail({ kind: 'unreadable', status, reason: 'format' });
  }
  return ok(parsed.output as AnswerOf<E>);
}

const wasRepeated = (outcome: Outcome<unknown>): boolean =>
  !outcome.ok && outcome.failure.kind === 'refused' && outcome.failure.refusal.code === 'REPEATED';

/**
 * One request and its answer, sealed with a fresh nonce. If the browser or a proxy has sent the
 * request twice, the answer to the first copy is lost: a read, or a write that may happen twice, is
 * then sent once more (HARD-05). Of any other write it is unknown whether it happened.
 */
export async function exchange<E extends AnyEndpoint>(
  endpoint: E,
  request: RequestOf<E>,
  credential: Credential | undefined,
  options: CallOptions = {},
): Promise<Outcome<AnswerOf<E>>> {
  // Whoever brings a signal decides alone how long is waited, as for the parts of a file.
  const outcome =
    endpoint.effect === 'read' && options.signal === undefined
      ? await hedged(
          (turn) => sendRepeating(endpoint, request, credential, options, turn),
          options.unwanted,
        )
      : await sendRepeating(endpoint, request, credential, options);
  // A busy server says in its own words when to try again, and not that anything failed (OPS-10).
  if (outcome.ok || endpoint.effect === 'read' || busyFor(outcome.failure) !== undefined) {
    return outcome;
  }
  return !mayHaveHappened(outcome.failure)
    ? outcome
    : fail({ ...outcome.failure, unknown: endpoint.repeatable ? 'repeat' : 'look' });
}

async function sendRepeating<E extends AnyEndpoint>(
  endpoint: E,
  request: RequestOf<E>,
  credential: Credential | undefined,
  options: CallOptions,
  turn?: Turn,
): Promise<Outcome<AnswerOf<E>>> {
  const nonce = nonceOf(randomBytes(16));
  const first = await send(endpoint, request, credential, { ...options, turn, nonce });
  if (!wasRepeated(first)) return first;
  if (endpoint.effect === 'read' || endpoint.repeatable) {
    const again = { nonce: nonceOf(randomBytes(16)), repeats: nonce };
    const second = await send(endpoint, request, credential, { ...options, turn, ...again });
    if (!wasRepeated(second)) return second;
  }
  return fail({ kind: 'network' });
}

interface Sent extends CallOptions {
  readonly nonce: string;
  /** The nonce of the request that this one repeats. */
  readonly repeats?: string;
  readonly turn?: Turn | undefined;
}

async function send<E extends AnyEndpoint>(
  endpoint: E,
  request: RequestOf<E>,
  credential: Credential | undefined,
  options: Sent,
): Promise<Outcome<AnswerOf<E>>> {
  // Only before sending is it certain that nothing left the device.
  if (navigator.onLine === false) return fail({ kind: 'offline' });
  const { snapshot, nonce, repeats, turn } = options;
  const req = seal(transport, request as object, nonce);
  const epoch = snapshot && (await currentEpoch(snapshot.owner));
  const headers = headersFor(endpoint, credential, options, epoch, repeats);
  // As of sending: a worker that takes over meanwhile has not seen this request.
  const keptByWorker = workerServes();
  const sent = readClocks();
  const waiting = patience({
    timeoutMs: options.timeoutMs,
    ...(turn && { silenceMs: READ_SILENCE_MS, stopped: turn.stopped }),
  });
  let response: FetchResponse<ReadableStream<Uint8Array>>;
  let text: string;
  try {
    response = await http.raw<ReadableStream<Uint8Array>, 'stream'>(`${API_BASE}${endpoint.path}`, {
      method: 'POST',
      body: { req },
      headers,
      signal: options.signal ?? waiting.signal,
      responseType: 'stream',
    });
    turn?.begun();
    text = await textOf(response._data, waiting.alive);
  } catch {
    if (waiting.signal.reason === 'network') turn?.unreachable();
    const kind = options.signal?.aborted ? 'aborted' : (waiting.signal.reason ?? 'network');
    if (kind === 'network') reportUnreachable();
    return fail({ kind });
  } finally {
    waiting.end();
  }
  const res = sealedIn(parseJson(text));
  const outcome = await openAnswer(endpoint, res, response.status);
  if (outcome.ok || outcome.failure.kind === 'refused') void reportReachable();
  const madeAt = asOf(response);
  if (!outcome.ok || !madeAt) return outcome;
  // The date alone, to the second, is better than a device's own clock and worse than an anchor.
  if (response.headers.has(AS_OF_HEADER) || !isAnchored()) {
    anchorClock(madeAt.getTime(), sent);
  }
  // Kept before it is drawn, so that what the customer has seen is there offline, however soon they
  // close the page. A database that was too slow to tell the epoch before may know it by now; the
  // worker was told none.
  if (snapshot && res !== undefined && !(epoch && keptByWorker)) {
    const known = epoch ?? (await currentEpoch(snapshot.owner));
    const keep = async (): Promise<boolean> =>
      known !== undefined && writeSnapshot(snapshot.name, known, await textToKeep(res), madeAt);
    await keep().catch(() => false);
  }
  return { ...outcome, asOf: madeAt };
}
