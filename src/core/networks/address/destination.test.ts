import { expect, test } from 'vitest';
import { destinationOf, sameDestination, writtenForms } from './destination.ts';

const XRP = 'XRP Ledger';
/** An example of XLS-5d, with the tag 32 and without an X. */
const X_32 = 'XVLhHMPHU98es4dbozjVtdWzVrDjtVoYiC9UvKfjKar4LJe';
const CLASSIC = 'rGWrZyQqhTp9Xu7G5Pkayo7bXjH4k4QYpf';

test('BEY-14 an X-address is its classic address with its tag, whatever is said beside it', () => {
  expect(destinationOf(XRP, X_32, '')).toEqual({ address: CLASSIC, tag: '32' });
  expect(destinationOf(XRP, X_32, '7')).toEqual(destinationOf(XRP, CLASSIC, '32'));
});

test('BEY-14 another tag is another destination, and a text that is no address stays itself', () => {
  const [one, two] = ['1', '2'].map((tag) => destinationOf(XRP, CLASSIC, tag));
  if (!one || !two) throw new Error('nothing was read');
  expect(sameDestination(one, two)).toBe(false);
  expect(sameDestination(one, { ...one })).toBe(true);
  expect(destinationOf('Ethereum', X_32, '')).toEqual({ address: X_32, tag: '' });
});

test('HARD-91 however an address is written, its destination has one form, and a list is asked for each', () => {
  const evm = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
  const segwit = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu';
  const groups = [
    ['Ethereum', [evm, evm.toLowerCase()]],
    ['Bitcoin', [segwit, segwit.toUpperCase()]],
    [XRP, [CLASSIC, X_32]],
  ] as const;
  for (const [network, written] of groups) {
    const forms = written.map((address) => destinationOf(network, address, '32'));
    expect(new Set(forms.map(({ address }) => address)).size, network).toBe(1);
    const [first] = forms;
    expect(destinationOf(network, first?.address ?? '', '32'), 'the form of a form').toEqual(first);
    // Whichever way it is listed that its owner would write, it is found.
    for (const address of written) expect(writtenForms(network, address)).toContain(address);
    for (const address of written) expect(writtenForms(network, address)).toContain(first?.address);
  }
  expect(writtenForms('Ethereum', evm.toLowerCase())).toContain(evm);
  // Where case is part of the address, nothing is folded.
  expect(writtenForms('Bitcoin', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2')).toHaveLength(1);
});
