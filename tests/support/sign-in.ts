import type { Page } from '@playwright/test';
import type { Account } from './accounts.ts';

/** Signs in as a person does, and waits until the landing page is there. */
export async function signIn(page: Page, { email, password }: Account): Promise<void> {
  await page.goto('/');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('tabpanel').getByRole('button', { name: 'Sign In' }).click();
  await page.waitForURL(/\/(wallet|admin-transactions-history)$/);
}
