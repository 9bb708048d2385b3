import { expect, test } from 'vitest';
import { cleanCode } from '#core/people/code-text.ts';
import { emailFromState } from './email-from-state.ts';

test('AUTH-13 AUTH-16 the address comes from the navigation state, or not at all', () => {
  expect(emailFromState({ email: 'a@kopa.test', creating: true })).toEqual({
    email: 'a@kopa.test',
    creating: true,
  });
  expect(emailFromState({ email: 'a@kopa.test' })?.creating).toBe(false);
  expect(
    [null, undefined, {}, { email: '' }, { email: 7 }, 'a@kopa.test'].map(emailFromState),
  ).toEqual(Array(6).fill(undefined));
});

test('BEY-21 a code that was pasted with spaces and line ends is the code', () => {
  expect(cleanCode(' 123 456\n')).toBe('123456');
});
