import { expect, test } from 'vitest';
import { turns } from './turns.ts';

test('so much is done at once, the rest in its order, and it is full until somebody had their turn', async () => {
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
  // Asked in the moment in which a place is given on: it is not this one's.
  const late = ask(5);
  for (const end of ends) end.resolve();
  await Promise.all([...first, last, late]);
  expect(begun).toEqual([0, 1, 2, 3, 4, 5]);
  expect(hall.full).toBe(false);
});

test('work that fails gives its place on', async () => {
  const hall = turns(1, 1);
  const failing = hall.run(() => Promise.reject(new Error('no')));
  const next = hall.run(() => Promise.resolve('done'));
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('done');
});
