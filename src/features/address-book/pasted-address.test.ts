import { expect, test } from 'vitest';
import type { PaymentRoute } from '#core/contract/money/funds.ts';
import { assetCodes } from '#core/money/currencies.ts';
import type { CryptoForm } from '#core/money/saved-address.ts';
import { FOREIGN_LINK } from '#core/networks/payment-uri.ts';
import { readPasted } from './pasted-address.ts';

const BTC = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu';
const ETH = '0x52908400098527886E0F7030069857D2E4169EE7';
const USDT = '0xdAC17F958D2ee523a2206206994597C13D831ec7';
const XRP = 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh';
const X_ADDRESS = 'XVLhHMPHU98es4dbozjVtdWzVrDjtVoYiC9UvKfjKar4LJe';

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
  route('XRP', 'XRP Ledger'),
  route('USDT', 'Ethereum'),
  route('USDT', 'Avalanche C-Chain'),
];
const blank: CryptoForm = { label: 'Mine', currency_id: '', network: '', address: '', tag: '' };
const read = (text: string, typed: Partial<CryptoForm> = {}, offered = assetCodes) =>
  readPasted(text, { ...blank, ...typed }, routes, offered);
const filled = (currency_id: string, network: string, address: string, tag = '') => ({
  kind: 'filled',
  change: { currency_id, network, address, tag },
});

test('HARD-28 a pasted link fills in asset, network, address and tag', () => {
  expect(read(` bitcoin:${BTC}?amount=0.1 `)).toEqual(filled('BTC', 'Bitcoin', BTC));
  expect(read(`ethereum:${ETH}@1`)).toEqual(filled('ETH', 'Ethereum', ETH));
  expect(read(`xrpl:${XRP}?dt=42`)).toEqual(filled('XRP', 'XRP Ledger', XRP, '42'));
  const token = read(`ethereum:${USDT}@1/transfer?address=${ETH}`);
  expect(token).toEqual(filled('USDT', 'Ethereum', ETH));
  // It says another asset than the one that was chosen.
  const chosen = { currency_id: 'ETH', network: 'Ethereum' };
  expect(read(`bitcoin:${BTC}`, chosen)).toEqual(filled('BTC', 'Bitcoin', BTC));
});

test('HARD-28 a pasted address fills in what only it can mean', () => {
  expect(read(BTC)).toEqual(filled('BTC', 'Bitcoin', BTC));
  expect(read(X_ADDRESS)).toEqual(filled('XRP', 'XRP Ledger', X_ADDRESS));
  // Ether, or a token on one of two networks: that is for the customer to say.
  expect(read(ETH)).toEqual(filled('', '', ETH));
  expect(read(ETH, { currency_id: 'USDT' })).toEqual(filled('USDT', '', ETH));
  const chosen = { currency_id: 'USDT', network: 'Avalanche C-Chain' };
  expect(read(ETH, chosen)).toEqual(filled('USDT', 'Avalanche C-Chain', ETH));
  expect(read('no address at all')).toEqual(filled('', '', 'noaddressatall'));
});

test('HARD-28 a tag stays with its recipient', () => {
  const before = { currency_id: 'XRP', network: 'XRP Ledger', tag: '7' };
  expect(read(XRP, before)).toEqual(filled('XRP', 'XRP Ledger', XRP, '7'));
  expect(read(XRP, { ...before, address: X_ADDRESS })).toEqual(filled('XRP', 'XRP Ledger', XRP));
});

test('HARD-28 a link that names what cannot be saved here fills in nothing', () => {
  const refused = (text: unknown) => ({ kind: 'refused', text });
  // Its address is good on Bitcoin, but it is not bitcoin that it means.
  expect(read('litecoin:3P14159f73E4gFr7JterCCQh9QjiTjiZrG')).toEqual(refused(FOREIGN_LINK));
  expect(read(`ethereum:${ETH}@137`)).toEqual(refused(FOREIGN_LINK));
  expect(read(`bitcoin:${BTC}?req-ticket=1`)).toEqual(refused(FOREIGN_LINK));
  expect(read(`usdt:${ETH}`, {}, ['BTC'])).toEqual(refused(expect.stringContaining('USDT')));
  expect(read(`solana:${ETH}@1`)).toEqual(filled('SOL', '', `${ETH}@1`));
});
