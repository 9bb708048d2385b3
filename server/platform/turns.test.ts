import { expect, test } from 'vitest';
import { type Caller, turns } from './turns.ts';

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
  expect([hall.isFull(), begun]).toEqual([false, [0, 1]]);
  const last = ask(4);
  expect(hall.isFull()).toBe(true);
  ends[1]?.resolve();
  await first[1];
  expect(hall.isFull()).toBe(false);
  // Asks at the moment when a place is handed on: the place goes to the next in line, not to this
  // one.
  const late = ask(5);
  for (const end of ends) end.resolve();
  await Promise.all([...first, last, late]);
  expect(begun).toEqual([0, 1, 2, 3, 4, 5]);
  expect(hall.isFull()).toBe(false);
});

test('a task that fails hands its place on', async () => {
  const hall = turns(1, 1);
  const failing = hall.run(() => Promise.reject(new Error('no')));
  const next = hall.run(() => Promise.resolve('done'));
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('done');
});

const asked = async (callers: readonly (Caller | undefined)[]): Promise<readonly string[]> => {
  const hall = turns(1, 100);
  const begun: string[] = [];
  const gate = Promise.withResolvers<void>();
  const first = hall.run(() => gate.promise);
  const all = callers.map((caller) =>
    hall.run(async () => {
      begun.push(caller?.name ?? '');
    }, caller),
  );
  gate.resolve();
  await Promise.all([first, ...all]);
  return begun;
};

test('HARD-38 a flood of one name leaves the others a turn each', async () => {
  const flood = Array.from({ length: 50 }, () => ({ name: 'flood' }));
  const begun = await asked([...flood, { name: 'a' }, { name: 'b' }, { name: 'a' }]);
  expect(begun.slice(0, 5)).toEqual(['flood', 'a', 'b', 'flood', 'a']);
  expect(begun).toHaveLength(53);
});

test('HARD-38 known devices go before all others', async () => {
  const strangers = Array.from({ length: 5 }, (_, i) => ({ name: `s${i}` }));
  const begun = await asked([...strangers, { name: 'known', first: true }]);
  expect(begun[0]).toBe('known');
});

test('HARD-38 whoever fills the queue is sent away, and another name is not', async () => {
  const hall = turns(1, 10);
  const gate = Promise.withResolvers<void>();
  const flood = { name: 'flood' };
  const all = Array.from({ length: 11 }, () => hall.run(() => gate.promise, flood));
  expect([hall.isFull(flood), hall.isFull({ name: 'honest' })]).toEqual([true, false]);
  all.push(hall.run(() => gate.promise, { name: 'honest' }));
  gate.resolve();
  await Promise.all(all);
  expect(hall.isFull(flood)).toBe(false);
});
