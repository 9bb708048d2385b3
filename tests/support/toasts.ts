import type { Locator, Page } from '@playwright/test';

/** The messages that come and go at the top. They are spoken from regions that are always there. */
export const toasts = (page: Page): Locator =>
  page.locator('.toasts [aria-live] > *').filter({ visible: true });
