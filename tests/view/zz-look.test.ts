import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { bought, entry, happened, manyEntries, withdrawn } from './support/history.ts';
import { holding } from './support/holdings.ts';
import { customer, open } from './support/view.ts';

const swap = (at: string) => [
  entry({
    transaction_class: 'conversion',
    created_at: at,
    type: 'credit',
    amount: '8.20162',
    currency_id: 'SOL',
    value: { amount: '2681.80', currency_id: 'AUD' },
  }),
  entry({
    transaction_class: 'conversion',
    created_at: at,
    type: 'debit',
    amount: '1664.893212',
    currency_id: 'USDT',
  }),
];
const list = () =>
  happened(
    ...swap(new Date(Date.now() - 3e6).toISOString()),
    withdrawn({
      amount: '0.05',
      withdrawal: 'requested',
      recipient: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
      value: { amount: '7234.10', currency_id: 'AUD' },
    }),
    entry({
      amount: '98765432.123456',
      currency_id: 'XRP',
      sender: 'rPT1Sjq2YGrBMTttX4GZHjKu9dyfzbpAYe',
      value: { amount: '74074074.09', currency_id: 'AUD' },
    }),
    entry({ amount: '1000.00', currency_id: 'AUD' }),
    bought({
      amount: '0.0014321',
      paid: { amount: '200.00', currency_id: 'AUD', price: '139655.05' },
      value: { amount: '200.00', currency_id: 'AUD' },
    }),
    ...manyEntries(40),
  );
for (const theme of ['light', 'dark'])
  for (const [w, h] of [
    [320, 640],
    [390, 844],
    [768, 1024],
    [1280, 800],
    [1920, 1080],
  ] as const)
    test(`${theme} ${w}`, async () => {
      await open('/transactions', { as: customer(), answers: [list(), holding()], width: w });
      await page.viewport(w, h);
      document.documentElement.dataset.theme = theme;
      await expect.element(page.getByRole('listitem').first()).toBeVisible();
      await expect.poll(() => document.querySelectorAll('main li').length).toBeGreaterThan(40);
      await page.screenshot({ path: `/work/h1/.tmp/look/${theme}-${w}.png` });
      if (w === 390 || w === 1280) {
        await page.getByRole('button', { name: /^Dates/ }).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Last month' }).click();
        await expect.element(page.getByRole('grid').first()).toBeVisible();
        await page.screenshot({ path: `/work/h1/.tmp/look/${theme}-${w}-dates.png` });
      }
    });
