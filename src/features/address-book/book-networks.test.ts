import { expect, test } from 'vitest';
import type { PaymentRoute } from '#core/contract/money/funds.ts';
import { networksOf, withoutNetwork } from './book-networks.ts';

const route = (currency_id: string, network: string, is_active = 'on'): PaymentRoute => ({
  payment_route_id: `${currency_id}-${network}`,
  currency_id,
  crypto_network_name: network,
  is_active,
  min_deposit: '0.01',
  min_withdrawal: '1',
  withdrawal_fee: '0',
  confirmations: 2,
  needs_tag: false,
});
const routes = [
  route('USDC', 'Ethereum'),
  route('USDC', 'Solana', 'off'),
  route('BTC', 'Bitcoin', 'off'),
];

test('PROF-05 an address can be saved for the networks of its currency that are open', () => {
  expect(networksOf(routes, 'USDC')).toEqual([routes[0]]);
  expect(withoutNetwork(routes, 'USDC')).toBeUndefined();
});

test('PROF-05 where there is no network to choose it is said why', () => {
  expect(withoutNetwork(routes, '')).toBeUndefined();
  expect(withoutNetwork(routes, 'BTC')).toBe('None is available right now');
  expect(withoutNetwork([], 'BTC')).toMatch('could not be loaded');
});
