import { aside } from '#server/aside.ts';
import { traceQuestion } from '#server/tracing.ts';
import { type Failure, failureOf, tellFailure } from './provider-failures.ts';

/** The longest time and the largest size of a provider's answer. */
const TIMEOUT_MS = 5_000;
const MAX_BYTES = 2_000_000;

export interface OutgoingRequest {
  readonly method?: 'GET' | 'POST' | 'PATCH';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly timeoutMs?: number;
  readonly mostBytes?: number;
}

/** The text of an answer, or the failure. */
async function answerOf(
  url: string,
  request: OutgoingRequest,
  tracing: Readonly<Record<string, string>>,
): Promise<string | Failure> {
  try {
    const response = await fetch(url, {
      method: request.method ?? 'GET',
      headers: { accept: 'application/json', ...tracing, ...request.headers },
      ...(request.body === undefined ? {} : { body: request.body }),
      redirect: 'error',
      signal: AbortSignal.timeout(request.timeoutMs ?? TIMEOUT_MS),
    });
    if (!response.ok || !response.body) {
      await response.body?.cancel();
      return { status: response.status };
    }
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of response.body) {
      size += chunk.byteLength;
      if (size > (request.mostBytes ?? MAX_BYTES)) return { code: 'TooLong' };
      chunks.push(chunk);
    }
    return Buffer.concat(chunks).toString('utf8');
  } catch (error) {
    return failureOf(error);
  }
}

/** The failure of an answer in one word. */
const failureIn = (answer: string | Failure): string | undefined => {
  if (typeof answer === 'string') return undefined;
  return 'code' in answer ? answer.code : String(answer.status);
};

/**
 * Calls a provider and returns its answer as text. Undefined on a timeout, an oversized answer or an error
 * status: the caller treats the party as unavailable, and the log has the reason. Redirects are refused, so
 * that a key in a header is never sent to another host.
 */
export async function fetchText(
  url: string,
  request: OutgoingRequest = {},
): Promise<string | undefined> {
  const answer = await aside(() =>
    traceQuestion(
      url,
      request.method ?? 'GET',
      (tracing) => answerOf(url, request, tracing),
      failureIn,
    ),
  );
  if (typeof answer === 'string') return answer;
  tellFailure(url, answer);
  return undefined;
}
