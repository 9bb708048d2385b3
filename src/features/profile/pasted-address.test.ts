import { expect, test } from 'vitest';
import type { PaymentRoute } from '#core/contract/funds.ts';
import { pastedInto } from './pasted-address.ts';

const route = (currency_id: string, network: string): PaymentRoute => ({
  payment_route_id: `${currency_id}-${network}`,
  currency_id,
  crypto_network_name: network,
  is_active: 'on',
  min_deposit: '0.01',
  min_withdrawal: '1',
  withdrawal_fee: '0',
  confirmations: 2,
  needs_tag: network === 'XRP Ledger',
});
const routes = [
  route('BTC', 'Bitcoin'),
  route('ETH', 'Ethereum'),
  route('AVAX', 'Avalanche C-Chain'),
  route('XRP', 'XRP Ledger'),
  route('USDC', 'Ethereum'),
  route('USDC', 'Solana'),
];
const BTC = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu';
const ETH = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
const SOL = 'HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk';
const XRP = 'rHsMGQEkVNJmpGWs8XUBoTBiAAbwxZN5v3';
const nothing = { currency_id: '', network: '' };
const filled = (text: string, chosen = nothing) => {
  const pasted = pastedInto(chosen, text, routes);
  return pasted.kind === 'fill' ? pasted.change : pasted.problem;
};

test('HARD-28 a payment link fills in asset, network, address and tag', () => {
  expect(filled(`bitcoin:${BTC}?amount=0.1`)).toEqual({
    currency_id: 'BTC',
    network: 'Bitcoin',
    address: BTC,
    tag: '',
  });
  expect(filled(`ethereum:${ETH}@43114`)).toMatchObject({
    currency_id: 'AVAX',
    network: 'Avalanche C-Chain',
  });
  const tagged = { currency_id: 'XRP', network: 'XRP Ledger', address: XRP, tag: '77' };
  expect(filled(`xrpl:${XRP}?dt=77`)).toEqual(tagged);
  // Whatever was chosen before: the link names something else.
  expect(filled(`xrpl:${XRP}?dt=77`, { currency_id: 'BTC', network: 'Bitcoin' })).toEqual(tagged);
});

test('HARD-28 an address alone fills in what only it can be, and leaves what was chosen', () => {
  expect(filled(` ${BTC}\n`)).toMatchObject({
    currency_id: 'BTC',
    network: 'Bitcoin',
    address: BTC,
  });
  expect(filled(XRP)).toMatchObject({ currency_id: 'XRP', network: 'XRP Ledger' });
  // Several assets have such addresses.
  expect(filled(ETH)).toMatchObject({ ...nothing, address: ETH });
  const usdc = { currency_id: 'USDC', network: '' };
  expect(filled(ETH, usdc)).toMatchObject({ currency_id: 'USDC', network: 'Ethereum' });
  expect(filled(SOL, usdc)).toMatchObject({ currency_id: 'USDC', network: 'Solana' });
  const solana = { currency_id: 'USDC', network: 'Solana' };
  expect(filled(ETH, solana), 'it is said to be wrong instead').toMatchObject(solana);
  expect(filled('bc1q', nothing)).toEqual({ ...nothing, address: 'bc1q' });
});

test('HARD-28 of a link that cannot be followed nothing is used', () => {
  expect(filled(`bitcoin:${BTC}?req-x=1`)).toMatch(/can’t be done here/);
  expect(filled(`ethereum:${ETH}@137`, { currency_id: 'USDC', network: '' })).toMatch(/network/);
  expect(filled(`solana:${SOL}`), 'no SOL route').toMatch(/SOL, which can’t be sent/);
});
