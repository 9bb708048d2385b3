import type { Hono } from 'hono';
import type { Incoming } from '#server/adapters/custody/incoming.ts';
import type { Deps } from '#server/deps.ts';
import { nudge } from '#server/services/deposits/deposit-feed.ts';

/**
 * Where the custodian says that something changed, twice or late. Only its signature is looked at: what
 * counts is then asked for, so that a notice that is repeated costs one more question at most.
 */
export function mountCustodyNotice(app: Hono, deps: Deps, incoming: Incoming): void {
  app.post('/webhooks/custody', async (context) => {
    const body = new Uint8Array(await context.req.arrayBuffer());
    if (!incoming.isNotice(body, (name) => context.req.header(name))) {
      return context.body(null, 401);
    }
    await nudge(deps, incoming);
    return context.body(null, 204);
  });
}
