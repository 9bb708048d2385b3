import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '#tests/support/server-process.ts';

/** What copies without a button of its own: the confirmation is that of the button that calls it. */
const copiesForOthers = ['src/features/receive/hand-over.ts'];

const filesWith = (part: RegExp): readonly string[] =>
  globSync('src/**/*.{ts,tsx}', { cwd: root }).filter(
    (file) => !file.includes('.test.') && part.test(readFileSync(join(root, file), 'utf8')),
  );

test('SPEC-11 every button that copies says for two seconds that it did', () => {
  const copying = filesWith(/clipboard\.writeText\(/).filter(
    (file) => !copiesForOthers.includes(file),
  );
  const showing = filesWith(/name=(?:"copy"|\{[^}]*'copy'\})/);
  expect(copying).not.toEqual([]);
  expect(showing).toEqual(expect.arrayContaining([...copying]));
  const confirming = filesWith(/= useCopied\(\)/);
  expect([...copying, ...showing].filter((file) => !confirming.includes(file))).toEqual([]);
});
