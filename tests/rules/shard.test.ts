import { expect, test } from 'vitest';
import { readShard, shardOptions, takes, undivided } from '#scripts/lib/shard.mjs';

test('each undivided step is done by exactly one machine, however many there are', () => {
  for (const count of [1, 2, 3, 4, 7]) {
    const parts = Array.from({ length: count }, (_, at) =>
      readShard([`--shard=${at + 1}/${count}`]),
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
  expect(shardOptions(readShard(['--shard', '2/4']))).toEqual(['--shard=2/4']);
  expect(shardOptions(readShard([]))).toEqual([]);
  expect(undivided.every((step) => takes(readShard([]), step))).toBe(true);
});

test.each(['--shard', '--shard 0/4', '--shard 5/4', '--shard 1/0', '--shard 1', '--project e2e'])(
  'it is refused: %s',
  (text) => {
    expect(() => readShard(text.split(' '))).toThrow('is not understood');
  },
);
