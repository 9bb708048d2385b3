import { randomUUID } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import type { EndpointName } from '#core/contract/endpoints.ts';
import type { RefusalCode } from '#core/contract/refusal.ts';
import type { Deps } from '#server/deps.ts';
import { requestReference } from '#server/log.ts';
import { beginRequest } from '#server/tracing.ts';

const WELL_FORMED = /^[\w.:/+=-]{8,128}$/;

/** The proxy's own reference where there is a proxy of ours; what strangers send is not taken. */
function referenceOf(trustProxy: boolean, context: Context): string {
  const given = trustProxy ? context.req.header('x-request-id') : undefined;
  return given !== undefined && WELL_FORMED.test(given) ? given : randomUUID();
}

/** What a request failed by, for its line: the failure itself may be told of only once (OPS-08). */
export const failureName = (error: unknown): string => {
  if (!(error instanceof Error)) return typeof error;
  return 'code' in error ? `${error.name} ${String(error.code)}` : error.name;
};

/** One request that was answered. What strangers write, such as its path, is no part of it. */
export interface Answered {
  /** Undefined: it was no call of the contract. */
  readonly call: EndpointName | undefined;
  readonly status: number;
  /** Of its refusal. */
  readonly code: RefusalCode | undefined;
  readonly seconds: number;
}

/**
 * One line a request: what was asked and how it went, never by whom or with what. The same is told to
 * `onAnswered` and to the request's span.
 */
export const requestLog =
  (
    { config, log }: Pick<Deps, 'config' | 'log'>,
    onAnswered?: (answered: Answered) => void,
  ): MiddlewareHandler =>
  async (context, next) => {
    const started = performance.now();
    const { method, path } = context.req;
    const id = referenceOf(config.trustProxy, context);
    context.header('x-request-id', id);
    const span = beginRequest(method, id, config.trustProxy ? context.req.header() : undefined);
    await span.run(() => requestReference.run(id, next));
    const ms = performance.now() - started;
    const { status } = context.res;
    const [call, code, failure] = [
      context.get('call'),
      context.get('code'),
      context.get('failure'),
    ];
    const line = { id, trace: span.trace, method, path, status, code, failure, ms: Math.round(ms) };
    log.info('request', line);
    span.end({ call, status, code, failure });
    onAnswered?.({ call, status, code, seconds: ms / 1000 });
  };
