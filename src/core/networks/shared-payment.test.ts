import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkAddress } from './address/check-address.ts';
import { LONGEST_SHARED, OWN_SCHEME, readShared } from './shared-payment.ts';

const BTC = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu';
const OTHER = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const ETH = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const XRP = 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh';

test('LIVE-04 a link, an address, and either within a sentence are read', () => {
  const link = `bitcoin:${BTC}?amount=0.1`;
  for (const text of [link, `  ${link}\n`, `Pay me here: ${link}.`, `(“${link}”) <${link}>`]) {
    expect(readShared(text.replaceAll('“', '"').replaceAll('”', '"'))).toMatchObject({
      kind: 'payment',
      text: link,
      request: { address: BTC, amount: '0.1', asset: 'BTC' },
      networks: ['Bitcoin'],
    });
  }
  expect(readShared(`send it to ${BTC}, please`)).toMatchObject({ kind: 'payment', text: BTC });
  expect(readShared(ETH)).toMatchObject({
    kind: 'payment',
    networks: ['Ethereum', 'Avalanche C-Chain'],
  });
  expect(readShared(`ethereum:${ETH}@43114?value=1e18`)).toMatchObject({
    kind: 'payment',
    request: { asset: 'AVAX', amount: '1' },
    networks: ['Avalanche C-Chain'],
  });
  expect(readShared(`xrpl:${XRP}?dt=7`)).toMatchObject({ request: { tag: '7' } });
});

test('LIVE-04 a link behind our own scheme is read, encoded or not', () => {
  for (const inner of [`solana:${'1'.repeat(32)}?amount=2`, `xrpl:${XRP}?amount=5`]) {
    const plain = readShared(inner);
    expect(readShared(`${OWN_SCHEME}:${inner}`)).toEqual(plain);
    expect(readShared(`${OWN_SCHEME}://${encodeURIComponent(inner)}`)).toEqual(plain);
  }
  expect(readShared(`${OWN_SCHEME}:%E0%A4%A`)).toEqual({ kind: 'nothing' });
});

test('LIVE-04 what is no payment, two recipients, and what asks for something else are told apart', () => {
  for (const text of ['', 'hello', 'https://example.org/?address=1', `bitcoin`, '%s']) {
    expect(readShared(text)).toEqual({ kind: 'nothing' });
  }
  expect(readShared(`${BTC} or ${OTHER}`)).toEqual({ kind: 'several' });
  expect(readShared(`${BTC} is ${BTC}`)).toMatchObject({ kind: 'payment' });
  for (const text of [
    `bitcoin:${BTC}?req-lightning=1`,
    `bitcoin:${BTC.slice(0, -1)}x`,
    `ethereum:${ETH}@56`,
  ]) {
    expect(readShared(text)).toEqual({ kind: 'foreign' });
  }
});

test('LIVE-04 whatever is shared, reading it ends, and a payment’s address is one of its networks', () => {
  const anything = fc.string({ maxLength: 2 * LONGEST_SHARED, unit: 'binary' });
  const address = fc.constantFrom(BTC, OTHER, ETH, XRP, BTC.slice(1), 'x');
  const link = fc
    .tuple(fc.constantFrom('bitcoin', 'ethereum', 'xrpl', 'solana', 'mailto'), address, anything)
    .map(([scheme, to, rest]) => `${scheme}:${to}?${rest}`);
  let payments = 0;
  fc.assert(
    fc.property(fc.oneof(anything, link, address), (text) => {
      const read = readShared(text);
      expect(['payment', 'nothing', 'several', 'foreign']).toContain(read.kind);
      if (read.kind !== 'payment') return;
      payments += 1;
      expect(read.networks).not.toEqual([]);
      for (const network of read.networks) {
        expect(checkAddress(network, read.request.address).kind).toBe('valid');
      }
    }),
  );
  expect(payments).toBeGreaterThan(0);
});
