import fc from 'fast-check';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { MOST_SEALED, notesKey } from '#core/contract/wallet/notes.ts';
import { newKey, type OpenKey, opener, openKey, sealKey, sealText } from './notes-seal.ts';

const openText = async (userId: string, key: OpenKey, entryId: string, sealed: string) =>
  (await opener(userId, key))(entryId, sealed);

test('EASE-16 a note opens to itself for its customer, its transaction and its key, and nowhere else', async () => {
  const key = newKey();
  const text = fc
    .string({ unit: 'grapheme', maxLength: 600 })
    .map((one) => one.replaceAll('\0', ''));
  await fc.assert(
    fc.asyncProperty(text, fc.uuid(), async (note, entry) => {
      const sealed = await sealText('anna', key, entry, note);
      expect(await openText('anna', key, entry, sealed)).toBe(note);
      expect(await openText('ben', key, entry, sealed)).toBeUndefined();
      expect(await openText('anna', key, `${entry}-1`, sealed)).toBeUndefined();
      expect(await openText('anna', newKey(), entry, sealed)).toBeUndefined();
      expect(await openText('anna', key, entry, `${sealed.slice(4)}AAAA`)).toBeUndefined();
    }),
    { numRuns: 40 },
  );
  expect(await openText('anna', key, 'entry', 'not base64')).toBeUndefined();
});

test('EASE-16 10,000 characters of any kind fit, and a short note does not tell its length', async () => {
  const key = newKey();
  for (const one of ['x', 'é', '語', '<b>']) {
    const sealed = await sealText('anna', key, 'e', one.repeat(10_000).slice(0, 10_000));
    expect(sealed.length).toBeLessThanOrEqual(MOST_SEALED);
  }
  const lengths = await Promise.all(
    ['', 'a', 'a'.repeat(200)].map(async (note) => (await sealText('anna', key, 'e', note)).length),
  );
  expect(new Set(lengths).size).toBe(1);
});

test('EASE-16 the key opens with the password it was sealed under and with no other', async () => {
  const key = newKey();
  const sealed = await sealKey('anna', key, 'Correct-1-horse');
  expect(v.is(notesKey, sealed)).toBe(true);
  expect(await openKey('anna', sealed, 'Correct-1-horse')).toEqual(key);
  expect(await openKey('anna', sealed, 'Correct-1-horsE')).toBeUndefined();
  expect(await openKey('ben', sealed, 'Correct-1-horse')).toBeUndefined();
  // The same password twice gives nothing to compare.
  expect((await sealKey('anna', key, 'Correct-1-horse')).wrapped).not.toBe(sealed.wrapped);
});
