import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '..', '..');

/** The fields of the page for a text, as they are written. */
const fieldsOf = (file: string): readonly string[] =>
  readFileSync(join(root, file), 'utf8').match(/<TextField\n[\s\S]*?\n\s*\/>/g) ?? [];

/** A code that the customer makes up, and what is no code. */
const OTHER = /label="Your code"|type="email"/;

test('BEY-21 every field for a code that was sent, or that an app shows, is filled in by the device', () => {
  const fields = globSync('src/**/*.tsx', { cwd: root }).flatMap(fieldsOf);
  const codes = fields.filter((field) =>
    /\blabel=("[^"]*\b[Cc]ode\b|\{(?:code|label)\})/.test(field),
  );
  const asked = codes.filter((field) => !OTHER.test(field));
  expect(asked.length).toBeGreaterThan(8);
  expect(asked.filter((field) => !field.includes('autoComplete="one-time-code"'))).toEqual([]);
});
