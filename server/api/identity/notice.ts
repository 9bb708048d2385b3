import type { Hono } from 'hono';
import type { Deps } from '#server/deps.ts';
import { syncKyc } from '#server/services/identity/kyc.ts';

/**
 * Where the identity provider says that something changed. The notice is believed only as a nudge,
 * and only with its signature: what counts is then asked for.
 */
export function mountIdentityNotice(app: Hono, deps: Deps): void {
  app.post('/webhooks/identity', async (context) => {
    const body = new Uint8Array(await context.req.arrayBuffer());
    const userId = deps.parties.identity.customerOfNotice(body, (name) => context.req.header(name));
    if (userId === undefined) return context.body(null, 401);
    const status = await syncKyc(deps, userId);
    // Asked to come again later where the provider did not answer us.
    return context.body(null, status === undefined ? 503 : 204);
  });
}
