import type { MerchantTransaction } from './merchant.ts';

/** One transaction of a merchant: `over` says what a test is about. */
export const merchantTransaction = (
  over: Partial<MerchantTransaction> = {},
): MerchantTransaction => ({
  _id: 'a1',
  transaction_id: 'TX1',
  request_type: 1,
  status: true,
  code: '200',
  amount: '92.00',
  currency: 'EUR',
  currency_amount: '100.00',
  currency_value: '0.92',
  user_name: 'Aurora Books',
  source: 'web',
  orderreference: 'ORD-1',
  createdAt: '2026-05-14T10:39:00.000Z',
  ...over,
});
