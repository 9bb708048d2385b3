import { expect } from '@playwright/test';
import { getCurrencyPrice } from '#core/contract/market/price.ts';
import { open, seal } from '#core/envelope/envelope.ts';
import { expectAccessible } from '#tests/support/accessible.ts';
import { transport } from '#tests/support/api-client.ts';
import { openSignedIn, signIn, startSeeded, test } from '#tests/support/e2e.ts';
import { tryAgain } from './mending.ts';
import { addressField, amountField, BTC, openWithdraw, withdrawButton } from './withdraw-page.ts';

const FOREX = '**/api/forex*';
const HISTORY = '**/api/exchange/transaction-history';

test('BUY-08 NET-06 without exchange rates each page says what is missing, and recovers once they load', async ({
  page,
  context,
  customer,
}) => {
  await context.route(FOREX, (route) => route.abort('connectionreset'));
  await signIn(page, await customer({ balances: { BTC: '0.5' } }));
  await page.getByRole('link', { name: /^Bitcoin/ }).click();
  await expect(page.getByText('Failed to load forex rates')).toBeVisible();
  await expect(page.getByTestId('asset-balance')).toContainText('0.5');
  await page.goto('/swap');
  await expect(page.getByText('Forex rates not available')).toBeVisible();

  await openWithdraw(page, 'Bitcoin');
  await expect(page.getByText('Failed to initialize rates')).toBeVisible();
  await expect(page.getByRole('button', { name: 'AU$50', exact: true })).toBeDisabled();
  // Amounts in crypto still work.
  await addressField(page).fill(BTC);
  await amountField(page).fill('0.01');
  await expect(withdrawButton(page)).toBeEnabled();
  const fifty = page.getByRole('button', { name: 'AU$50', exact: true, disabled: false });
  await tryAgain(
    page,
    page.getByRole('button', { name: 'Try again' }),
    FOREX,
    () => context.unroute(FOREX),
    fifty,
  );
  await expect(page.getByText('Failed to initialize rates')).toBeHidden();
  await fifty.click();
  await expect(amountField(page)).toHaveValue('50');
});

/** A server whose market provider does not answer. */
const withoutMarket = test.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads fixture names from the pattern
  app: async ({}, use) => {
    const server = await startSeeded({
      SANDBOX:
        'forex,geolocation,mail,identity,payment,custody,bank,merchants,screening,travelRule',
      MARKET_URL: 'http://127.0.0.1:9',
    });
    await use(server);
    await server.stop();
  },
});

withoutMarket(
  'BEY-23 without market prices the amounts are shown all the same, and no value is made up',
  async ({ page, customer }) => {
    await signIn(page, await customer({ balances: { ETH: '2.105' } }));
    await expect(page.getByText('Value unavailable')).toBeVisible();
    await expect(page.getByText('Each asset shows how much you hold.')).toBeVisible();
    const ethereum = page.getByRole('link', { name: /^Ethereum/ });
    await expect(ethereum).toContainText('2.105');
    await expect(ethereum).not.toContainText('AU$');
    await expectAccessible(page);
    await ethereum.click();
    await expect(page.getByTestId('asset-balance')).toHaveText(/^2\.105\sETH$/);
    await openWithdraw(page, 'Ethereum');
    await expect(page.getByRole('button', { name: 'AU$50', exact: true })).toBeDisabled();
    await page.goto('/swap');
    await expect(page.getByText(/^I have 0\sBTC$/)).toBeVisible();
  },
);

test('NET-06 a customer whose currency has no rate is told so and sees amounts in USD', async ({
  page,
  context,
  customer,
}) => {
  await context.route(FOREX, (route) =>
    route.fulfill({ json: { base: 'USD', date: '2026-05-13', rates: { EUR: '0.9' } } }),
  );
  await signIn(page, await customer({ balances: { BTC: '0.5' } }));
  await expect(
    page.getByText('Error initializing currency system. Amounts are shown in USD.', {
      exact: true,
    }),
  ).toBeVisible();
  await expect(page.getByTestId('total')).toHaveText(/^\$[\d,]+\.\d\d$/);
});

test('BUY-08 without a USDC price the page says so, and nothing can be bought', async ({
  page,
  context,
  customer,
}) => {
  await context.route(`**/api${getCurrencyPrice.path}`, (route) => {
    const asked = open(transport, route.request().postDataJSON().req);
    return asked?.base_currency === 'USDC' ? route.fulfill({ body: 'No' }) : route.continue();
  });
  await signIn(page, await customer());
  await page.getByRole('link', { name: 'Buy/Sell' }).click();
  await expect(
    page.getByRole('alert').getByText('Failed to fetch USDC rate', { exact: true }),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'Buy Bitcoin' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
});

test('TX-08 a history that fails to load says why', async ({ page, context, customer }) => {
  await openSignedIn(page, await customer({ balances: { BTC: '0.5' } }));
  const failed = page.getByText(/^Failed to load transactions: /);
  const answers: readonly (readonly [status: number, body: string, text: string])[] = [
    [200, '{"res":"bm90IHNlYWxlZA=="}', 'Invalid response'],
    [
      200,
      JSON.stringify({ res: seal(transport, { status: 'success' }, '') }),
      'No transaction data available',
    ],
    [
      500,
      'Out of order',
      'Failed to fetch transaction history (Request failed with status code 500.)',
    ],
  ];
  for (const [status, body, text] of answers) {
    await context.route(HISTORY, (route) =>
      route.fulfill({ status, contentType: 'application/json', body }),
    );
    await page.goto('/transactions');
    await expect(failed).toHaveText(`Failed to load transactions: ${text}`);
    await context.unroute(HISTORY);
  }
  await context.route(HISTORY, (route) => route.fulfill({ status: 500, body: 'Out of order' }));
  await page.goto('/transactions');
  await expect(failed).toBeVisible();
  await tryAgain(
    page,
    page.getByRole('button', { name: 'Try again' }),
    HISTORY,
    () => context.unroute(HISTORY),
    page.getByRole('listitem').first(),
  );
});
