import { expect, test } from 'vitest';
import { turns } from './turns.ts';

test('a set number of tasks runs at once, the rest follow in order, and the queue is full until one of them has its turn', async () => {
  const hall = turns(2, 3);
  const begun: number[] = [];
  const ends = Array.from({ length: 6 }, () => Promise.withResolvers<void>());
  const ask = (index: number) =>
    hall.run(async () => {
      begun.push(index);
      await ends[index]?.promise;
    });
  const first = [0, 1, 2, 3].map(ask);
  expect([hall.full, begun]).toEqual([false, [0, 1]]);
  const last = ask(4);
  expect(hall.full).toBe(true);
  ends[1]?.resolve();
  await first[1];
  expect(hall.full).toBe(false);
  // Asks at the moment when a place is handed on: the place goes to the next in line, not to this
  // one.
  const late = ask(5);
  for (const end of ends) end.resolve();
  await Promise.all([...first, last, late]);
  expect(begun).toEqual([0, 1, 2, 3, 4, 5]);
  expect(hall.full).toBe(false);
});

test('a task that fails hands its place on', async () => {
  const hall = turns(1, 1);
  const failing = hall.run(() => Promise.reject(new Error('no')));
  const next = hall.run(() => Promise.resolve('done'));
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('done');
});
