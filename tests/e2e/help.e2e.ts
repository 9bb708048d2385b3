import { expect } from '@playwright/test';
import { accessibilityPath, legalPaths } from '#core/routes.ts';
import { expectAccessible } from '#tests/support/accessible.ts';
import { signIn, test } from '#tests/support/e2e.ts';

test('EASE-03 help is one touch away on every page of a customer, and has every document', {
  tag: '@core',
}, async ({ page, customer }) => {
  await signIn(page, await customer());
  const help = page.getByRole('link', { name: 'Help', exact: true });
  for (const address of ['/transactions', '/swap', '/buy-sell', '/profile/security', '/wallet']) {
    await page.goto(address);
    await expect(help).toHaveCount(1);
    await expect(help).toBeVisible();
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(help).toBeVisible();
  await help.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Help' })).toBeVisible();
  const links = page.getByRole('region', { name: 'Documents' }).getByRole('link');
  const documents = [...legalPaths, accessibilityPath];
  await expect(links).toHaveCount(documents.length);
  const paths = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
  expect(paths.sort()).toEqual(documents.sort());
  await expect(page.getByRole('link', { name: 'Email support' })).toHaveAttribute(
    'href',
    'mailto:support@kopa.test',
  );
  await expect(page.getByRole('link', { name: /^complaints@kopa\.test/ })).toBeVisible();
  await expect(page.getByText('Answering', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: /^Somebody else/ }).click();
  await expect(page).toHaveURL(/\/profile\/security$/);
});

test('EASE-03 a transaction takes its reference along to help, which a reload keeps', async ({
  page,
  customer,
  sandbox,
}) => {
  const who = await customer();
  await sandbox.deposit(who.email, 'SOL', '2');
  await signIn(page, who);
  await page.getByRole('link', { name: 'Transactions' }).click();
  await page.getByRole('region', { name: 'Results' }).getByRole('link').first().click();
  const shown = await page
    .getByText('Transaction ID', { exact: true })
    .locator('..')
    .getByRole('definition')
    .textContent();
  const reference = (shown ?? '').trim();
  expect(reference).not.toBe('');
  await page.getByRole('link', { name: 'Get help with this' }).click();
  const about = page.getByRole('region', { name: 'Deposit Solana' });
  await expect(about).toContainText(reference);
  await page.reload();
  await expect(about).toContainText(reference);
  const mail = await page.getByRole('link', { name: 'Email support' }).getAttribute('href');
  expect(decodeURIComponent(mail ?? '')).toContain(`Reference: ${reference}`);
});

test('EASE-03 a visitor finds help from the sign-in, and it leads to a new password', async ({
  page,
}) => {
  await page.goto('/');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Help' }).click();
  await page.getByRole('link', { name: /^Somebody else/ }).click();
  await expect(page).toHaveURL(/\/reset-password$/);
});
