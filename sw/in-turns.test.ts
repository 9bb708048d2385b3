import { expect, test } from 'vitest';
import { inTurns } from './in-turns.ts';

test('PWA-02 files to precache are requested a few at a time, each once', async () => {
  const asked: number[] = [];
  let [running, most] = [0, 0];
  await inTurns([...Array(20).keys()], 4, async (item) => {
    asked.push(item);
    running += 1;
    most = Math.max(most, running);
    await Promise.resolve();
    running -= 1;
  });
  expect(asked).toEqual([...Array(20).keys()]);
  expect(most).toBe(4);
});

test('PWA-02 after a failure no further files are requested', async () => {
  const asked: number[] = [];
  const work = async (item: number) => {
    asked.push(item);
    await Promise.resolve();
    if (item === 3) throw new Error('no connection');
  };
  await expect(inTurns([...Array(20).keys()], 4, work)).rejects.toThrow('no connection');
  expect(asked.length).toBeLessThan(9);
});
