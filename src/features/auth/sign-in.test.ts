import { expect, test } from 'vitest';
import type { RefusalCode } from '#core/contract/refusal.ts';
import type { Failure } from '#core/failure.ts';
import { resultOf } from './sign-in.ts';

const refused = (code: RefusalCode, message: string, retryAfter?: number): Failure => ({
  kind: 'refused',
  status: 422,
  refusal: { status: 'error', code, message, retryAfter },
});

test('AUTH-03 the server\u2019s message, else the literal text', () => {
  expect(resultOf(refused('INVALID_CREDENTIALS', 'Wrong.'), false)).toEqual({
    kind: 'failed',
    message: 'Wrong.',
  });
  expect(resultOf({ kind: 'unreadable', status: 200, reason: 'sealed' }, false)).toEqual({
    kind: 'failed',
    message: 'Login failed. Please check your credentials.',
  });
});

test('AUTH-02 a second factor is asked for without a reproach, and with one after a wrong code', () => {
  const asked = refused('SECOND_FACTOR_REQUIRED', 'Enter the code.');
  expect(resultOf(asked, false)).toEqual({ kind: 'second-factor', message: undefined });
  expect(resultOf(refused('INVALID_CODE', 'Invalid code'), true)).toEqual({
    kind: 'second-factor',
    message: 'Invalid code',
  });
});

test('KEEP-15 the code that was mailed for a new device is told from one of an authenticator', () => {
  const mailed = (code: RefusalCode): Failure => ({
    kind: 'refused',
    status: 422,
    refusal: { status: 'error', code, message: 'Invalid code.', mailed: true },
  });
  expect(resultOf(mailed('SECOND_FACTOR_REQUIRED'), false)).toEqual({
    kind: 'second-factor',
    message: undefined,
    mailed: true,
  });
  expect(resultOf(mailed('INVALID_CODE'), true)).toEqual({
    kind: 'second-factor',
    message: 'Invalid code.',
    mailed: true,
  });
});

test('AUTH-03 too many attempts say how long to wait', () => {
  expect(resultOf(refused('TOO_MANY', 'Too many attempts.', 30), false)).toEqual({
    kind: 'wait',
    message: 'Too many attempts.',
    seconds: 30,
  });
});
