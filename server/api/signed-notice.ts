import type { Hono } from 'hono';
import type { Notice } from '#server/adapters/notice.ts';
import type { Deps } from '#server/deps.ts';
import { heedNotice, type NoticeParty } from '#server/services/webhooks/heed-notice.ts';

/**
 * Where a provider says that something changed: twice, late, or before the page does. The notice is
 * believed only as a nudge, and only with its signature: what counts is then asked for.
 * `heededStatus`: what the provider takes for heard.
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
      case 'about': {
        const heeded = await heedNotice(deps, party, body, notice.id);
        // Asked to come again later where the provider did not answer us.
        return context.body(null, heeded ? heededStatus : 503);
      }
    }
  });
}
