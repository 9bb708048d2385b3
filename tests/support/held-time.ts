import type { Page } from '@playwright/test';

const AHEAD_MS = 60_000;

/**
 * From here on a page's timers go only as far as the test lets them (`page.clock.runFor`); those that
 * were set before go on by themselves.
 */
export async function holdTime(page: Page): Promise<void> {
  const now = Date.now();
  await page.clock.install({ time: now });
  // Time cannot be held in the past, and a busy machine takes some for the step between.
  await page.clock.pauseAt(now + AHEAD_MS);
}
