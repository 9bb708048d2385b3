import type { BrowserContext } from '@playwright/test';
import { livePath } from '#core/contract/live.ts';

/** Refuses the stream of changes, for pages that wait for `networkidle`: an open stream would prevent it. */
export const withoutStream = (context: BrowserContext): Promise<unknown> =>
  context.route(`**${livePath}`, (route) => route.abort());
