import { expect } from '@playwright/test';
import { signIn, test } from '#tests/support/e2e.ts';
import { filterHistory } from '#tests/support/history-filter.ts';
import { setClockAhead } from '#tests/support/wrong-clock.ts';
import { controlled, keptOnDevice } from './worker.ts';

test('HARD-04 offline a wrong device clock hides no transaction, and a copy hidden as too old comes back', async ({
  page,
  context,
  network,
  customer,
}) => {
  await signIn(page, await customer({ balances: { BTC: '0.5', ETH: '2' } }));
  await controlled(page);
  await page.goto('/transactions');
  const rows = page.getByRole('region', { name: 'Results' }).getByRole('listitem');
  await expect(rows).toHaveCount(2);
  await keptOnDevice(page, 'history');
  await network.cut();

  const withClock = async (hours: number) => {
    const tab = await context.newPage();
    await setClockAhead(tab, hours);
    await tab.goto('/transactions');
    return tab.getByRole('region', { name: 'Results' });
  };
  for (const hours of [-3, -72]) {
    const results = await withClock(hours);
    await expect(results.getByRole('listitem')).toHaveCount(2);
    await filterHistory(results.page(), 'Day');
    await expect(results).toHaveAttribute('aria-busy', 'false');
    await expect(results.getByRole('listitem')).toHaveCount(2);
  }
  const fast = await withClock(8 * 24);
  await expect(fast).toContainText('The saved copy is older than 7 days');
  await expect(fast.getByRole('listitem')).toHaveCount(0);
  const right = await withClock(0);
  await expect(right.getByRole('listitem')).toHaveCount(2);
});
