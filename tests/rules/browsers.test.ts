import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

/**
 * APIs that are newer than Safari 16.4 and Chromium 111, the oldest browsers that the build supports. TypeScript does
 * not notice them: its `lib` has versions of the language, but only the newest DOM. A use with `?.` is allowed, because
 * it asks first whether the API exists.
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

/** The uses of these APIs in a text. */
const usedIn = (text: string): readonly string[] =>
  newer.flatMap((pattern) => pattern.exec(text)?.[0] ?? []);

test('page and worker use no API that the oldest supported browsers lack', () => {
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
])('the use of a newer API is found: %s', (text) => {
  expect(usedIn(text)).toHaveLength(1);
});
