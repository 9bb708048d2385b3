import { expect } from '@playwright/test';
import { seal } from '#core/envelope/envelope.ts';
import { transport } from '#tests/support/api-client.ts';
import { signIn, test } from '#tests/support/e2e.ts';
import { addressField, amountField, BTC, openWithdraw, withdrawButton } from './withdraw-page.ts';

const FOREX = '**/api/forex*';
const HISTORY = '**/api/exchange/transaction-history';

test('BUY-08 NET-06 without exchange rates every page says what it cannot tell, and mends', async ({
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
  // In crypto everything works as ever.
  await addressField(page).fill(BTC);
  await amountField(page).fill('0.01');
  await expect(withdrawButton(page)).toBeEnabled();
  await context.unroute(FOREX);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Failed to initialize rates')).toBeHidden();
  await page.getByRole('button', { name: 'AU$50', exact: true }).click();
  await expect(amountField(page)).toHaveValue('50');
});

test('TX-08 a history that cannot be had says why', async ({ page, context, customer }) => {
  await signIn(page, await customer({ balances: { BTC: '0.5' } }));
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
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('listitem')).toHaveCount(1);
});
