import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '#tests/support/server-process.ts';

/** A call of `fetch` with its arguments on one line or several. */
const CALL = /(inTime\()?(?<![.\w])fetch\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)/g;

test('HARD-71 every request of app and worker has a deadline, or a signal that ends it', () => {
  const waiting: string[] = [];
  let calls = 0;
  for (const file of globSync('{src,sw}/**/*.{ts,tsx}', { cwd: root })) {
    if (/\.(test|fixture)\.tsx?$/.test(file)) continue;
    const code = readFileSync(join(root, file), 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
    for (const [call, within] of code.matchAll(CALL)) {
      calls += 1;
      if (!within && !call.includes('signal')) waiting.push(`${file}: ${call}`);
    }
  }
  expect(calls).toBeGreaterThan(5);
  // `answerServerFirst` races its request against the shell's patience in the next line.
  expect(waiting).toEqual(['sw/pages.ts: fetch(request)']);
});
