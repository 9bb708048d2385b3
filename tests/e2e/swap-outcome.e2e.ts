import { expect } from '@playwright/test';
import { expectAccessible } from '#tests/support/accessible.ts';
import { openSignedIn, test } from '#tests/support/e2e.ts';
import {
  amountField,
  CONFIRM,
  dropRequests,
  main,
  OUTCOME,
  openSwap,
  quoted,
  walletHas,
} from './swap-page.ts';

test('BEY-02 a double tap swaps once', { tag: '@core' }, async ({ page, network, customer }) => {
  await openSignedIn(page, await customer({ balances: { BTC: '1' } }));
  await openSwap(page);
  await quoted(page, '0.1');
  await main(page, 'Swap').dblclick();
  await expect(page.getByRole('heading', { name: /^You swapped/ })).toBeVisible();
  expect(network.sent(CONFIRM)).toBe(1);
  await walletHas(page, 'Bitcoin', '0.9 BTC');
});

test('BEY-02 when the answer to a completed swap is lost, its outcome is found out', async ({
  page,
  network,
  customer,
}) => {
  await openSignedIn(page, await customer({ balances: { BTC: '1' } }));
  await openSwap(page);
  await quoted(page, '0.1');
  await network.loseAnswers(CONFIRM);
  await main(page, 'Swap').click();
  await expect(page.getByRole('heading', { name: /^You swapped 0\.1 BTC/ })).toBeVisible();
  expect(network.sent(CONFIRM)).toBe(1);
  await walletHas(page, 'Bitcoin', '0.9 BTC');
});

test('BEY-02 when the connection drops before the swap is sent, the page says that nothing was exchanged', async ({
  page,
  context,
  network,
  customer,
}) => {
  await openSignedIn(page, await customer({ balances: { BTC: '1' } }));
  await openSwap(page);
  await quoted(page, '0.1');
  await dropRequests(context, CONFIRM);
  await main(page, 'Swap').click();
  await expect(page.getByText('Failed to complete swap. Nothing was exchanged.')).toBeVisible();
  await expect(amountField(page)).toHaveValue('0.1');
  expect(network.sent(CONFIRM)).toBe(1);
  await expectAccessible(page);
  await walletHas(page, 'Bitcoin', '1 BTC');
});

test('BEY-02 when the connection drops with the answer, the outcome is asked for once it is back', async ({
  page,
  context,
  network,
  customer,
}) => {
  await openSignedIn(page, await customer({ balances: { BTC: '1' } }));
  await openSwap(page);
  await quoted(page, '0.1');
  await context.route(`**/api${CONFIRM}`, async (route) => {
    await route.fetch();
    await network.cut();
    await route.abort('connectionreset');
  });
  await main(page, 'Swap').click();
  await expect(page.getByRole('heading', { name: 'Checking what happened…' })).toBeVisible();
  await expect(page.getByText('Waiting for the connection to come back.')).toBeVisible();
  await expectAccessible(page);
  await network.restore();
  await expect(page.getByRole('heading', { name: /^You swapped 0\.1 BTC/ })).toBeVisible({
    timeout: 20_000,
  });
  expect(network.sent(CONFIRM)).toBe(1);
});

test('BEY-01 BEY-02 after a reload, and in a second tab, the outcome of a swap is shown and nothing is sent again', {
  tag: '@core',
}, async ({ page, context, network, customer }) => {
  await openSignedIn(page, await customer({ balances: { BTC: '1' } }));
  await openSwap(page);
  await quoted(page, '0.1');
  const listen = await dropRequests(context, OUTCOME);
  await network.loseAnswers(CONFIRM);
  await main(page, 'Swap').click();
  await expect(page.getByRole('heading', { name: 'Checking what happened…' })).toBeVisible();
  await page.goto('/wallet');
  await expect(page.getByText('The outcome of your last swap is not known yet.')).toBeVisible();
  await page.getByRole('link', { name: 'Find out' }).click();
  await expect(page.getByRole('heading', { name: 'Checking what happened…' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Checking what happened…' })).toBeVisible();
  // A second tab of the same customer asks about the same swap.
  const other = await context.newPage();
  await other.goto('/swap');
  await expect(other.getByRole('heading', { name: 'Checking what happened…' })).toBeVisible();
  await listen();
  const swapped = { name: /^You swapped 0\.1 BTC/ };
  for (const tab of [page, other]) {
    await expect(tab.getByRole('heading', swapped)).toBeVisible({ timeout: 20_000 });
  }
  expect(network.sent(CONFIRM)).toBe(1);
});
