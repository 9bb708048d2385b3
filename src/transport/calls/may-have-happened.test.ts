import { expect, test } from 'vitest';
import type { RefusalCode } from '#core/contract/refusal.ts';
import type { Failure } from '#core/failure.ts';
import { mayHaveHappened } from './may-have-happened.ts';

const refused = (status: number, code: RefusalCode): Failure => ({
  kind: 'refused',
  status,
  refusal: { status: 'error', code, message: '' },
});

test('BEY-02 what is certain not to have happened, and what must be asked for', () => {
  const open: readonly Failure[] = [
    { kind: 'network' },
    { kind: 'timeout' },
    { kind: 'aborted' },
    { kind: 'unreadable', status: 200, reason: 'format' },
    { kind: 'unreadable', status: 502, reason: 'sealed' },
    refused(503, 'UNAVAILABLE'),
  ];
  const certain: readonly Failure[] = [
    { kind: 'offline' },
    { kind: 'unreadable', status: 404, reason: 'sealed' },
    refused(422, 'INSUFFICIENT_BALANCE'),
    refused(429, 'TOO_MANY'),
  ];
  expect(open.map(mayHaveHappened)).not.toContain(false);
  expect(certain.map(mayHaveHappened)).not.toContain(true);
});

test('BEY-02 an envelope the browser sent twice by itself is answered as unreadable: that says nothing', () => {
  expect(mayHaveHappened(refused(400, 'MALFORMED'))).toBe(true);
});

test('BEY-02 a key that another page had closed meanwhile is asked about', () => {
  expect(mayHaveHappened(refused(409, 'KEY_CONFLICT'))).toBe(true);
});
