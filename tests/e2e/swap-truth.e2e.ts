import { expect } from '@playwright/test';
import { formatUnits } from '#core/money/decimal.ts';
import { formatDecimal } from '#core/money/format.ts';
import { priceQuote } from '#core/money/quote.ts';
import { expectAccessible } from '#tests/support/accessible.ts';
import { isolatedTest, openSignedIn, signIn, test } from '#tests/support/e2e.ts';
import { setClockAhead } from '#tests/support/wrong-clock.ts';
import { amountField, CONFIRM, main, openSwap, quoted } from './swap-page.ts';

for (const [name, hours] of [
  ['behind', -24],
  ['ahead', 24],
] as const) {
  test(`BEY-06 a device clock that is a day ${name} affects neither a quote nor its swap`, async ({
    page,
    customer,
  }) => {
    await setClockAhead(page, hours);
    await signIn(page, await customer({ balances: { BTC: '1' } }));
    await openSwap(page);
    await quoted(page, '0.1');
    await expect(page.getByRole('timer')).toHaveAccessibleName(
      /^Quote valid for ([1-9]|10) seconds$/,
    );
    await main(page, 'Swap').click();
    await expect(page.getByRole('heading', { name: /^You swapped 0\.1 BTC/ })).toBeVisible();
  });
}

test('PWA-05 offline the swap form says why it is disabled, and nothing is sent later', {
  tag: '@core',
}, async ({ page, network, customer }) => {
  await openSignedIn(page, await customer({ balances: { BTC: '1' } }));
  await openSwap(page);
  await quoted(page, '0.1');
  await network.cut();
  await expect(page.getByText(/Swapping needs a connection/)).toBeVisible();
  await expect(amountField(page)).toHaveValue('0.1');
  await expectAccessible(page);
  await page.getByRole('button', { name: /^(Swap|Getting Quote\.\.\.)$/ }).press('Enter');
  await network.restore();
  await expect(main(page, 'Swap')).toBeEnabled({ timeout: 20_000 });
  expect(network.sent(CONFIRM)).toBe(0);
});

isolatedTest(
  'BEY-07 BEY-06 what is shown is what is received: the exact quote, rounded down',
  { tag: '@core' },
  async ({ page, customer, sandbox }) => {
    await sandbox.market('BTC', '60000.13');
    await sandbox.market('USDT', '0.9999');
    await signIn(page, await customer({ balances: { BTC: '1' } }));
    await openSwap(page);
    await quoted(page, '0.12345678');
    const spread = await page.getByText(/^\d+\.\d\d%$/).textContent();
    const { targetUnits } = priceQuote({
      sourceUnits: 12_345_678n,
      sourceScale: 8,
      targetScale: 6,
      sourcePrice: 600_001_300n,
      targetPrice: 9_999n,
      spreadBps: Number((spread ?? '').replace(/\D/g, '')),
    });
    const received = formatDecimal(formatUnits(targetUnits, 6), 6, 6);
    await expect(page.locator('dl')).toContainText(`You get${received} USDT`);
    await main(page, 'Swap').click();
    await expect(
      page.getByRole('heading', {
        name: `You swapped 0.12345678 BTC for ${formatDecimal(received.replaceAll(',', ''))} USDT`,
      }),
    ).toBeVisible();
  },
);

isolatedTest(
  'OPS-15 a wrong price closes its asset under a quote, and the right one opens it again',
  async ({ page, sandbox, customer }) => {
    await sandbox.market('BTC', '60000');
    await openSignedIn(page, await customer({ balances: { BTC: '1' } }));
    await openSwap(page);
    await quoted(page, '0.1');
    await sandbox.market('BTC', '600', { sudden: true });
    // The quote renews by itself: nobody has to touch anything to hear of it.
    const why = page.getByText(/^Prices are moving unusually, so trading Bitcoin to .+ is paused/);
    await expect(why).toBeVisible();
    await expect(why).toContainText('Nothing was exchanged, and your balance is safe.');
    await expect(main(page, 'Swap')).toBeDisabled();
    await expectAccessible(page);
    await sandbox.market('BTC', '60100');
    await quoted(page, '0.2');
    await expect(why).toBeHidden();
    await main(page, 'Swap').click();
    await expect(page.getByRole('heading', { name: /^You swapped 0\.2 BTC/ })).toBeVisible();
  },
);
