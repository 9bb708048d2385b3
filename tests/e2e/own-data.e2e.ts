import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { strFromU8, unzipSync } from 'fflate';
import { expectAccessible } from '#tests/support/accessible.ts';
import { demo } from '#tests/support/accounts.ts';
import { signIn, test } from '#tests/support/e2e.ts';

const dialog = (page: Page) => page.getByRole('dialog');

test('KEEP-04 a customer downloads everything stored about them as one file, for their password', async ({
  page,
  customer,
  sandbox,
}) => {
  const account = await customer({ balances: { BTC: '0.5' } });
  await signIn(page, account);
  await page.goto('/profile/security');
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Download my data/ })
    .click();
  const action = dialog(page).getByRole('button', { name: 'Download my data' });
  await expect(dialog(page).getByRole('link', { name: 'send a request' })).toBeVisible();
  await expectAccessible(page);

  const typed = dialog(page).getByLabel('Current password', { exact: true });
  await typed.fill('Wrong-2026!');
  await action.click();
  await expect(typed).toHaveAttribute('aria-invalid', 'true');

  await typed.fill(demo.customer.password);
  const [download] = await Promise.all([page.waitForEvent('download'), action.click()]);
  await expect(dialog(page).getByText('Your data has been downloaded')).toBeVisible();
  expect(download.suggestedFilename()).toMatch(/^kopa_my-data_\d{4}-\d\d-\d\d\.zip$/);
  const files = unzipSync(new Uint8Array(await readFile(await download.path())));
  const data = JSON.parse(strFromU8(files['data.json'] ?? new Uint8Array()));
  expect(data.tables.users.rows).toMatchObject([{ email: account.email }]);
  expect(data.tables.journals.rows).toContainEqual(expect.objectContaining({ kind: 'deposit' }));
  expect(strFromU8(files['csv/users.csv'] ?? new Uint8Array())).toContain(account.email);
  const [mail] = await sandbox.inbox(account.email);
  expect(mail?.subject).toBe('Your data was downloaded');
});

test('KEEP-04 offline the download says that it needs a connection', async ({
  page,
  customer,
  context,
}) => {
  await signIn(page, await customer());
  await page.goto('/profile/security');
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Download my data/ })
    .click();
  await context.setOffline(true);
  await expect(dialog(page).getByText('This needs a connection.')).toBeVisible();
});
