import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

/**
 * What browsers brought after Safari 16.4 and Chromium 111, the oldest that the build is for, and
 * TypeScript takes for granted: its `lib` tells the years of the language apart, but not the DOM's.
 * What may be missing anyway is asked for first, with `?.`.
 */
const newer = [
  /\bURL\.(can)?[pP]arse\(/,
  /\bAbortSignal\.any\(/,
  /\.checkVisibility\(/,
  /\.startViewTransition\(/,
  /\.(show|hide|toggle)Popover\(/,
  /\.requestClose\(/,
  /\.moveBefore\(/,
  /\.(setHTMLUnsafe|getHTML)\(/,
  /\.getSetCookie\(/,
  /\.bytes\(\)/,
  /\bReadableStream\.from\(/,
  /\bnew (CloseWatcher|URLPattern|Highlight)\(/,
  /\bnavigation\.(navigate|addEventListener)\(/,
  /\bPublicKeyCredential\.(parse\w+|signal\w+|getClientCapabilities)\(/,
  /\bscheduler\.(postTask|yield)\(/,
  /\bIntl\.DurationFormat\b/,
];

const root = resolve(import.meta.dirname, '..', '..');

/** Which of them a text uses. */
const usedIn = (text: string): readonly string[] =>
  newer.flatMap((pattern) => pattern.exec(text)?.[0] ?? []);

test('page and worker use nothing that the oldest browsers do not have', () => {
  const files = globSync('{src,sw}/**/*.{ts,tsx}', { cwd: root }).filter(
    (file) => !/\.test\.tsx?$/.test(file),
  );
  expect(files.length).toBeGreaterThan(400);
  const found = files.flatMap((file) =>
    usedIn(readFileSync(join(root, file), 'utf8')).map((name) => `${file}: ${name}`),
  );
  expect(found).toEqual([]);
});

test.each([
  'const url = URL.parse(text, origin);',
  'if (URL.canParse(text)) open(text);',
  'AbortSignal.any([leaving, timeout])',
])('it is found: %s', (text) => {
  expect(usedIn(text)).toHaveLength(1);
});
