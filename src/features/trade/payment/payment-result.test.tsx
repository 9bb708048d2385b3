import { expect, test } from 'vitest';
import type { PaymentResult } from '#features/trade/buy-state.ts';
import { rendered, words } from '#ui/hooks/rendered.fixture.tsx';
import { PaymentResultPanel } from './payment-result.tsx';

const order = {
  asset: 'SOL',
  crypto: '1.25',
  total: '150.5',
  currency: 'EUR',
} as PaymentResult['order'];

const shown = (over: Partial<PaymentResult>): string => {
  const payment = { id: 'p1', token: 't1', url: 'https://cards.example/t1' };
  const result = {
    status: 'Failed',
    text: 'It failed.',
    saved: true,
    checkedAt: undefined,
  } as const;
  const nothing = () => undefined;
  return rendered(
    <PaymentResultPanel
      result={{ ...result, order, payment, ...over }}
      online
      asking={false}
      onAgain={nothing}
      onResume={nothing}
      onClose={nothing}
    />,
  );
};

/** The fields with their values, in their order. */
const fields = (html: string): readonly (readonly string[])[] =>
  [...html.matchAll(/<dt>(.*?)<\/dt><dd[^>]*>(.*?)<\/dd>/g)].map(([, name = '', value = '']) => [
    name,
    words(value),
  ]);

test('BUY-07 the Payment Result panel has its fields, and Close', () => {
  const html = shown({});
  expect(words(html)).toMatch(/^Payment Result It failed\. /);
  expect(fields(html)).toEqual([
    ['Status', 'Failed'],
    ['Amount', '€150.50'],
    ['Crypto', '1.25 SOL'],
    ['Tracking ID', 'p1'],
    ['Payment Token', 't1'],
    ['Transaction Saved', 'Yes'],
    ['Transaction ID', 'p1'],
  ]);
  expect(html).toMatch(/<button[^>]*aria-label="Close"/);
});

test('BUY-07 what was not recorded is not called saved, and has no transaction', () => {
  const html = shown({ saved: false, status: 'Pending' });
  expect(fields(html)).toContainEqual(['Status', 'Pending']);
  expect(fields(html)).toContainEqual(['Transaction Saved', 'No']);
  expect(fields(html)).toContainEqual(['Transaction ID', '\u2013']);
});
