import type { MiddlewareHandler } from 'hono';
import { withStrip } from '#server/static/demonstration.ts';

/** Puts the demonstration's strip above a page that the server writes itself. */
export const sayDemonstration: MiddlewareHandler = async (context, next) => {
  await next();
  const { res } = context;
  if (!res.headers.get('content-type')?.startsWith('text/html')) return;
  context.res = new Response(withStrip(await res.text()), res);
};
