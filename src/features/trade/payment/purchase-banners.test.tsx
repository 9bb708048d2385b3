import { afterEach, expect, test } from 'vitest';
import type { UnseenPurchase } from '#core/contract/money/payment.ts';
import { rendered, words } from '#ui/hooks/rendered.fixture.tsx';
import { EndedPurchase, OpenPayments, PurchaseBanners } from './purchase-banners.tsx';
import { unseenPurchases } from './unseen-purchases-wiring.ts';

const purchase = (
  id: string,
  status: UnseenPurchase['status'],
  amount: string,
): UnseenPurchase => ({
  transaction_id: id,
  status,
  amount,
  currency: 'AUD',
  crypto_value: '0.001',
  crypto_currency: 'BTC',
  usdc: '62.5',
  created_at: '2026-05-13T10:42:00Z',
});

afterEach(unseenPurchases.forget);

test('SPEC-11 a payment that may still be charged stands before purchases that have ended', () => {
  unseenPurchases.state.items = [
    purchase('a', 'declined', '50.00'),
    purchase('b', 'success', '60.00'),
    purchase('c', 'pending', '23.00'),
  ];
  const all = words(rendered(<PurchaseBanners />));
  expect(all).toMatch(/^AU\$23\.00 by card under way .*AU\$50\.00/);
  // One ended at a time.
  expect(all).not.toContain('AU$60.00');
  expect(words(rendered(<OpenPayments />))).not.toContain('AU$50.00');
  expect(words(rendered(<EndedPurchase />))).not.toContain('AU$23.00');
});

test('SPEC-06 a payment by another’s card says why it goes back, and one that is looked at says so', () => {
  unseenPurchases.state.items = [
    { ...purchase('a', 'failed', '50.00'), refund: 'under-way', returned_for: 'another-name' },
    { ...purchase('b', 'pending', '23.00'), checking: true },
  ];
  const ended = words(rendered(<EndedPurchase />));
  expect(ended).toContain('came from a card in another name than yours');
  expect(ended).toContain('goes back to your card');
  expect(ended).not.toContain('the price had risen');
  expect(words(rendered(<OpenPayments />))).toContain('The name on the card is not quite yours');
});
