import { afterEach, expect, test } from 'vitest';
import { Provider } from '#tests/support/provider.ts';
import { httpTransfers } from './http-transfers.ts';

let provider: Provider | undefined;
afterEach(() => provider?.stop());

const ours = { reference: 'w-1', currency: 'ETH', amount: '0.5' };

/** What the list says when its page has these entries. */
async function listed(...transfers: readonly unknown[]) {
  provider = new Provider(() => JSON.stringify({ transfers, next: 'c' }));
  return httpTransfers({ baseUrl: await provider.start(), token: 't' }).list?.('');
}

test.each([
  ['no reference', { id: 'gas-1', amount: '0.01' }, 'gas-1'],
  ['an empty one', { id: 'gas-1', reference: '' }, 'gas-1'],
  ['null', { id: 'gas-1', reference: null }, 'gas-1'],
  ['words', { id: 'gas-1', reference: 'moved to cold storage' }, 'gas-1'],
  ['no id but a hash', { hash: '0xabc' }, '0xabc'],
])(
  'READ-18 a transfer with %s goes aside by the custodian’s name of it, and the others are read',
  async (_, entry, name) => {
    expect(await listed(entry, ours)).toEqual({
      ...{ references: ['w-1'], sent: [ours], strange: [name], cursor: 'c', more: false },
    });
  },
);

test('READ-18 one that nothing names has the same name each time', async () => {
  const first = await listed({ amount: '1', currency: 'BTC' });
  await provider?.stop();
  expect(first?.strange).toHaveLength(1);
  expect((await listed({ amount: '1', currency: 'BTC' }))?.strange).toEqual(first?.strange);
  await provider?.stop();
  expect((await listed({ amount: '2', currency: 'BTC' }))?.strange).not.toEqual(first?.strange);
});

test('READ-18 one of ours whose amount makes no sense leaves the list without an answer', async () => {
  expect(await listed({ ...ours, amount: 0.5 })).toBeUndefined();
  await provider?.stop();
  expect(await listed('no entry')).toBeUndefined();
});
