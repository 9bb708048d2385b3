import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '..', '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

const design = read('docs/design.md');
const tokens = read('src/ui/kit/tokens.css').replace(/\/\*[\s\S]*?\*\//g, '');

/** Every token with its values, light and dark where they differ, as docs/design.md writes them. */
const values = new Map<string, string>();
for (const [, token = '', value = ''] of tokens.matchAll(/(--[\w-]+):\s*([^;]+);/g)) {
  const themed =
    /^var\(--light,\s*([^)]+(?:\([^)]*\))?)\)\s*var\(--dark,\s*([^)]+(?:\([^)]*\))?)\)$/.exec(
      value.trim(),
    );
  const text = themed ? `${themed[1]} / ${themed[2]}` : value.trim();
  if (!values.has(token)) values.set(token, text.replace(/\s+/g, ' '));
}

const written = [...design.matchAll(/^\| `(--[\w-]+)` \| `([^`]+)` \|/gm)];

test('docs/design.md gives every token the value that it has in src/ui/kit/tokens.css', () => {
  expect(written.length).toBeGreaterThan(40);
  const stale = written.flatMap(([, token = '', value = '']) =>
    values.get(token) === value ? [] : [`${token}: ${value}, in fact ${values.get(token)}`],
  );
  expect(stale).toEqual([]);
});

test('every colour, size and time of src/ui/kit/tokens.css is in docs/design.md', () => {
  const listed = new Set(written.map(([, token]) => token));
  const needed = [...values.keys()].filter(
    (token) =>
      !/^--(?:light|dark|shadow-\d|font(?:-mono)?|gutter|z-.*|dune|border|border-mid|text-subtle)$/.test(
        token,
      ),
  );
  expect(needed.filter((token) => !listed.has(token))).toEqual([]);
});
