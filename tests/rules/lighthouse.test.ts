import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { commands } from '#scripts/lib/commands.mjs';
import { lighthouseCounts } from '#scripts/lib/counts.mjs';
import { demo } from '#tests/support/accounts.ts';

const root = join(import.meta.dirname, '..', '..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

interface Entry {
  readonly matchingUrlPattern: string;
  readonly assertions: Readonly<Record<string, readonly [string, { readonly minScore: number }]>>;
}

test('PWA-07 Lighthouse CI audits the start, a legal page, the wallet, the swap and the history, with these thresholds', () => {
  const { ci } = JSON.parse(read('lighthouserc.json'));
  expect(ci.collect.url.map((url: string) => new URL(url).pathname)).toEqual([
    '/',
    '/privacy-policy',
    '/wallet',
    '/swap',
    '/transactions',
  ]);
  const scores = (path: string) => {
    const entry = ci.assert.assertMatrix.find(({ matchingUrlPattern }: Entry) =>
      new RegExp(matchingUrlPattern).test(`http://localhost:1234${path}`),
    ) as Entry;
    return Object.fromEntries(
      Object.entries(entry.assertions).map(([name, [level, { minScore }]]) => [
        name.replace('categories:', ''),
        level === 'error' ? minScore : undefined,
      ]),
    );
  };
  const open = { performance: 0.95, accessibility: 1, 'best-practices': 1, seo: 1 };
  expect(scores('/')).toEqual(open);
  expect(scores('/privacy-policy')).toEqual(open);
  const { seo: _private, ...signedIn } = open;
  for (const path of ['/wallet', '/swap', '/transactions']) {
    expect(scores(path)).toEqual(signedIn);
  }
});

/** The function by which `lhci assert` compares results with thresholds. */
const { getAllAssertionResults } = createRequire(
  createRequire(import.meta.url).resolve('@lhci/cli/package.json'),
)('@lhci/utils/src/assertions.js') as {
  getAllAssertionResults(
    options: object,
    results: readonly object[],
  ): readonly { readonly passed: boolean; readonly level: string; readonly url: string }[];
};

test('PWA-07 Lighthouse CI takes the thresholds from lighthouserc.json and fails if one is missed', () => {
  const { ci } = JSON.parse(read('lighthouserc.json'));
  const good = { performance: 0.95, accessibility: 1, 'best-practices': 1, seo: 1 };
  /** The pages that fail if the page at `where` has these scores instead of good ones. */
  const failing = (where: string, worse: Readonly<Record<string, number>>) => {
    const results = ['/', '/privacy-policy', '/wallet'].map((path) => {
      const url = `http://localhost:1234${path}`;
      const scores = { ...good, ...(path === where && worse) };
      const categories = Object.fromEntries(
        Object.entries(scores).map(([id, score]) => [id, { id, score }]),
      );
      return { requestedUrl: url, finalUrl: url, audits: {}, categories };
    });
    return getAllAssertionResults(ci.assert, results)
      .filter(({ passed, level }) => !passed && level === 'error')
      .map(({ url }) => new URL(url).pathname);
  };
  expect(failing('/', {})).toEqual([]);
  expect(failing('/wallet', { performance: 0.94 })).toEqual(['/wallet']);
  expect(failing('/privacy-policy', { accessibility: 0.99 })).toEqual(['/privacy-policy']);
  expect(failing('/', { seo: 0.99 })).toEqual(['/']);
});

test('PWA-07 the whole test command runs Lighthouse CI with lighthouserc.json, and fails if it fails', () => {
  const command = read('scripts/test.mjs');
  expect(command).toMatch(/^ {2}await alone\('Lighthouse', /m);
  expect(command).toMatch(/^ {2}const code = await run\('npm', \['run', 'lighthouse'\]/m);
  expect(lighthouseCounts(join(root, 'no such results'), 1)).toMatchObject({ failed: 1 });
  const script = read('scripts/lighthouse.ts');
  expect(script).toMatch(
    /^const rc = JSON\.parse\(readFileSync\(join\(root, 'lighthouserc\.json'\)/m,
  );
  // The script takes only the addresses and the server out of the file, to give them another port. Thresholds stay.
  expect(script.match(/delete rc\.\S+/g)).toEqual([
    'delete rc.ci.collect.url;',
    'delete rc.ci.collect.startServerCommand;',
  ]);
  expect(JSON.parse(read('package.json')).scripts.lighthouse).toBe('node scripts/lighthouse.ts');
  expect(script).not.toMatch(/rc\.ci\.assert/);
  expect(script).toMatch(/^ {2}const collected = lhci\('collect'/m);
  expect(script).toMatch(/^ {2}return collected === 0 && lhci\('assert'\) === 0;/m);
  expect(script).toMatch(/^ {2}process\.exitCode = passed \? 0 : 1;/m);
});

test('HARD-77 `npx lhci autorun` finds all it needs in lighthouserc.json: the server, its readiness and the demo customer', () => {
  const { collect } = JSON.parse(read('lighthouserc.json')).ci;
  expect(collect.startServerCommand).toBe('npm start');
  // What `npm start` prints once it serves, in the words that the whole test command waits for, too.
  const start = commands.find(({ name }) => name === 'npm start');
  expect(start?.says).toMatch(new RegExp(collect.startServerReadyPattern));
  for (const url of collect.url) expect(new URL(url).host).toBe('localhost:8080');
  const signIn = read(collect.puppeteerScript);
  expect(signIn).toContain(`DEMO_EMAIL = '${demo.customer.email}'`);
  expect(signIn).toContain(`DEMO_PASSWORD = '${demo.customer.password}'`);
});

test('HARD-77 whatever needs a browser finds or installs one as the test command does', () => {
  const scripts = globSync('scripts/**/*.{ts,mjs}', { cwd: root }).filter(
    (file) =>
      !file.startsWith(join('scripts', 'lib')) && /find(Browser|HeadlessShell)/.test(read(file)),
  );
  for (const file of scripts)
    expect([file, read(file)]).toEqual([file, expect.stringMatching(/await getBrowser\(\)/)]);
  expect(scripts.length).toBeGreaterThan(0);
});

test('SPEC-13 a build machine runs `npm test`, then Lighthouse', () => {
  expect(read('.ci/run')).toMatch(/^npm test\nnpm run lighthouse$/m);
});
