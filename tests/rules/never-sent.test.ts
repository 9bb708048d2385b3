import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { emailEvents, neverSent } from '#core/people/notifications.ts';

const root = resolve(import.meta.dirname, '..', '..');

test('EASE-11 the e-mail events listed as never sent are exactly those that no service sends', () => {
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
