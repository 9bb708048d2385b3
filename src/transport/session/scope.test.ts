import { afterEach, expect, test, vi } from 'vitest';
import { doneOrGone, endsWithScope, perScope, scope, scopedStore } from './scope.ts';
import { session } from './session.ts';
import { endSession, expiryRead } from './session-expired.ts';

/** Signs somebody in, or nobody. */
const present = (id: string | undefined): void => {
  session.user = id === undefined ? null : Object.assign({ ...session.user }, { id } as never);
};

afterEach(() => present(undefined));

/** What became of work, once all that waits for nothing else has run. */
async function become(work: Promise<unknown>): Promise<string> {
  let settled = 'nothing';
  work.then(
    (value) => {
      settled = `value ${value}`;
    },
    () => {
      settled = 'error';
    },
  );
  await new Promise((done) => setImmediate(done));
  return settled;
}

test('READ-01 work is waited for by its customer only, and is not begun for who is gone', async () => {
  present('ada');
  const { only, begin } = scope();
  expect(await become(only(Promise.resolve(1)))).toBe('value 1');
  expect(await become(only(Promise.reject(new Error('failed'))))).toBe('error');
  const [late, failing] = [only(Promise.resolve(2)), only(Promise.reject(new Error('failed')))];
  present('ben');
  expect(await become(late)).toBe('nothing');
  expect(await become(failing)).toBe('nothing');
  const work = vi.fn(async () => 3);
  expect(await become(begin(work))).toBe('nothing');
  expect(work).not.toHaveBeenCalled();
  expect(await become(scope().begin(work))).toBe('value 3');
});

test('READ-01 BEY-11 a form hears it whose session has just ended, until its customer has read so', async () => {
  present('ada');
  const { only, heard, isTheirs } = scope();
  await endSession();
  expect(isTheirs()).toBe(true);
  expect(await become(heard(Promise.resolve(1)))).toBe('value 1');
  expect(await become(only(Promise.resolve(1)))).toBe('nothing');
  expiryRead();
  expect(isTheirs()).toBe(false);
  expect(await become(heard(Promise.resolve(1)))).toBe('nothing');
});

test('READ-01 stores begin anew, and what was begun ends, when somebody is gone', async () => {
  const known = scopedStore((): { list: readonly string[]; more?: string } => ({ list: [] }));
  const own = perScope(() => ({ seen: 0 }));
  present('ada');
  Object.assign(known, { list: ['a'], more: 'a' });
  own().seen += 1;
  const ends = vi.fn();
  endsWithScope(ends);
  const pulled = doneOrGone(new Promise(() => undefined));
  expect(own().seen).toBe(1);
  expect(ends).not.toHaveBeenCalled();
  present('ben');
  expect(known).toEqual({ list: [] });
  expect(own().seen).toBe(0);
  expect(ends).toHaveBeenCalledOnce();
  expect(await become(pulled)).toBe('value undefined');
});

test('READ-01 what was ended by hand is not ended again', () => {
  present('ada');
  const ends = vi.fn();
  endsWithScope(ends)();
  present('ben');
  expect(ends).toHaveBeenCalledOnce();
});
