import { expect } from '@playwright/test';
import { expectAccessible } from '#tests/support/accessible.ts';
import { signIn, test } from '#tests/support/e2e.ts';

test('LIVE-05 an alert is set on the asset’s page, and says what is wrong with it', async ({
  page,
  customer,
}) => {
  const who = await customer({ balances: { BTC: '0.5' } });
  await signIn(page, who);
  await page.getByRole('link', { name: /^Bitcoin/ }).click();
  const open = page.getByRole('button', { name: /^Price alerts/ });
  await open.click();
  const dialog = page.getByRole('dialog', { name: 'Bitcoin price alerts' });
  const price = dialog.getByLabel('Price in AUD');
  const set = dialog.getByRole('button', { name: 'Set alert' });
  await set.click();
  await expect(dialog).toContainText('Enter a price.');
  await price.fill('1');
  await set.click();
  await expect(dialog).toContainText('This is the case already.');
  await price.fill('9000000');
  await dialog.getByLabel('Tell me by').selectOption('Email');
  await expectAccessible(page);
  await set.click();
  await expect(dialog).toBeHidden();
  await open.click();
  const mine = dialog.getByRole('list', { name: 'Your alerts' }).getByRole('listitem');
  await expect(mine).toContainText('Rises above AU$9,000,000.00');
  await expect(mine).toContainText('Waits · Email');
  await mine.getByRole('button', { name: /^Remove/ }).click();
  await expect(mine).toHaveCount(0);
});
