import type { MiddlewareHandler } from 'hono';
import { withStrip } from '#server/static/demonstration.ts';

/** Adds the demonstration's strip to a page that the server renders itself. */
export const sayDemonstration: MiddlewareHandler = async (context, next) => {
  await next();
  const { res } = context;
  if (!res.headers.get('content-type')?.startsWith('text/html')) return;
  context.res = new Response(withStrip(await res.text()), res);
};
