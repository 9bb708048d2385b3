import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import {
  generateAddress,
  getPaymentRoutes,
  type IncomingDeposit,
  listReceiving,
} from '#core/contract/money/funds.ts';
import { tellChanged } from '#platform/page/data-changes.ts';
import { answer, answerBy, type Said } from './support/answers.ts';
import { customer, expectAccessible, open } from './support/view.ts';

const ADDRESS = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';

const routes = answer(getPaymentRoutes, {
  data: [
    {
      payment_route_id: 'btc',
      currency_id: 'BTC',
      crypto_network_name: 'Bitcoin',
      is_active: 'on',
      min_deposit: '0.0001',
      min_withdrawal: '0.0002',
      withdrawal_fee: '0.00005',
      confirmations: 2,
      needs_tag: false,
    },
  ],
  withdrawalHold: null,
  withdrawalLimit: { usd: '50000', usd_left: '50000' },
});

const deposit = (over: Partial<IncomingDeposit> = {}): IncomingDeposit => ({
  deposit_id: 'deposit',
  currency_id: 'BTC',
  network: 'Bitcoin',
  amount: '0.02',
  confirmations: 1,
  confirmations_needed: 2,
  state: 'pending',
  seen_at: new Date().toISOString(),
  ...over,
});

const receiving = (...incoming: readonly IncomingDeposit[]): Said =>
  answerBy(listReceiving, () => ({
    data: { addresses: [{ payment_route_id: 'btc', address: ADDRESS }], incoming: [...incoming] },
    as_of: new Date().toISOString(),
  }));

const openDeposit = (...incoming: readonly IncomingDeposit[]) =>
  open('/receive', {
    ...{ as: customer(), width: 390, state: { currencyInfo: { symbol: 'BTC' } } },
    answers: [
      routes,
      receiving(...incoming),
      answer(generateAddress, { data: { address: ADDRESS } }),
    ],
  });

const arrivals = page.getByRole('heading', { name: 'Incoming deposits' });

test('BEY-18 at text of 175 % a deposit that comes is brought into view and has the focus', async () => {
  document.documentElement.style.fontSize = '175%';
  const view = await openDeposit();
  await expect.element(page.getByRole('button', { name: /Copy/ }).first()).toBeVisible();
  expect(scrollY).toBe(0);
  // The minimum is said once, and how long the confirmations take.
  const facts = page.getByRole('region', { name: 'Good to know' });
  await expect.element(facts).toMatchTextContent(/2 confirmations, about \d+ minutes/);
  await expect.element(facts).toMatchTextContent(/Deposit ?at least 0\.0001/);
  view.says(receiving(deposit()));
  tellChanged('deposits');
  await expect.element(arrivals).toHaveFocus();
  await expect.element(page.getByText('1 of 2 confirmations')).toBeInViewport();
  document.documentElement.style.fontSize = '';
  await expectAccessible();
});

test('BEY-18 a deposit that was there when the page opened moves nothing, and none takes the focus from who is at work', async () => {
  const view = await openDeposit(deposit());
  await expect.element(arrivals).toBeInTheDocument();
  expect(scrollY).toBe(0);
  await expect.element(arrivals).not.toHaveFocus();
  const copy = page.getByRole('button', { name: /Copy/ }).first();
  (copy.element() as HTMLElement).focus();
  view.says(receiving(deposit({ state: 'credited', confirmations: 2 })));
  tellChanged('deposits');
  await expect.element(page.getByText('Credited')).toBeInViewport();
  await expect.element(copy).toHaveFocus();
});
