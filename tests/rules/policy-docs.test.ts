import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { policyText } from '#scripts/policy-docs.ts';
import { numbers, sharedNumbers } from '#server/policy-described.ts';
import { root } from '#tests/support/server-process.ts';

test('docs/policy.md is what npm run docs:policy makes of the numbers', () => {
  expect(readFileSync(join(root, 'docs', 'policy.md'), 'utf8')).toBe(policyText());
});

test('a number that names a requirement names one that exists', () => {
  const known = readFileSync(join(root, 'docs', 'requirements.md'), 'utf8');
  const named = [...Object.values(numbers), ...sharedNumbers]
    .map(({ by }) => by)
    .filter((by) => !by.startsWith('['));
  expect(named.filter((by) => !known.includes(`**${by}**`))).toEqual([]);
});
