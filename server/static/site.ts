import type { MiddlewareHandler } from 'hono';

/** The built site. */
export const staticSite =
  (_dist: string): MiddlewareHandler =>
  async (context) =>
    context.notFound();
