import type { Hono } from 'hono';
import type { Incoming } from '#server/adapters/custody/incoming.ts';
import type { Deps } from '#server/deps.ts';
import { nudge } from '#server/services/money-in/deposits/deposit-feed.ts';

/**
 * The route for the custodian's notices. Only the signature of a notice is checked: it triggers a poll, so a
 * repeated notice costs one poll at most.
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
