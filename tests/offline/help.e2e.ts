import { expect } from '@playwright/test';
import { test } from '#tests/support/e2e.ts';
import { visit } from './worker.ts';

test('EASE-03 help and its documents open offline, and say that nobody can be asked', async ({
  page,
  network,
}) => {
  await visit(page, '/');
  await network.cut();
  await page.goto('/help');
  await expect(page.getByRole('heading', { level: 1, name: 'Help' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Email support' })).toBeVisible();
  await expect(page.getByText('This device has no connection')).toBeVisible();
  await page.getByRole('link', { name: 'Privacy Policy' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Privacy Policy' })).toBeVisible();
});
