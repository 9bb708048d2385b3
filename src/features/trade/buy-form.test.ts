import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { flushed } from '#platform/time/fake-time.fixture.ts';
import { words } from '#ui/hooks/rendered.fixture.tsx';
import { type BuyOptions, buyWorld, noPrice } from './buy.fixture.ts';
import { BuyForm } from './buy-form.tsx';

/** The form of a purchase of Solana in euro for which this much was typed. */
async function shown(amount: string, options: BuyOptions = {}): Promise<string> {
  const { buy } = buyWorld({ asset: 'SOL', ...options });
  buy.start();
  buy.setMarket('EUR');
  await flushed();
  if (amount) buy.type('fiat', amount);
  await flushed();
  const form = { machine: buy, state: buy.state, online: true, children: null };
  return renderToStaticMarkup(createElement(BuyForm, form));
}

test('BUY-01 form and summary are about the asset that was chosen, in the currency of the market', async () => {
  const html = await shown('150', { price: async () => ({ ok: true, value: '149.25' }) });
  const text = words(html);
  expect(text).toContain('Amount 1 SOL');
  expect(text).toContain('Price 1 SOL = €149.25');
  expect(text).toContain('Payment method Debit Card');
  expect(text).toContain('Fees (0.5%) €0.75');
  expect(text).toContain('Total €150.00');
  expect(text).toContain('Buy Solana');
  expect(text).not.toMatch(/BTC|Bitcoin|AU\$/);
  expect(html).toMatch(/<button[^>]*type="submit"[^>]*aria-disabled="false"/);
});

test('TRD-01 BUY-02 without a price a red banner says so with Retry, and nothing can be bought', async () => {
  const html = await shown('150', { price: noPrice });
  const [banner = ''] =
    /<div class="banner banner--error" role="alert">.*?<\/div>/.exec(html) ?? [];
  expect(words(banner)).toBe('Failed to fetch exchange rate Retry');
  expect(banner).toMatch(/<button[^>]*>Retry<\/button>/);
  expect(html).toMatch(/<button[^>]*type="submit"[^>]*aria-disabled="true"/);
});

test('BUY-01 EASE-14 what a purchase costs in all stands below its total and beside the button, once its spread is known', async () => {
  // 0.5 % of €50.00, and of the rest a spread of 0.125 %.
  const text = words(await shown('50'));
  expect(text).toContain('Total €50.00 Costs you in all €0.31');
  expect(text).toMatch(/Total €50\.00 ?Costs you in all €0\.31 .*Buy Solana/);
  expect(text.match(/Costs you in all €0\.31/g)).toHaveLength(2);
  const unpriced = words(await shown('50', { price: noPrice }));
  expect(unpriced).toContain('Costs you in all –');
  expect(unpriced).toContain('Fee €0.25 included');
});
