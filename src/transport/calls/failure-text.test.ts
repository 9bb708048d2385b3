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

test('READ-04 a write whose answer was lost is never told as failed, and the text says how to find out', () => {
  const lost: Failure[] = [
    { kind: 'network' },
    { kind: 'aborted' },
    { kind: 'timeout' },
    { kind: 'unreadable', status: 502, reason: 'sealed' },
    { kind: 'unreadable', status: 200, reason: 'format' },
    {
      kind: 'refused',
      status: 503,
      refusal: { status: 'error', code: 'UNAVAILABLE', message: '' },
    },
  ];
  const failedText = 'The password could not be changed.';
  for (const failure of lost) {
    const unknown: Failure = { ...failure, unknown: 'look' };
    const text = failureText(unknown, failedText);
    expect(text).not.toContain(failedText);
    expect(text).toMatch(/It may have been done all the same: look before you repeat it\.$/);
    expect(failureText(unknown, failedText, 'See above.')).toMatch(/ See above\.$/);
    const harmless = failureText({ ...failure, unknown: 'repeat' }, failedText);
    expect(harmless).not.toContain(failedText);
    expect(harmless).toMatch(/ Please try again\.$/);
  }
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
