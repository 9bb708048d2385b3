import type { MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { API_BASE } from '#core/contract/endpoint.ts';
import type { Deps } from '#server/deps.ts';
import { malformed } from '#server/refusal/refusals.ts';
import { sealed } from './call.ts';

/** What any route takes at most. One that needs less says so itself. */
const MOST_BYTES = 64 * 1024;

/**
 * Refuses a larger body before any route sees it, so that none can forget to: what is read into
 * memory is bounded whoever sends it.
 */
export const limitBodies = (deps: Deps): MiddlewareHandler =>
  bodyLimit({
    maxSize: MOST_BYTES,
    onError: (context) =>
      context.req.path.startsWith(`${API_BASE}/`)
        ? sealed(deps, context, malformed())
        : context.body(null, 413),
  });
