import {
  type BrowserContext,
  expect,
  type FrameLocator,
  type Locator,
  type Page,
} from '@playwright/test';
import { updateProfile } from '#core/contract/account/account.ts';
import { initTransaction } from '#core/contract/money/payment.ts';
import type { Account } from '#tests/support/accounts.ts';
import { ApiClient, newKey } from '#tests/support/api-client.ts';
import { marketOrder } from '#tests/support/market-order.ts';

/** The trade page as a customer uses it. */

export const OPEN = '/exchange/init-transaction';
export const RECORD = '/exchange/insert-transaction';

export const cards = {
  pays: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  stalls: '4000 0000 0000 3220',
} as const;

/** Completes a customer's profile with what a purchase needs (BUY-03). */
export async function withProfile(base: string, account: Account): Promise<Account> {
  const api = new ApiClient(base);
  const credential = await api.signIn(account.email, account.password);
  const profile = { address: '1 Road', city: 'Perth', state: 'WA', postal: '6000' };
  await api.must(updateProfile, profile, { credential });
  return account;
}

export const pay = (page: Page): Locator => page.getByRole('textbox', { name: 'You pay' });
export const buyButton = (page: Page): Locator => page.getByRole('button', { name: 'Buy Bitcoin' });
export const cardForm = (page: Page): FrameLocator => page.frameLocator('iframe');

export async function openTrade(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Buy/Sell' }).click();
  await expect(page.getByText(/^1 BTC = /)).toBeVisible();
}

/** Goes to the card form to buy Bitcoin for this many dollars. */
export async function toCardForm(page: Page, amount: string): Promise<void> {
  await pay(page).fill(amount);
  await expect(page.getByRole('textbox', { name: 'You get' })).not.toHaveValue('');
  await buyButton(page).click();
  await expect(cardForm(page).getByRole('heading', { name: 'Sandbox payment' })).toBeVisible();
}

export async function payWith(page: Page, card: string): Promise<void> {
  await cardForm(page).getByText(card).click();
  await cardForm(page).getByRole('button', { name: /^Pay/ }).click();
}

/** Pays AU$150.00 for Bitcoin at the provider, unknown to any page. Returns the amount of BTC. */
export async function paidElsewhere(base: string, account: Account): Promise<string> {
  const api = new ApiClient(base);
  const credential = await api.signIn(account.email, account.password);
  const order = await marketOrder(api, credential, '150.00');
  const { data } = await api.must(
    initTransaction,
    {
      ...order,
      success_url: '/success',
      decline_url: '/decline',
      fail_url: '/fail',
      cancel_url: '/cancel',
      payment_test_env: true,
    },
    { credential, idempotencyKey: newKey() },
  );
  await fetch(`${base}${data.checkout.redirect_url}`, {
    method: 'POST',
    body: new URLSearchParams({ card: cards.pays }),
    redirect: 'manual',
  });
  return order.crypto_value;
}

/** Drops the connection before the request reaches the server. */
export const dropRequests = async (context: BrowserContext, path: string) => {
  const pattern = `**/api${path}`;
  await context.route(pattern, (route) => route.abort('connectionreset'));
  return () => context.unroute(pattern);
};
