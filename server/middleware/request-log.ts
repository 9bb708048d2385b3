import { randomUUID } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import type { EndpointName } from '#core/contract/endpoints.ts';
import type { RefusalCode } from '#core/contract/refusal.ts';
import { requestReference } from '#server/base/log.ts';
import { beginRequest } from '#server/base/tracing.ts';
import type { Deps } from '#server/deps.ts';
import { hasProxyHeaders } from './address.ts';

const WELL_FORMED = /^[\w.:/+=-]{8,128}$/;

/** The reference set by our own proxy, else a new one: those of strangers are ignored. */
function referenceOf(isOurs: boolean, context: Context): string {
  const given = isOurs ? context.req.header('x-request-id') : undefined;
  return given !== undefined && WELL_FORMED.test(given) ? given : randomUUID();
}

/** The name of the failure for the request's line: the failure itself may be logged only once (OPS-08). */
export const failureName = (error: unknown): string => {
  if (!(error instanceof Error)) return typeof error;
  return 'code' in error ? `${error.name} ${String(error.code)}` : error.name;
};

/** An answered request. Nothing that a stranger wrote, such as its path, is part of it. */
export interface Answered {
  /** Undefined: no call of the contract. */
  readonly call: EndpointName | undefined;
  readonly status: number;
  /** The code of the refusal, if it was one. */
  readonly code: RefusalCode | undefined;
  readonly seconds: number;
}

/** What proxies and monitors ask every second or so. */
const PROBES: ReadonlySet<string> = new Set(['/livez', '/readyz', '/healthz']);

/**
 * Logs one line per request: the call and its result, never the caller or the content. The same goes to
 * `onAnswered` and to the request's span. A probe is logged when its answer is another one than before (HARD-85).
 */
export const requestLog = (
  { config, log }: Pick<Deps, 'config' | 'log'>,
  onAnswered?: (answered: Answered) => void,
): MiddlewareHandler => {
  const answers = new Map<string, number>();
  const isKnown = (path: string, status: number): boolean => {
    if (!PROBES.has(path)) return false;
    const before = answers.get(path);
    answers.set(path, status);
    return before === status;
  };
  return async (context, next) => {
    const started = performance.now();
    const { method, path } = context.req;
    const isOurs = hasProxyHeaders(config, context);
    const id = referenceOf(isOurs, context);
    context.header('x-request-id', id);
    const span = beginRequest(method, id, isOurs ? context.req.header() : undefined);
    await span.run(() => requestReference.run(id, next));
    const ms = performance.now() - started;
    const { status } = context.res;
    const [call, code, failure] = [
      context.get('call'),
      context.get('code'),
      context.get('failure'),
    ];
    const line = { id, trace: span.trace, method, path, status, code, failure, ms: Math.round(ms) };
    if (!isKnown(path, status)) log.info('request', line);
    span.end({ call, status, code, failure });
    onAnswered?.({ call, status, code, seconds: ms / 1000 });
  };
};
