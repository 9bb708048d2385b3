import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { endpoints } from '#core/contract/endpoints.ts';
import { apiText } from '#scripts/api-docs.ts';

const file = join(resolve(import.meta.dirname, '..', '..'), 'docs', 'api.md');

test('docs/api.md is what npm run docs:api makes of the contract', () => {
  expect(readFileSync(file, 'utf8')).toBe(apiText());
  for (const { path } of Object.values(endpoints)) expect(apiText()).toContain(path);
});
