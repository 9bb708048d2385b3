import { randomUUID } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import type { Log } from '#server/log.ts';

/** One line a request: what was asked and how it went, never by whom or with what. */
export const requestLog =
  (log: Log): MiddlewareHandler =>
  async (context, next) => {
    const started = performance.now();
    const id = randomUUID();
    context.header('x-request-id', id);
    await next();
    log.info('request', {
      id,
      method: context.req.method,
      path: context.req.path,
      status: context.res.status,
      code: context.get('code'),
      ms: Math.round(performance.now() - started),
    });
  };
