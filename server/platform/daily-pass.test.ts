import { expect, test } from 'vitest';
import { movableClock } from '#server/base/clock.ts';
import type { Deps } from '#server/deps.ts';
import { daily, type Ended, type PassProgress } from './daily-pass.ts';

/** A process with a database of its own, and a pass that ends as it is told. */
function process() {
  const deps = { db: {} as Deps['db'], clock: movableClock() };
  const begun: string[] = [];
  const pass = (ended: Ended, upTo: string) => async (place: PassProgress) => {
    begun.push(place.after);
    place.after = upTo;
    return ended;
  };
  return { ...deps, begun, pass, passing: daily(deps) };
}

test('a pass that came to its end is made again a day later', async () => {
  const { clock, begun, pass, passing } = process();
  for (const hours of [0, 1, 22]) {
    clock.advance(hours * 3600_000);
    expect(await passing('accounts', pass('all', 'z'))).toBe('all');
  }
  expect(begun).toEqual(['']);
  clock.advance(3600_000);
  await passing('accounts', pass('all', 'z'));
  expect(begun).toEqual(['', '']);
});

test('one that waits goes on where it was, and one that failed for somebody begins anew', async () => {
  const { begun, pass, passing } = process();
  expect(await passing('accounts', pass('waits', 'k'))).toBe('waits');
  expect(await passing('accounts', pass('failed', 'z'))).toBe('failed');
  await passing('accounts', pass('all', 'z'));
  await passing('accounts', pass('all', 'z'));
  expect(begun).toEqual(['', 'k', '']);
});

test('each has its own, and each process makes it', async () => {
  const [one, other] = [process(), process()];
  await one.passing('accounts', one.pass('all', 'z'));
  await one.passing('other accounts', one.pass('all', 'z'));
  await other.passing('accounts', other.pass('all', 'z'));
  expect([one.begun.length, other.begun.length]).toEqual([2, 1]);
});

test('a clock that was set back does not put it off', async () => {
  const { clock, begun, pass, passing } = process();
  await passing('accounts', pass('all', 'z'));
  clock.advance(-25 * 3600_000);
  await passing('accounts', pass('all', 'z'));
  expect(begun).toHaveLength(2);
});
