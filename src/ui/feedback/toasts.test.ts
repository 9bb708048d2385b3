import { expect, test } from 'vitest';
import { createToasts } from './toasts.ts';

/** A clock that the test moves by hand. */
function handClock() {
  let now = 0;
  const due: { at: number; run: () => void; off: boolean }[] = [];
  return {
    after: (ms: number, run: () => void) => {
      const entry = { at: now + ms, run, off: false };
      due.push(entry);
      return () => {
        entry.off = true;
      };
    },
    advance(ms: number) {
      now += ms;
      for (const entry of due.filter((one) => one.at <= now)) {
        due.splice(due.indexOf(entry), 1);
        if (!entry.off) entry.run();
      }
    },
  };
}

const world = () => {
  const clock = handClock();
  return { clock, toasts: createToasts(clock.after) };
};

test('SHELL-14 a toast stays three seconds and is removed a second later', () => {
  const { clock, toasts } = world();
  toasts.success('Saved');
  clock.advance(2_999);
  expect(toasts.list.value[0]?.leaving).toBe(false);
  clock.advance(1);
  expect(toasts.list.value[0]?.leaving).toBe(true);
  clock.advance(999);
  expect(toasts.list.value).toHaveLength(1);
  clock.advance(1);
  expect(toasts.list.value).toEqual([]);
});

test('SHELL-14 a given duration is kept, and a loading toast stays until it is dismissed', () => {
  const { clock, toasts } = world();
  toasts.error('Verification', { duration: 5_000 });
  const loading = toasts.loading('Working');
  clock.advance(4_999);
  expect(toasts.list.value.map((one) => one.leaving)).toEqual([false, false]);
  clock.advance(1);
  expect(toasts.list.value.map((one) => one.leaving)).toEqual([false, true]);
  clock.advance(3_600_000);
  expect(toasts.list.value.map((one) => one.id)).toEqual([loading]);
  toasts.dismiss(loading);
  clock.advance(1_000);
  expect(toasts.list.value).toEqual([]);
});

test('SHELL-14 at most twenty toasts are kept, the newest first', () => {
  const { toasts } = world();
  for (let i = 1; i <= 25; i++) toasts.info(String(i));
  expect(toasts.list.value).toHaveLength(20);
  expect(toasts.list.value[0]?.text).toBe('25');
  expect(toasts.list.value.at(-1)?.text).toBe('6');
});

test('SHELL-14 while toasts are paused, none goes away', () => {
  const { clock, toasts } = world();
  toasts.info('Read me');
  toasts.pause();
  clock.advance(60_000);
  expect(toasts.list.value[0]?.leaving).toBe(false);
  toasts.resume();
  clock.advance(3_000);
  expect(toasts.list.value[0]?.leaving).toBe(true);
});

test('SHELL-14 a repeated toast replaces the earlier one and stays for its full time', () => {
  const { clock, toasts } = world();
  toasts.error('No answer');
  toasts.info('Something else');
  clock.advance(2_000);
  const again = toasts.error('No answer');
  expect(toasts.list.value.map(({ text }) => text)).toEqual(['No answer', 'Something else']);
  clock.advance(2_999);
  expect(toasts.list.value[0]).toMatchObject({ id: again, leaving: false });
  clock.advance(1);
  expect(toasts.list.value[0]).toMatchObject({ id: again, leaving: true });
});

test('READ-01 what was told to somebody who is gone goes with them', () => {
  const { clock, toasts } = world();
  toasts.success('one');
  toasts.error('three');
  toasts.clear();
  expect(toasts.list.value).toEqual([]);
  clock.advance(10_000);
  expect(toasts.list.value).toEqual([]);
  toasts.info('for the next');
  expect(toasts.list.value).toHaveLength(1);
});
