import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { emailEvents, neverSent } from '#core/domain/notifications.ts';

const root = resolve(import.meta.dirname, '..', '..');

test('EASE-11 what is said to never happen here is what no service tells of', () => {
  const told = new Set(
    globSync('server/services/**/*.ts', { cwd: root }).flatMap((path) =>
      [...readFileSync(resolve(root, path), 'utf8').matchAll(/\bevent: '(\w+)'/g)].map(
        ([, event]) => event,
      ),
    ),
  );
  expect(told.size).toBeGreaterThan(0);
  expect(emailEvents.filter((event) => !told.has(event))).toEqual(neverSent);
});
