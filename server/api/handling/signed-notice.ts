import type { Hono } from 'hono';
import type { Notice } from '#server/adapters/party/notice.ts';
import type { Deps } from '#server/deps.ts';
import { heedNotice, type NoticeParty } from '#server/services/operation/webhooks/heed-notice.ts';

/**
 * A route for a provider's notices, which may come twice, late, or before the page knows. A notice must be
 * signed, and is only a trigger: the provider is then asked for the state. `heededStatus`: the status that
 * the provider accepts as delivered.
 */
export function mountSignedNotice(
  app: Hono,
  deps: Deps,
  party: NoticeParty,
  read: (
    body: Uint8Array,
    header: (name: string) => string | undefined,
  ) => Notice | Promise<Notice>,
  heededStatus: 200 | 204 = 204,
): void {
  app.post(`/webhooks/${party}`, async (context) => {
    const body = new Uint8Array(await context.req.arrayBuffer());
    const notice = await read(body, (name) => context.req.header(name));
    switch (notice.kind) {
      case 'forged':
        return context.body(null, 401);
      case 'unreadable':
        return context.body(null, 400);
      case 'irrelevant':
        return context.body(null, heededStatus);
      case 'about': {
        const heeded = await heedNotice(deps, party, body, notice.id);
        // The provider is asked to repeat the notice if it did not answer our question.
        return context.body(null, heeded ? heededStatus : 503);
      }
    }
  });
}
