import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '#tests/support/accessible.ts';
import { staff } from '#tests/support/accounts.ts';
import { password } from '#tests/support/in-process.ts';

/** Confirms with another code of the officer's what the dialog shows. */
export async function confirm(page: Page, base: string, email: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  const field = dialog.getByRole('textbox', { name: 'Code from your authenticator app' });
  await expect(field).toBeFocused();
  await expectAccessible(page);
  await field.fill((await staff(base, { email, password })).code ?? '');
  await page.keyboard.press('Enter');
}
