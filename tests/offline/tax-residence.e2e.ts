import { expect } from '@playwright/test';
import { signIn, test } from '#tests/support/e2e.ts';
import { controlled, keptOnDevice } from './worker.ts';

test('KEEP-14 PWA-04 offline one reads what one has certified, by the end of the number', async ({
  page,
  customer,
  network,
}) => {
  await signIn(page, await customer());
  await controlled(page);
  await page.goto('/profile/verification');
  await keptOnDevice(page, 'identity');
  await network.cut();
  await page.reload();
  const card = page.getByRole('region', { name: 'Tax residence' });
  await expect(card.getByText('Number ending in 782')).toBeVisible();
  await expect(card.getByText('Stating it needs a connection.')).toBeVisible();
});
