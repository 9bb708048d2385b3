import type { BrowserContext } from '@playwright/test';
import { livePath } from '#core/contract/live.ts';

/** Refuses the stream of changes, for whoever waits until the network rests: an open one never does. */
export const withoutStream = (context: BrowserContext): Promise<unknown> =>
  context.route(`**${livePath}`, (route) => route.abort());
