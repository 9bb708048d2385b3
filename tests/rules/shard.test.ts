import { expect, test } from 'vitest';
import { readOptions, shardOptions, takes, undivided } from '#scripts/lib/shard.mjs';

test('each undivided step is done by exactly one machine, however many there are', () => {
  for (const count of [1, 2, 3, 4, 7]) {
    const parts = Array.from(
      { length: count },
      (_, at) => readOptions(['--whole', `--shard=${at + 1}/${count}`]).shard,
    );
    for (const step of undivided) {
      expect([count, step, parts.filter((part) => takes(part, step)).length]).toEqual([
        count,
        step,
        1,
      ]);
    }
  }
});

test('the tests are divided by their runners, and without the option nothing is', () => {
  const { whole, shard } = readOptions(['--whole', '--shard', '2/4']);
  expect([whole, ...shardOptions(shard)]).toEqual([true, '--shard=2/4']);
  const all = readOptions(['--whole']).shard;
  expect(shardOptions(all)).toEqual([]);
  expect(undivided.every((step) => takes(all, step))).toBe(true);
  expect(readOptions([]).whole).toBe(false);
});

test.each([
  '--whole --shard',
  '--whole --shard 0/4',
  '--whole --shard 5/4',
  '--whole --shard 1/0',
  '--whole --shard 1',
  '--whole --project e2e',
  '--shard 1/4',
])('it is refused: %s', (text) => {
  expect(() => readOptions(text.split(' '))).toThrow('is not understood');
});
