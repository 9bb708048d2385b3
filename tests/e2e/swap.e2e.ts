import { expect } from '@playwright/test';
import { getInstruments } from '#core/contract/money/swap.ts';
import { seal } from '#core/envelope/envelope.ts';
import { expectAccessible } from '#tests/support/accessible.ts';
import { newKey, transport } from '#tests/support/api-client.ts';
import { isolatedTest, openSignedIn, signIn, test } from '#tests/support/e2e.ts';
import { withoutStream } from '#tests/support/without-stream.ts';
import { amountField, CONFIRM, main, openSwap, QUOTE, quoted, walletHas } from './swap-page.ts';

test('SWAP-01 SWAP-04 SWAP-10 SWAP-14 PWA-01 a swap works from typing to Done, and afterwards the wallet offers to install the app', {
  tag: '@core',
}, async ({ page, network, customer }) => {
  await openSignedIn(page, await customer({ balances: { BTC: '1' } }));
  await openSwap(page);
  await expect(page.getByText('I have 1 BTC')).toBeVisible();
  await expect(page.getByText('I want Tether')).toBeVisible();
  await expect(main(page, 'Enter amount')).toBeDisabled();
  const shares = page.getByRole('group', { name: 'Share of balance' }).getByRole('button');
  await expect(shares).toHaveText(['25%', '50%', '100%']);
  const held = await network.holdAnswers(QUOTE);
  await amountField(page).pressSequentially('0,1');
  await expect(amountField(page)).toHaveValue('0.1');
  await expect(main(page, 'Getting Quote...')).toBeVisible();
  await held.arrived;
  // Counted before the quote arrives, because one that expired meanwhile would be renewed.
  expect(network.sent(QUOTE)).toBe(1);
  await held.release();
  await expect(main(page, 'Swap')).toBeEnabled();
  await expect(page.getByRole('timer')).toBeVisible();
  await expect(page.getByText(/^1 BTC = [\d.,]+ USDT$/)).toBeVisible();
  await expect(page.getByText('rounded down', { exact: true })).toBeVisible();
  await main(page, 'Swap').click();
  await expect(
    page.getByRole('heading', { name: /^You swapped 0\.1 BTC for [\d.,]+ USDT$/ }),
  ).toBeVisible();
  await expect(page.getByText('Received')).toBeVisible();
  await page.getByRole('button', { name: 'Done' }).press('Enter');
  await expect(page.getByText('I have 0.9 BTC')).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
  await expect(amountField(page)).toHaveValue('');
  await expect(main(page, 'Enter amount')).toBeDisabled();

  // Only after a success does the wallet offer to install the app, and it takes no for an answer.
  const installable = () =>
    page.evaluate(() => {
      const prompt = async () => ({ outcome: 'accepted' });
      window.dispatchEvent(Object.assign(new Event('beforeinstallprompt'), { prompt }));
    });
  const offer = page.getByRole('region', { name: 'Install Kopa' });
  await page.getByRole('link', { name: 'Wallet', exact: true }).click();
  await expect(page.getByRole('link', { name: /^Bitcoin/ })).toBeVisible();
  const tiles = page.getByRole('navigation', { name: 'Actions' });
  const before = await tiles.boundingBox();
  await installable();
  await expect(offer).toBeVisible();
  expect(await tiles.boundingBox()).toEqual(before);
  await expectAccessible(page);
  await offer.getByRole('button', { name: 'Not now' }).click();
  await expect(offer).toBeHidden();
  await page.reload();
  await expect(page.getByTestId('total')).toBeVisible();
  await installable();
  await expect(page.getByTestId('total')).toBeVisible();
  await expect(offer).toBeHidden();
});

test('SWAP-01 SWAP-08 the page says what is loading, and then that an asset has no pair', async ({
  page,
  context,
  network,
  customer,
}) => {
  const rates = await network.holdAnswers('/forex');
  const pairs = Promise.withResolvers<void>();
  await context.route(`**/api${getInstruments.path}`, async (route) => {
    await pairs.promise;
    const none = { status: 'success', data: { instruments: [] } };
    const body = JSON.stringify({ res: seal(transport, none, newKey()) });
    await route.fulfill({ contentType: 'application/json', body });
  });
  await signIn(page, await customer({ balances: { BTC: '1' } }));
  await openSwap(page);
  const currency = page.getByText('Loading currency...', { exact: true });
  const loading = page.getByText('Loading trading pairs...', { exact: true });
  await expect(currency).toHaveCount(1);
  await expect(loading).toHaveCount(1);
  await page.getByRole('button', { name: 'USDT, change asset' }).click();
  const picker = page.getByRole('dialog', { name: 'Select Asset to Receive' });
  await expect(picker.getByText('Loading trading pairs...', { exact: true })).toBeVisible();
  pairs.resolve();
  await expect(loading).toHaveCount(0);
  await expect(
    picker.getByText('No trading pairs available for BTC', { exact: true }),
  ).toBeVisible();
  await expect(
    picker.getByText('Please select a different base currency', { exact: true }),
  ).toBeVisible();
  await rates.release();
  await expect(currency).toHaveCount(0);
});

test('SWAP-13 BEY-01 when two tabs swap the same balance, one succeeds and the other says why it did not', {
  tag: '@core',
}, async ({ page, context, customer }) => {
  // With the stream the other tab knows its balance before the press.
  await withoutStream(context);
  await openSignedIn(page, await customer({ balances: { BTC: '1' } }));
  await openSwap(page);
  const other = await context.newPage();
  await other.goto('/swap');
  await expect(other.getByText('I have 1 BTC')).toBeVisible();
  await quoted(page, '1');
  await quoted(other, '1');
  await main(page, 'Swap').click();
  await expect(page.getByRole('heading', { name: /^You swapped 1 BTC/ })).toBeVisible();
  await expect(main(other, 'Swap')).toBeEnabled();
  await main(other, 'Swap').click();
  await expect(other.getByRole('alert')).toBeVisible();
  await expect(other.getByRole('heading', { name: /^You swapped/ })).toHaveCount(0);
  await walletHas(other, 'Bitcoin', '0 BTC');
});

test('SWAP-15 an EUR customer starts with BTC to USDC and is offered no USDT', async ({
  page,
  context,
  app,
  customer,
}) => {
  await context.addCookies([{ name: 'country', value: 'LT', url: app.url }]);
  await signIn(page, await customer({ place: 'EU', balances: { BTC: '1' } }));
  await openSwap(page);
  await expect(page.getByText('I want USDC')).toBeVisible();
  await page.getByRole('button', { name: 'USDC, change asset' }).click();
  const target = page.getByRole('dialog');
  await expect(target.getByRole('button', { name: /^USDC/ })).toBeVisible();
  await expect(target.getByRole('button', { name: /USDT/ })).toHaveCount(0);
});

isolatedTest(
  'EASE-04 a renewed quote marks its new amount, and the button and the success page say what is exchanged at which rate',
  async ({ page, customer, sandbox }) => {
    await sandbox.market('BTC', '60000');
    await sandbox.market('USDT', '1');
    await signIn(page, await customer({ balances: { BTC: '1' } }));
    await openSwap(page);
    await quoted(page, '0.1');
    await expect(main(page, 'Swap')).toHaveAccessibleDescription(/^0\.1\sBTC for 5,9/);
    const spoken = page.getByRole('status').filter({ hasText: /^For 0\.1\sBTC you get 5,9/ });
    await expect(spoken).toBeAttached();
    const first = await spoken.textContent();
    const seen = await page.getByLabel('I want Tether').textContent();
    await sandbox.market('BTC', '60060');
    await expect(page.getByText(`was ${seen}`)).toBeVisible({ timeout: 20_000 });
    expect(await spoken.textContent()).toBe(first);
    await page
      .getByRole('button', { name: /^1 BTC = 59,[\d.,]+ USDT\. Turn the rate round$/ })
      .click();
    await expect(page.getByText(/^1 USDT = 0\.0000\d+ BTC$/)).toBeVisible();
    // A second after the new amount a press is aimed at it.
    await expect(page.getByRole('timer')).toHaveAccessibleName(/ [1-8] seconds$/);
    await main(page, 'Swap').click();
    await expect(page.getByRole('heading', { name: /^You swapped 0\.1 BTC/ })).toBeVisible();
    await expect(page.getByRole('button', { name: /^1 BTC = 5[\d.,]+ USDT\./ })).toBeVisible();
  },
);

test('EASE-04 with more time the button works while a quote is renewed, on this device from now on', async ({
  page,
  network,
  customer,
}) => {
  await openSignedIn(page, await customer({ balances: { BTC: '1' } }));
  await openSwap(page);
  const moreTime = page.getByRole('switch', { name: 'Give me more time' });
  await moreTime.check();
  await quoted(page, '0.1');
  // Enter on it is no press on the form's button.
  await moreTime.press('Enter');
  await expect(main(page, 'Swap')).toBeEnabled();
  expect(network.sent(CONFIRM)).toBe(0);
  const held = await network.holdAnswers(QUOTE);
  // The next quote is asked for and does not come: the old amount stays, and a press waits for it.
  await held.arrived;
  await expect(main(page, 'Swap')).toBeEnabled();
  await main(page, 'Swap').click();
  await expect(main(page, 'Swapping...')).toBeVisible();
  await held.release();
  await expect(page.getByRole('heading', { name: /^You swapped 0\.1 BTC/ })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('switch', { name: 'Give me more time' })).toBeChecked();
});

test('EASE-20 an asset without a pair is found in the picker, and two steps lead to it', async ({
  page,
  customer,
}) => {
  await openSignedIn(page, await customer({ balances: { ETH: '2' } }));
  await page.goto('/swap');
  await page.getByRole('button', { name: 'BTC, change asset' }).click();
  await page.getByRole('button', { name: /^Ethereum/ }).click();
  await page.getByRole('button', { name: 'USDT, change asset' }).click();
  const picker = page.getByRole('dialog', { name: 'Select Asset to Receive' });
  await picker.getByRole('searchbox', { name: 'Search asset' }).fill('sol');
  await picker.getByRole('button', { name: /Solana.*two steps, by way of USDT/ }).click();
  const steps = page.getByRole('region', { name: 'Two steps' });
  await expect(steps).toContainText('Ethereum cannot be swapped to Solana at once.');
  await amountField(page).fill('1');
  await expect(main(page, 'Swap')).toBeEnabled();
  await expect(steps).toContainText(/Spread to USDT\d\.\d\d%, AU\$[\d.]+/);
  await expect(steps).toContainText(/Spread to SOL\d\.\d\d%, AU\$[\d.]+/);
  await expect(steps).toContainText(/In the end, about[\d.,]+\sSOL/);
  await expectAccessible(page);
  await main(page, 'Swap').click();
  const heading = page.getByRole('heading', { name: /^You swapped 1 ETH for [\d.,]+ USDT$/ });
  await expect(heading).toBeVisible();
  const received = (await heading.textContent())?.match(/for ([\d.,]+) USDT/)?.[1];
  await page.getByRole('button', { name: 'Second step: swap to SOL' }).click();
  await expect(amountField(page)).toHaveValue((received ?? '').replaceAll(',', ''));
  await expect(main(page, 'Swap')).toBeEnabled();
  await main(page, 'Swap').click();
  await expect(page.getByRole('heading', { name: /USDT for [\d.,]+ SOL$/ })).toBeVisible();
});
