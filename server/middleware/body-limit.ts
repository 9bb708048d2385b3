import type { Context, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { API_BASE } from '#core/contract/endpoint.ts';
import type { Deps } from '#server/deps.ts';
import { malformed } from '#server/refusal/refusals.ts';
import { sealed } from './call.ts';

/** The largest body of any route. A route that needs less sets its own limit. */
const MOST_BYTES = 64 * 1024;

/** Whether a body arrived completely. It is cached for the route. */
const cameWhole = ({ req }: Context): Promise<boolean> =>
  req.arrayBuffer().then(
    () => true,
    () => false,
  );

/** The length of a body as its sender declares it, and the HTTP parser enforces it; undefined without one. */
function declaredLength({ req }: Context): number | undefined {
  const length = req.header('content-length') ?? '';
  const chunked = req.header('transfer-encoding') !== undefined;
  return chunked || !/^\d+$/.test(length) ? undefined : Number(length);
}

/**
 * Refuses a body that is too large or incomplete before any route sees it: no route can forget the limit, the
 * memory per request is bounded, and a caller that goes away is not logged as an error.
 */
export function limitBodies(deps: Deps): MiddlewareHandler {
  const refusal = (context: Context, status: 400 | 413) =>
    context.req.path.startsWith(`${API_BASE}/`)
      ? sealed(deps, context, malformed())
      : context.body(null, status);
  const bounded = bodyLimit({ maxSize: MOST_BYTES, onError: (context) => refusal(context, 413) });
  return async (context, next) => {
    const length = declaredLength(context);
    if (length !== undefined && context.req.method === 'POST') {
      // Usual calls go this way: asking the request for its body as a stream would cost a tenth of a call.
      if (length > MOST_BYTES) return refusal(context, 413);
      return (await cameWhole(context)) ? next() : refusal(context, 400);
    }
    let reading = true;
    const goOn = async (): Promise<void> => {
      if (context.req.raw.body && !(await cameWhole(context))) {
        context.res = refusal(context, 400);
        return;
      }
      reading = false;
      await next();
    };
    try {
      return await bounded(context, goOn);
    } catch (error) {
      if (reading) return refusal(context, 400);
      throw error;
    }
  };
}
