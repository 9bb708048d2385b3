import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '#tests/support/accessible.ts';
import { openSignedIn, test } from '#tests/support/e2e.ts';
import { password, person } from '#tests/support/in-process.ts';
import { inProcessTest } from '#tests/support/in-process-test.ts';
import { Sandbox } from '#tests/support/sandbox.ts';
import { explainedIn, explains } from './explained-number.ts';
import { main, openSwap, quoted, amountField as swapAmount } from './swap-page.ts';
import { openTrade, paidElsewhere, pay, withProfile } from './trade-page.ts';
import { amountField, BTC, openWithdraw, review } from './withdraw-page.ts';

const row = (page: Page, name: string) =>
  page.locator('dl > div').filter({ has: page.getByText(name, { exact: true }) });

test('EASE-14 the total of the wallet, and the value, price, move and gains of an asset explain themselves', {
  tag: '@core',
}, async ({ page, customer }) => {
  await openSignedIn(
    page,
    await customer({ balances: { BTC: '0.3', ETH: '2.5', XRP: '10.123456' } }),
  );
  const total = page.getByTestId('total');
  const [number] = await explainedIn(total).all();
  if (!number) throw new Error('the total explains nothing');
  await expect(total).toHaveText(/^AU\$/);
  await number.click();
  const dialog = page.getByRole('dialog', { name: 'Total Account Balance' });
  // In the customer's money first; the path is behind “More” (EYE-11).
  await expect(dialog.getByRole('definition').first()).toHaveText(/^AU\$/);
  await dialog.getByText('More', { exact: true }).click();
  await expect(dialog.getByRole('listitem').first()).toContainText(
    /^Bitcoin.*0\.3\sBTC × [\d,.]+\sUSD\/BTC/,
  );
  await expect(dialog.getByText(/^Prices: the market’s, at /)).toBeVisible();
  await expect(
    dialog.getByText(/^Exchange rate: the day’s reference rate, read at /),
  ).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  expect(await explains(page, number)).toMatch(/^AU\$/);

  await page.getByRole('link', { name: /^Bitcoin/ }).click();
  const gains = page.getByRole('region', { name: 'Cost and gain' });
  await expect(gains).toContainText(/Realised gainAU\$/);
  for (const part of ['Your Bitcoin', 'Price', 'Cost and gain']) {
    const numbers = explainedIn(page.getByRole('region', { name: part, exact: true }));
    await expect(numbers).not.toHaveCount(0);
    for (const one of await numbers.all()) await explains(page, one);
  }

  // Hidden balances are not explained.
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await page.getByRole('button', { name: 'Hide balances' }).click();
  await expect(explainedIn(total)).toHaveCount(0);
});

test('EASE-14 what a swap gives, its spread and its rate explain themselves, before and after', async ({
  page,
  customer,
}) => {
  await openSignedIn(page, await customer({ balances: { BTC: '1' } }));
  await openSwap(page);
  await quoted(page, '0.1');
  const card = page.getByRole('region', { name: 'Quote' });
  // Quotes follow each other while it is looked at: what is explained is the one that was touched.
  for (const name of ['Spread, included', 'You get']) {
    await explains(page, explainedIn(row(page, name)));
  }
  await explains(page, card.getByRole('button', { name: 'How the rate is worked out' }));
  await expect(main(page, 'Swap')).toBeEnabled();
  await main(page, 'Swap').click();
  await expect(page.getByText('Received')).toBeVisible();
  const rate = page.getByRole('button', { name: 'How the rate is worked out' });
  expect(await explains(page, rate)).toMatch(/^1 BTC = /);
  await page.getByRole('button', { name: /Turn the rate round$/ }).click();
  expect(await explains(page, rate)).toMatch(/^1 USDT = /);
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(swapAmount(page)).toHaveValue('');
});

test('EASE-14 price, fee, amount, total and limits of a purchase explain themselves', async ({
  page,
  app,
  customer,
}) => {
  await openSignedIn(page, await withProfile(app.url, await customer()));
  await openTrade(page);
  await pay(page).fill('123.45');
  const summary = page.getByRole('region', { name: 'Summary' });
  await expect(explainedIn(row(page, 'Amount'))).toBeVisible();
  await expect(explainedIn(row(page, 'Total'))).toHaveCount(0);
  for (const name of ['Amount', 'Price', 'Fees (0.5%)', 'Costs you in all']) {
    await explains(page, explainedIn(summary.locator('div').filter({ hasText: name }).first()));
  }
  await page.getByRole('textbox', { name: 'You get' }).fill('0.0123');
  await expect(explainedIn(row(page, 'Total'))).toBeVisible();
  await explains(page, explainedIn(row(page, 'Total')));
  const limits = page.getByText(/^AU\$1\.00 to AU\$20,000\.00 per purchase/);
  expect(await explains(page, explainedIn(limits))).toBe('AU$1.00 to AU$20,000.00');
});

test('EASE-14 amount, fee, total and limit of a withdrawal explain themselves, in the review, too', async ({
  page,
  customer,
}) => {
  await openSignedIn(page, await customer({ balances: { BTC: '0.1' } }));
  await openWithdraw(page, 'Bitcoin');
  const limit = explainedIn(page.getByText(/left of today’s limit$/));
  expect(await explains(page, limit)).toMatch(/^AU\$/);
  await amountField(page).fill('0.01');
  const names = ['Recipient gets', 'Network fee', 'Total from your wallet'];
  for (const name of names) await explains(page, explainedIn(row(page, name)));
  await review(page, BTC, '0.02');
  for (const name of names) await explains(page, explainedIn(row(page, name)));
});

test('EASE-14 the sums of a month, and value, fee, price and rate of what was done explain themselves', async ({
  page,
  app,
  customer,
}) => {
  const who = await withProfile(app.url, await customer({ balances: { BTC: '1', XRP: '20' } }));
  await paidElsewhere(app.url, who);
  await openSignedIn(page, who);
  await openSwap(page);
  await quoted(page, '0.1');
  await main(page, 'Swap').click();
  await page.getByRole('button', { name: 'Done' }).click();
  await page.goto('/transactions');
  const sums = page.locator('h2 + p');
  const month = explainedIn(sums);
  // The purchase was made elsewhere; what it was worth is written down a moment later.
  await expect(async () => {
    await page.reload();
    const soon = { timeout: 2_000 };
    await expect(page.getByRole('link', { name: /^Buy Bitcoin/ })).toBeVisible(soon);
    await expect(sums).toContainText('In AU$', soon);
  }).toPass();
  for (const one of await month.all()) expect(await explains(page, one)).toMatch(/^AU\$/);
  const details = page.getByRole('region', { name: 'Payment details' });
  for (const [title, names] of [
    ['Deposit Ripple', ['Value then']],
    ['Swap BTC to USDT', ['Value then', 'Rate']],
    ['Buy Bitcoin', ['Fees (0.5%)', 'Price', 'Value then']],
  ] as const) {
    await page
      .getByRole('link', { name: new RegExp(`^${title}`) })
      .first()
      .click();
    await expect(details).toBeVisible();
    for (const name of names) {
      const number = explainedIn(row(page, name));
      await explains(page, number);
    }
    await page.getByRole('button', { name: 'Back', exact: true }).click();
  }
});

inProcessTest(
  'EASE-14 fee, total and limit of cash out explain themselves',
  async ({ page, within }) => {
    const who = await person(within.deps, { balances: { AUD: '1000' } });
    await new Sandbox(within.url).kyc(who.email, 'approved');
    await openSignedIn(page, { email: who.email, password }, '/cash/out');
    await page.getByRole('textbox', { name: 'Amount', exact: true }).fill('12.34');
    const limit = explainedIn(page.getByText(/left of today’s limit$/));
    await explains(page, limit);
    for (const name of ['Fee', 'Total from your cash'])
      await explains(page, explainedIn(row(page, name)));
  },
);
