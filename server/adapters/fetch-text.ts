import { aside } from '#server/aside.ts';
import { traceQuestion } from '#server/tracing.ts';
import { type Failure, failureOf, tellFailure } from './provider-failures.ts';

/** The longest time and the largest size of a provider's answer. */
const TIMEOUT_MS = 5_000;
const MAX_BYTES = 2_000_000;
const TOO_LONG = 'TooLong';

export interface OutgoingRequest {
  readonly method?: 'GET' | 'POST' | 'PATCH';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly timeoutMs?: number;
  readonly mostBytes?: number;
}

/** Statuses by which a provider says that it has understood a request and will never do it. */
const REFUSALS: readonly number[] = [400, 422];

/** The bytes of a body; undefined if they are too many. */
async function readBody(
  body: AsyncIterable<Uint8Array>,
  most: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > most) return undefined;
    chunks.push(chunk);
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.byteLength;
  }
  return whole;
}

/** A refusal with what the provider wrote about it. */
interface Refusal {
  readonly status: number;
  readonly refused: string;
}

/** The bytes of an answer, or the failure. */
async function answerOf(
  url: string,
  request: OutgoingRequest,
  tracing: Readonly<Record<string, string>>,
): Promise<Uint8Array<ArrayBuffer> | Failure | Refusal> {
  try {
    const response = await fetch(url, {
      method: request.method ?? 'GET',
      headers: { accept: 'application/json', ...tracing, ...request.headers },
      ...(request.body === undefined ? {} : { body: request.body }),
      redirect: 'error',
      signal: AbortSignal.timeout(request.timeoutMs ?? TIMEOUT_MS),
    });
    const { status, body } = response;
    if (REFUSALS.includes(status) && body) {
      const said = await readBody(body, MAX_BYTES);
      return { status, refused: said ? Buffer.from(said.buffer).toString('utf8') : '' };
    }
    if (!response.ok || !body) {
      await body?.cancel();
      return { status };
    }
    return (await readBody(body, request.mostBytes ?? MAX_BYTES)) ?? { code: TOO_LONG };
  } catch (error) {
    return failureOf(error);
  }
}

/** The failure of an answer in one word. */
const failureIn = (answer: Uint8Array | Failure): string | undefined => {
  if (answer instanceof Uint8Array) return undefined;
  return 'code' in answer ? answer.code : String(answer.status);
};

const asked = (url: string, request: OutgoingRequest) =>
  aside(() =>
    traceQuestion(
      url,
      request.method ?? 'GET',
      (tracing) => answerOf(url, request, tracing),
      failureIn,
    ),
  );

/**
 * Calls a provider and returns its answer as text. Undefined on a timeout, an oversized answer or an error
 * status: the caller treats the party as unavailable, and the log has the reason. Redirects are refused, so
 * that a key in a header is never sent to another host.
 */
export async function fetchText(
  url: string,
  request: OutgoingRequest = {},
): Promise<string | undefined> {
  const answer = await fetchAnswer(url, request);
  return answer?.kind === 'done' ? answer.text : undefined;
}

/** `done`: it was done, or answered; `refused`: the provider has understood it and will never do it. */
export interface Answered {
  readonly kind: 'done' | 'refused';
  readonly text: string;
}

/** The same where a refusal is another answer than none (HARD-88); undefined: nobody knows. */
export async function fetchAnswer(
  url: string,
  request: OutgoingRequest = {},
): Promise<Answered | undefined> {
  const answer = await asked(url, request);
  if (answer instanceof Uint8Array) {
    return { kind: 'done', text: Buffer.from(answer.buffer).toString('utf8') };
  }
  // Its words may name a customer: they are not logged.
  tellFailure(url, 'refused' in answer ? { status: answer.status } : answer);
  return 'refused' in answer ? { kind: 'refused', text: answer.refused } : undefined;
}

/** The same for a file, whose size the caller judges: `too-long` is an answer of its own. */
export async function fetchFile(
  url: string,
  request: OutgoingRequest,
): Promise<Uint8Array<ArrayBuffer> | 'too-long' | undefined> {
  const answer = await asked(url, request);
  if (answer instanceof Uint8Array) return answer;
  if ('code' in answer && answer.code === TOO_LONG) return 'too-long';
  tellFailure(url, 'refused' in answer ? { status: answer.status } : answer);
  return undefined;
}
