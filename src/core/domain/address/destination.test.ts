import { expect, test } from 'vitest';
import { destinationOf, sameDestination } from './destination.ts';

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
