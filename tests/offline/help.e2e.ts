import { expect } from '@playwright/test';
import { signIn, test } from '#tests/support/e2e.ts';
import { controlled, visit } from './worker.ts';

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

test('KEEP-17 the accessibility statement opens offline, as the other documents do', async ({
  page,
  network,
}) => {
  await visit(page, '/');
  await network.cut();
  await page.goto('/help');
  await page.getByRole('link', { name: 'Accessibility statement' }).click();
  await expect(
    page.getByRole('heading', { level: 1, name: 'Accessibility statement' }),
  ).toBeVisible();
});

test('KEEP-17 “Is this really Kopa?” opens offline with what we never ask, and says that now cannot be known', async ({
  page,
  network,
  customer,
}) => {
  await signIn(page, await customer());
  await controlled(page);
  await network.cut();
  await page.goto('/is-this-kopa');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Is this really Kopa?');
  await expect(page.getByText('speaking with you now cannot be known')).toBeVisible();
  await expect(page.getByText('Nobody of Kopa')).toHaveCount(0);
  await expect(page.getByText('A recovery code', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Slow every way out now' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
});
