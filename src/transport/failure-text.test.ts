import { expect, test } from 'vitest';
import type { Failure } from '#core/failure.ts';
import { failureText } from './failure-text.ts';

const fallback = 'Login failed. Please check your credentials.';

test('NET-03 generic failures say which one it is', () => {
  const texts = (
    [
      { kind: 'network' },
      { kind: 'aborted' },
      { kind: 'timeout' },
      { kind: 'unreadable', status: 502, reason: 'sealed' },
    ] satisfies Failure[]
  ).map((failure) => failureText(failure, fallback));
  expect(texts[0]).toMatch(/network error/i);
  expect(texts[1]).toMatch(/request aborted/i);
  expect(texts[2]).toMatch(/timeout exceeded/i);
  expect(texts[3]).toMatch(/failed with status code 502/);
});

test('AUTH-03 the server message comes before the fallback', () => {
  const refusal = { status: 'error', code: 'INVALID_CREDENTIALS', message: 'Locked.' } as const;
  expect(failureText({ kind: 'refused', status: 422, refusal }, fallback)).toBe('Locked.');
  const silent = { ...refusal, message: '' };
  expect(failureText({ kind: 'refused', status: 422, refusal: silent }, fallback)).toBe(fallback);
});

test('SESS-09 being offline is never told as wrong credentials', () => {
  expect(failureText({ kind: 'offline' }, fallback)).toMatch(/offline/);
});
