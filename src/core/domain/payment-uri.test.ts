import { expect, test } from 'vitest';
import { readPaymentUri } from './payment-uri.ts';

const ETH = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
const BTC = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu';

test.each([
  [BTC, { address: BTC, amount: '', tag: '' }],
  [`bitcoin:${BTC}?amount=0.25&label=x`, { address: BTC, amount: '0.25', tag: '' }],
  [`BITCOIN:${BTC.toUpperCase()}`, { address: BTC.toUpperCase(), amount: '', tag: '' }],
  [`ethereum:${ETH}@1?value=2.014e18`, { address: ETH, amount: '2.014', tag: '' }],
  [`ethereum:pay-${ETH}?value=1500000000000000`, { address: ETH, amount: '0.0015', tag: '' }],
  [
    `ethereum:0xdAC17F958D2ee523a2206206994597C13D831ec7@1/transfer?address=${ETH}&uint256=1e6`,
    { address: ETH, amount: '', tag: '' },
  ],
  [
    'xrpl:rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh?amount=10&dt=7',
    { address: 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh', amount: '10', tag: '7' },
  ],
  // What our own deposit page draws (001 §9).
  [`btc:${BTC}`, { address: BTC, amount: '', tag: '' }],
  [`bitcoin:${BTC}?amount=1e5`, { address: BTC, amount: '', tag: '' }],
  [`bitcoin:${BTC}?amount=-1`, { address: BTC, amount: '', tag: '' }],
  [`ethereum:${ETH}?value=1.5e0`, { address: ETH, amount: '', tag: '' }],
])('D22 reads %s', (text, request) => {
  expect(readPaymentUri(text)).toEqual(request);
});
