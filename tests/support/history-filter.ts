import type { Page } from '@playwright/test';

/** Chooses a filter of the history on a phone, where the filters are in a sheet. */
export async function filterHistory(page: Page, choice: string): Promise<void> {
  await page.getByRole('button', { name: /^Filter/ }).click();
  const sheet = page.getByRole('dialog', { name: 'Filter' });
  await sheet.getByRole('button', { name: choice, exact: true }).click();
  await sheet.getByRole('button', { name: 'Show', exact: true }).click();
}
