import type { Page } from '@playwright/test';
import { logout } from '#core/contract/account/session.ts';
import type { Account } from '#tests/support/accounts.ts';
import { ApiClient } from '#tests/support/api-client.ts';

/** Ends the session on the server; this device does not know yet. */
export async function endOnServer(page: Page, base: string): Promise<void> {
  const { token, refreshToken } = await page.evaluate(() =>
    JSON.parse(localStorage.getItem('auth-storage') ?? '{}'),
  );
  await new ApiClient(base).must(logout, {}, { credential: { token, refreshToken } });
}

export async function signInAgain(page: Page, account: Account): Promise<void> {
  await page
    .getByRole('dialog', { name: 'Session Expired' })
    .getByRole('button', { name: 'Continue' })
    .click();
  const form = page.locator('form');
  await form.getByLabel('Email').fill(account.email);
  await form.getByLabel('Password', { exact: true }).fill(account.password);
  await form.getByRole('button', { name: 'Sign In', exact: true }).click();
}
