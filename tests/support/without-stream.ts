import type { BrowserContext, Page } from '@playwright/test';
import { livePath } from '#core/contract/market/live.ts';

/**
 * Refuses the stream of changes, for pages that wait for `networkidle`: an open stream would prevent it. Resolves to
 * the function that allows the stream again.
 */
export async function withoutStream(pages: BrowserContext | Page): Promise<() => Promise<void>> {
  const path = `**${livePath}`;
  await pages.route(path, (route) => route.abort());
  return () => pages.unroute(path);
}
