import type { Hono } from 'hono';
import type { Deps } from '#server/deps.ts';
import { settlePurchase } from '#server/services/purchases/settle-purchases.ts';

/**
 * Where the payment provider says that something changed: twice, late, or before the page does. The
 * notice is believed only as a nudge, and only with its signature: what counts is then asked for.
 */
export function mountPaymentNotice(app: Hono, deps: Deps): void {
  app.post('/webhooks/payment', async (context) => {
    const body = new Uint8Array(await context.req.arrayBuffer());
    const id = await deps.parties.payment.purchaseOfNotice(body, (name) =>
      context.req.header(name),
    );
    if (id === undefined) return context.body(null, 401);
    const outcome = await settlePurchase(deps, id);
    // Asked to come again later where the provider did not answer us.
    return context.body(null, outcome === undefined ? 503 : 204);
  });
}
