import { expect, test } from 'vitest';
import type { RefusalCode } from '#core/contract/refusal.ts';
import type { Failure } from '#core/failure.ts';
import { judgeRefreshFailure } from './refresh.ts';

const refused = (
  status: number,
  code: RefusalCode,
  extra: { securityRefresh?: boolean } = {},
): Failure => ({
  kind: 'refused',
  status,
  refusal: { status: 'error', code, message: 'Unauthorized access.', ...extra },
});

test.each([401, 403, 422])('SESS-05 status %i on refresh ends the session', (status) => {
  expect(judgeRefreshFailure(refused(status, 'UNAUTHORIZED_ACCESS')).kind).toBe('over');
});

test('SESS-05 securityRefresh false and an expired refresh token end the session', () => {
  expect(judgeRefreshFailure(refused(400, 'MALFORMED', { securityRefresh: false }))).toEqual({
    kind: 'over',
    code: 'UNAUTHORIZED_ACCESS',
  });
  expect(judgeRefreshFailure(refused(401, 'REFRESH_TOKEN_EXPIRED'))).toEqual({
    kind: 'over',
    code: 'REFRESH_TOKEN_EXPIRED',
  });
});

test.each([
  [{ kind: 'unreadable', status: 200, reason: 'sealed' }, 'DECRYPTION_FAILED'],
  [{ kind: 'unreadable', status: 403, reason: 'sealed' }, 'DECRYPTION_FAILED'],
  [{ kind: 'unreadable', status: 200, reason: 'format' }, 'INVALID_RESPONSE_FORMAT'],
  [refused(503, 'UNAVAILABLE'), 'REFRESH_FAILED'],
  [refused(429, 'TOO_MANY'), 'REFRESH_FAILED'],
] satisfies [Failure, string][])('SESS-05 %j does not end the session', (failure, code) => {
  expect(judgeRefreshFailure(failure)).toMatchObject({ kind: 'failed', code });
});

test.each(['offline', 'network', 'timeout', 'aborted'] as const)(
  'SESS-09 a refresh that fails by %s leaves the customer signed in',
  (kind) => {
    expect(judgeRefreshFailure({ kind })).toMatchObject({ kind: 'failed', code: 'REFRESH_FAILED' });
  },
);
