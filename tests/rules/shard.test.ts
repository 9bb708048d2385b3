import { expect, test } from 'vitest';
import { changedSince, reachesJourneys } from '#scripts/lib/changed.mjs';
import { readOptions, shardOptions, takes, undivided } from '#scripts/lib/shard.mjs';

/** The arguments of `scripts/test.mjs` in `npm test` and in `npm run test:whole`. */
const RUNS = [
  { run: 'npm test', args: [] },
  { run: 'npm run test:whole', args: ['--whole'] },
] as const;

test.each(RUNS)(
  '$run divided: exactly one part does each undivided step, whatever the number of parts',
  ({ args }) => {
    for (const count of [1, 2, 3, 4, 7]) {
      const parts = Array.from(
        { length: count },
        (_, at) => readOptions([...args, `--shard=${at + 1}/${count}`]).shard,
      );
      for (const step of undivided) {
        expect([count, step, parts.filter((part) => takes(part, step)).length]).toEqual([
          count,
          step,
          1,
        ]);
      }
    }
  },
);

test.each(RUNS)(
  '$run divided: vitest and Playwright get the part that was asked for, in either spelling',
  ({ args }) => {
    for (const asked of [['--shard', '2/4'], ['--shard=2/4']]) {
      const { whole, shard } = readOptions([...args, ...asked]);
      expect([whole, ...shardOptions(shard)]).toEqual([args.length > 0, '--shard=2/4']);
    }
  },
);

test.each(RUNS)('$run without the option does every step and every test', ({ args }) => {
  const { whole, shard } = readOptions(args);
  expect(whole).toBe(args.length > 0);
  expect(shardOptions(shard)).toEqual([]);
  expect(undivided.every((step) => takes(shard, step))).toBe(true);
});

test('npm test of what a change can reach: since a commit, or what is not committed', () => {
  expect(readOptions(['--changed']).changed).toBe('HEAD');
  expect(readOptions(['--changed', 'main']).changed).toBe('main');
  expect(readOptions(['--changed=main']).changed).toBe('main');
  expect(readOptions([]).changed).toBeUndefined();
});

test('a change of documents or of contract tests needs no journeys, one of the page or the server does', () => {
  expect(reachesJourneys(['docs/testing.md', 'tests/contract/swap.test.ts'])).toBe(false);
  expect(reachesJourneys(['docs/testing.md', 'src/ui/kit/button.tsx'])).toBe(true);
  expect(reachesJourneys(['server/app.ts'])).toBe(true);
  expect(reachesJourneys(['tests/e2e/desk.e2e.ts'])).toBe(true);
  expect(reachesJourneys(['package.json'])).toBe(true);
});

test('a commit that git does not know is refused, with what to name', () => {
  expect(() => changedSince('no-such-branch')).toThrow(/name a commit or a branch/);
});

test.each([
  '--changed --whole',
  '--changed main --shard 1/4',
  '--whole --changed',
  '--whole --shard',
  '--whole --shard 0/4',
  '--whole --shard 5/4',
  '--whole --shard 1/0',
  '--whole --shard 1',
  '--whole --project e2e',
  '--shard',
  '--shard 0/4',
  '--shard 5/4',
  '--project page',
  '--shard 1/4 --whole',
])('refused with the option that exists: %s', (text) => {
  expect(() => readOptions(text.split(' '))).toThrow(/is not understood: .* -- --shard 1\/4\.$/);
});
