import { expect, test } from 'vitest';
import type { Failure } from '#core/failure.ts';
import { stepOf } from './step.ts';

const broken: Failure = { kind: 'unreadable', status: 500, reason: 'sealed' };

test('SPEC-10 a server that failed does not say that a code is wrong, nor one sentence twice', () => {
  const { message } = stepOf(broken, 'Invalid code', 'Your password was not changed.');
  expect(message).toMatch(/^Your password was not changed\./);
  expect(message).not.toContain('Invalid code');
  // Where the form itself says what failed, nothing but the reason is left to say.
  expect(stepOf(broken, '').message).toBe(
    'No answer came that can be read. (Request failed with status code 500.)',
  );
});

test('SPEC-01 a refusal names the field that the form leads back to', () => {
  const refusal = {
    status: 'error',
    code: 'INVALID_INPUT',
    message: 'This password is too easy to guess.',
    field: 'password',
  } as const;
  expect(stepOf({ kind: 'refused', status: 422, refusal }, 'Failed')).toEqual({
    kind: 'failed',
    message: refusal.message,
    refused: 'INVALID_INPUT',
    field: 'password',
  });
});
