import { expect, test } from 'vitest';
import { isPaymentUri, readPaymentUri } from './payment-uri.ts';

const ETH = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
const BTC = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu';

const SOL = '7v91N7iZ9mNicL8WfG6cgSCKyRXydQjLh6UYBWwm6y1Q';
const XRP = 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh';
const USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const USDT = '0xdAC17F958D2ee523a2206206994597C13D831ec7';

const nothing = { amount: '', asset: undefined, network: undefined, tag: '' };

test.each([
  [BTC, { address: BTC }],
  [`bitcoin:${BTC}?amount=0.25&label=x`, { address: BTC, amount: '0.25', asset: 'BTC' }],
  [`BITCOIN:${BTC.toUpperCase()}`, { address: BTC.toUpperCase(), asset: 'BTC' }],
  [
    `ethereum:${ETH}@1?value=2.014e18`,
    { address: ETH, amount: '2.014', asset: 'ETH', network: 'Ethereum' },
  ],
  [`ethereum:pay-${ETH}?value=1500000000000000`, { address: ETH, amount: '0.0015', asset: 'ETH' }],
  [
    `ethereum:${ETH}@43114?value=1e18`,
    { address: ETH, amount: '1', asset: 'AVAX', network: 'Avalanche C-Chain' },
  ],
  // Of a chain that we have no network of, the amount is no money of ours.
  [`ethereum:${ETH}@137?value=1e18`, { address: ETH, amount: '1', network: 'chain 137' }],
  [
    `ethereum:${USDT}@1/transfer?address=${ETH}&uint256=1e6`,
    { address: ETH, amount: '1', asset: 'USDT', network: 'Ethereum' },
  ],
  [`solana:${SOL}?amount=50`, { address: SOL, amount: '50', asset: 'SOL' }],
  [`solana:${SOL}?amount=50&spl-token=${USDC}`, { address: SOL, amount: '50', asset: 'USDC' }],
  [`solana:${SOL}?amount=50&spl-token=${SOL}`, { address: SOL, amount: '50' }],
  [`xrpl:${XRP}?amount=10&dt=7`, { address: XRP, amount: '10', asset: 'XRP', tag: '7' }],
  // What our own deposit page draws.
  [`btc:${BTC}`, { address: BTC, asset: 'BTC' }],
  [`usdc:${SOL}`, { address: SOL, asset: 'USDC' }],
  [`bitcoin:${BTC}?amount=0%2E5`, { address: BTC, amount: '0.5', asset: 'BTC' }],
  [`bitcoin:${BTC}?amount=.5`, { address: BTC, amount: '0.5', asset: 'BTC' }],
  [`bitcoin:${BTC}?amount=0.5&amount=0.5`, { address: BTC, amount: '0.5', asset: 'BTC' }],
  [`${XRP}?dt=33722`, { address: XRP, asset: 'XRP', tag: '33722' }],
  [`dogecoin:${BTC}?amount=1`, { address: BTC, amount: '1' }],
])('D22 reads %s', (text, request) => {
  expect(readPaymentUri(text)).toEqual({ ...nothing, ...request });
});

test.each([
  // A transfer that does not say to whom: what is left is the token's contract.
  `ethereum:${USDT}@1/transfer?uint256=1e6`,
  `ethereum:${USDT}@1/approve?address=${ETH}&uint256=1e6`,
  `bitcoin:${BTC}?amount=0.1&req-somethingyoudontunderstand=50`,
])('D22 follows no link that asks for something else: %s', (text) => {
  expect(readPaymentUri(text)).toBeUndefined();
});

test('a payment link of a coin we know is told from an address and from any other link', () => {
  for (const link of [`bitcoin:${BTC}`, `BITCOIN:${BTC}`, `xrpl:${XRP}?dt=42`, `ethereum:${ETH}`]) {
    expect(isPaymentUri(link)).toBe(true);
  }
  for (const text of [BTC, XRP, '', 'https://kopa.test', 'constructor:x', 'bitcoin']) {
    expect(isPaymentUri(text)).toBe(false);
  }
});

test.each([
  // An amount that cannot be read, or that the asset cannot express
  `bitcoin:${BTC}?amount=1e5`,
  `bitcoin:${BTC}?amount=-1`,
  `bitcoin:${BTC}?amount=0,01`,
  `bitcoin:${BTC}?amount=0.0000000001`,
  `ethereum:${ETH}?value=1.5e0`,
  `ethereum:${USDT}@1/transfer?address=${ETH}&uint256=1.5`,
  // Two answers to one question
  `bitcoin:${BTC}?amount=0.01&amount=5`,
  `bitcoin:${BTC}?amount=0.01&%61mount=5`,
  `xrpl:${XRP}?dt=7&tag=8`,
  // What nothing here can carry
  `solana:${SOL}?amount=1&memo=OrderId42`,
  `solana:${SOL}?amount=1&spl-token=${USDC}&reference=${SOL}`,
  `xrpl:${XRP}?amount=1&memo=7`,
  `xrpl:${XRP}?amount=1&InvoiceID=7`,
  `ethereum:${ETH}?value=1e18&data=0x00`,
  `bitcoin:${BTC}?%72eq-pop=1`,
  `bitcoin:?bc=${BTC}`,
])('HARD-60 nothing of a link is used that cannot be followed whole: %s', (text) => {
  expect(readPaymentUri(text)).toBeUndefined();
});

test('HARD-61 a link longer than any is refused unread', () => {
  for (const part of ['&', '?', '%', '=', 'bitcoin:', 'amount=1&']) {
    expect(readPaymentUri(`bitcoin:${BTC}?${part.repeat(10_000 / part.length)}`)).toBeUndefined();
  }
});
