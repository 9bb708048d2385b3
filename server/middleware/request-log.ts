import { randomUUID } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import type { Deps } from '#server/deps.ts';
import { requestReference } from '#server/log.ts';

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

/** One line a request: what was asked and how it went, never by whom or with what. */
export const requestLog =
  ({ config, log }: Pick<Deps, 'config' | 'log'>): MiddlewareHandler =>
  async (context, next) => {
    const started = performance.now();
    const id = referenceOf(config.trustProxy, context);
    context.header('x-request-id', id);
    await requestReference.run(id, next);
    log.info('request', {
      id,
      method: context.req.method,
      path: context.req.path,
      status: context.res.status,
      code: context.get('code'),
      failure: context.get('failure'),
      ms: Math.round(performance.now() - started),
    });
  };
