import { expect, test } from 'vitest';
import { movableClock } from '#server/base/clock.ts';
import { jsonLog } from '#server/base/log.ts';
import { afterAttempts, doAll } from './due.ts';

const ids = (count: number): readonly { readonly id: string }[] =>
  Array.from({ length: count }, (_, at) => ({ id: String(at).padStart(4, '0') }));

/** Rows that wait until their work is done; those of `bad` fail, and wait for ever. */
function waiting(count: number, bad: (id: string) => boolean) {
  let rows = ids(count);
  const lines: string[] = [];
  const stopping = new AbortController();
  return {
    left: () => rows.map(({ id }) => id),
    lines,
    stopping,
    run: () =>
      doAll(
        { log: jsonLog((line) => lines.push(line)) },
        {
          find: (after, most) =>
            Promise.resolve(rows.filter(({ id }) => id > after).slice(0, most)),
          most: 10,
          failed: 'not done',
          work: ({ id }) => {
            if (bad(id)) return Promise.reject(new Error('bad'));
            rows = rows.filter((row) => row.id !== id);
            return Promise.resolve();
          },
          facts: ({ id }) => ({ id }),
          stopping: stopping.signal,
        },
      ),
  };
}

test('rows that fail stop nobody behind them, however many they are, and one round does all others', async () => {
  const all = waiting(57, (id) => id < '0025');
  expect(await all.run()).toBe(false);
  expect(all.left()).toEqual(ids(25).map(({ id }) => id));
  expect(all.lines).toHaveLength(25);
  expect(all.lines[0]).toContain('not done');
  const good = waiting(30, () => false);
  expect(await good.run()).toBe(true);
  expect(good.left()).toEqual([]);
});

test('once it is to stop, no further batch is looked for', async () => {
  const all = waiting(30, (id) => {
    if (id === '0004') all.stopping.abort();
    return false;
  });
  expect(await all.run()).toBe(false);
  expect(all.left()).toHaveLength(25);
});

test('READ-15 what failed together is not tried again together: each pause is up to a fifth shorter by chance', () => {
  const asked: number[] = [];
  const clock = movableClock();
  const noted = {
    ...clock,
    sqlIn: (seconds: number) => {
      asked.push(seconds);
      return clock.sqlIn(seconds);
    },
  };
  for (const chance of [0, 0.5, 1]) afterAttempts(noted, 3, 60, () => chance);
  afterAttempts(noted, 30, 60, () => 0);
  afterAttempts(noted, 3, 60);
  expect(asked.slice(0, 4)).toEqual([8, 7.2, 6.4, 60]);
  expect(asked[4]).toBeGreaterThan(6.4);
});
