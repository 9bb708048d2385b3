import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '..', '..');
const files = globSync(['src/**/*.{ts,tsx}', 'server/adapters/mail/texts.ts'], { cwd: root })
  .filter((path) => !/\.(test|fixture)\.tsx?$/.test(path))
  .map((path) => readFileSync(resolve(root, path), 'utf8'));

/** Texts that the specification prescribes in these words, and the name of the company. */
const given: readonly string[] = [
  'AML/CFT',
  'Failed to send OTP',
  'Failed to send the OTP. Please try again.',
  'Failed to update KYC status. Please try again.',
  'KYC Approved!',
  'KYC Rejected',
  'OTP sent to your email',
  'UAB Kopa Digital Assets',
];

/** The texts in code: between quotes, and between the tags of a view. */
const textsIn = (code: string): readonly string[] =>
  [...code.matchAll(/'([^'\n]*)'|"([^"\n]*)"|>([^<>{};=()]*)</g)].map(([, one, two, three]) =>
    (one ?? two ?? three ?? '').trim(),
  );

test('EASE-13 no text but the prescribed ones has an unexplained abbreviation', () => {
  const unexplained = files
    .flatMap(textsIn)
    .filter((text) => /\b(OTP|KYC|UAB|AML|CFT)\b/.test(text) && / |\//.test(text))
    .filter((text) => !given.some((one) => text.startsWith(one)));
  expect(unexplained).toEqual([]);
});

test('EASE-13 a status code is shown only in brackets after a sentence', () => {
  const texts = files.flatMap((code) => [...code.matchAll(/`([^`]*status code[^`]*)`/g)]);
  expect(texts.map(([, text]) => text)).toEqual([
    // biome-ignore lint/suspicious/noTemplateCurlyInString: this is the text as it is in the source
    '${fallback || UNREAD} (Request failed with status code ${failure.status}.)',
  ]);
});
