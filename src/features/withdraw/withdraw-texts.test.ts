import { expect, test } from 'vitest';
import { newnessText } from './withdraw-texts.ts';

test('BEY-14 why an address counts as new is said as it is', () => {
  expect(newnessText({ known: 'new' }, '7')).toBe('You have never sent to this address.');
  expect(newnessText({ known: 'new', otherTag: true }, '7')).toContain('with this tag');
  expect(newnessText({ known: 'new', otherTag: true }, '')).toContain('without a tag');
  // Never “never sent to”: of an entry that is too young that is not what counts.
  expect(newnessText({ known: 'new', label: 'Vault', otherTag: true }, '7')).toBe(
    '“Vault” has been in your address book for less than a day.',
  );
});
