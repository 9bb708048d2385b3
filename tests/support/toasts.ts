import type { Locator, Page } from '@playwright/test';

/** The toasts at the top of the page: the visible children of live regions, which are always there. */
export const toasts = (page: Page): Locator =>
  page.locator('.toasts [aria-live] > *').filter({ visible: true });
