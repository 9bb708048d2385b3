import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { listWaiting } from '#core/contract/money/waiting.ts';
import { answer } from './support/answers.ts';
import { ofAsset } from './support/asset.ts';
import { holding } from './support/holdings.ts';
import { customer, expectAccessible, open, overflow } from './support/view.ts';

const total = page.getByTestId('total');
const row = (name: string) => page.getByRole('link', { name: new RegExp(`^${name}`) });

test('WAL-01 four tiles lead to the four ways to move money', async () => {
  await open('/wallet', { as: customer(), answers: [holding()] });
  const tiles = page.getByRole('navigation', { name: 'Actions' });
  for (const [name, path] of [
    ['Withdraw', '/assets/send'],
    ['Swap', '/swap'],
    ['Buy/Sell', '/buy-sell'],
    ['Deposit', '/assets/receive'],
  ] as const) {
    await expect.element(tiles.getByRole('link', { name })).toHaveAttribute('href', path);
  }
});

test('WAL-02 assets can be searched by name or symbol, or limited to those with a balance', async () => {
  await open('/wallet', { as: customer(), answers: [holding({ ETH: '2' })] });
  const rows = page.getByRole('region', { name: 'Assets' }).getByRole('listitem');
  await expect.element(rows).toHaveLength(7);
  const search = page.getByRole('searchbox');
  await search.fill('bit');
  await expect.element(rows).toHaveLength(1);
  await expect.element(rows).toMatchTextContent('Bitcoin');
  await search.fill('XRP');
  await expect.element(rows).toMatchTextContent('Ripple');
  await search.fill('nothing like it');
  await expect.element(rows).toHaveLength(0);
  await page.getByRole('button', { name: 'Clear search' }).click();
  await expect.element(rows).toHaveLength(7);
  await page.getByRole('switch', { name: 'With Balance' }).click();
  await expect.element(rows).toHaveLength(1);
  await expect.element(rows).toMatchTextContent('Ethereum');
});

test('BEY-24 an empty wallet shows a zero total and says that no asset has a balance yet', async () => {
  await open('/wallet', { as: customer(), answers: [holding()] });
  await expect.element(total).toHaveTextContent('AU$0.00');
  await page.getByRole('switch', { name: 'With Balance' }).click();
  await expect.element(page.getByText('No assets with a balance yet')).toBeVisible();
  await expectAccessible();
});

test('BEY-24 huge and tiny amounts fit a screen 320 px wide', async () => {
  const balances = { BTC: '1234567.12345678', ETH: '0.01010001' };
  await open('/wallet', { as: customer(), answers: [holding(balances)], width: 320 });
  await expect.element(row('Bitcoin')).toMatchTextContent('1,234,567.12345678 BTC');
  await expect.element(row('Ethereum')).toMatchTextContent('0.01010001 ETH');
  expect(overflow()).toBe(0);
  expect(total.element().getBoundingClientRect().right).toBeLessThanOrEqual(320);
});

test.each([320, 390, 768, 1280, 1920])(
  'EYE-03 the balance, the keys, the ground and the assets are one picture that axe finds no fault in, at %i px',
  async (width) => {
    const balances = { BTC: '0.21959916', USDC: '8257.401214' };
    await open('/wallet', { as: customer(), answers: [holding(balances)], width });
    await expect.element(row('Bitcoin')).toBeVisible();
    expect(overflow()).toBe(0);
    await expectAccessible();
  },
);

test('WAL-01 the wallet refreshes when the customer returns to its window', async () => {
  const view = await open('/wallet', { as: customer(), answers: [holding({ ETH: '2' })] });
  await expect.element(row('Ethereum')).toMatchTextContent('2 ETH');
  view.says(holding({ ETH: '3' }));
  window.dispatchEvent(new Event('focus'));
  await expect.element(row('Ethereum')).toMatchTextContent('3 ETH');
});

test('EASE-15 what is on hold and not in the total leads to what it waits for', async () => {
  const waits = answer(listWaiting, { data: [] });
  const answers = [holding({ BTC: '1' }, undefined, { BTC: '0.01' }), waits];
  await open('/wallet', { as: customer(), answers, width: 390 });
  const apart = page.getByRole('link', { name: 'Not included: AU$900.00 on hold' });
  await expect.element(apart).toBeVisible();
  expect(apart.element().getBoundingClientRect().height).toBeGreaterThanOrEqual(44);
  await expectAccessible();
  const hides = page.getByRole('button', { name: 'Hide balances' });
  await hides.click();
  await expect.element(page.getByRole('link', { name: /^Not included/ })).not.toBeInTheDocument();
  await hides.click();
  await apart.click();
  await expect.poll(() => location.pathname).toBe('/waiting');
});

test('WAL-03 an asset’s link opens its page with the asset in the navigation state', async () => {
  const answers = [holding({ ETH: '2.105' }), ...ofAsset];
  await open('/wallet', { as: customer(), answers });
  await row('Ethereum').click();
  await expect.poll(() => location.pathname).toBe('/asset-detail');
  expect(history.state).toMatchObject({
    formattedBalance: '2.105\u00a0ETH',
    rawBalance: '2.105',
    userCurrency: 'AUD',
    isUSD: false,
    precision: 8,
    currencyInfo: { displayName: 'Ethereum', symbol: 'ETH', image: '/coins.svg#eth', precision: 8 },
  });
});

test('BEY-24 axe finds nothing on the wallet, with all assets or none found', async () => {
  await open('/wallet', { as: customer(), answers: [holding({ BTC: '0.5', ETH: '2' })] });
  await expect.element(total).toBeVisible();
  await expectAccessible();
  await page.getByRole('searchbox').fill('nothing like it');
  await expectAccessible();
});

test('BEY-24 the wallet’s seven-day sparklines are either all aligned or all hidden', async () => {
  await open('/wallet', { as: customer(), answers: [holding({ BTC: '0.5', XRP: '12345.678' })] });
  await expect.element(row('Ethereum')).toBeVisible();
  for (const width of [320, 360, 375, 390, 430, 600]) {
    await page.viewport(width, 780);
    const places = [...document.querySelectorAll('.spark')].map((line) => {
      const { left, width: wide } = line.getBoundingClientRect();
      return wide === 0 ? 'none' : Math.round(left);
    });
    expect([width, places.length, new Set(places).size]).toEqual([width, 7, 1]);
  }
});
