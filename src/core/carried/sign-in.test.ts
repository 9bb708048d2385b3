import { expect, test } from 'vitest';
import { carriedEmail, creates } from './sign-in.ts';

test('AUTH-13 AUTH-16 the address comes from the navigation state, or not at all', () => {
  const state = { ...carriedEmail.give('a@kopa.test'), ...creates.give(true) };
  expect([carriedEmail.read(state), creates.read(state)]).toEqual(['a@kopa.test', true]);
  expect(creates.read({ email: 'a@kopa.test' })).toBeUndefined();
  expect(
    [null, undefined, {}, { email: '' }, { email: 7 }, 'a@kopa.test'].map(carriedEmail.read),
  ).toEqual(Array(6).fill(undefined));
});
