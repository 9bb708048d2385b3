import { expect, test } from 'vitest';
import { movableClock } from '#server/base/clock.ts';
import type { Deps } from '#server/deps.ts';
import { sinceLast } from './since-last.ts';

const WEEK = 7 * 24 * 3600;

function looking() {
  const deps = { db: {} as Deps['db'], clock: movableClock() };
  const seconds: number[] = [];
  const look = (nothingLeft = true) =>
    sinceLast(deps, 'transfers', WEEK, async (far) => {
      seconds.push(Math.round(far));
      return nothingLeft;
    });
  return { clock: deps.clock, seconds, look };
}

test('after the first look only what is new is looked at, with ten minutes of what came late', async () => {
  const { clock, seconds, look } = looking();
  await look();
  clock.advance(5_000);
  await look();
  expect(seconds).toEqual([WEEK, 605]);
});

test('what was left over is looked for again, however long it lasts', async () => {
  const { clock, seconds, look } = looking();
  await look(false);
  await look();
  clock.advance(5_000);
  await look(false);
  clock.advance(1_000_000);
  await look(false);
  expect(seconds).toEqual([WEEK, WEEK, 605, 1605]);
});

test('once an hour, and where the clock was set back, it looks all the way', async () => {
  const { clock, seconds, look } = looking();
  await look();
  for (const minutes of [59, 1, 1]) {
    clock.advance(minutes * 60_000);
    await look();
  }
  clock.advance(-24 * 3600_000);
  await look();
  expect(seconds).toEqual([WEEK, 59 * 60 + 600, WEEK, 660, WEEK]);
});
