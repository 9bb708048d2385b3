import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { success, text } from './schemas.ts';

export const getNewToken = endpoint({
  path: '/users/get-new-token',
  access: 'anonymous',
  effect: 'write',
  repeatable: true,
  request: v.object({ refreshToken: text(200) }),
  answer: v.object({ ...success, token: v.optional(v.string()) }),
});

/** What the token that ends a session is derived from, besides the session's refresh token. */
export const END_TOKEN_CONTEXT = 'kopa end session';

/**
 * Ends a session that was signed out of without a connection. The token can do nothing else: it is
 * the SHA-256 of `END_TOKEN_CONTEXT`, a line feed and the refresh token, in base64url. Answers alike
 * whether or not there was such a session.
 */
export const endLeftSession = endpoint({
  path: '/users/end-left-session',
  access: 'anonymous',
  effect: 'write',
  repeatable: true,
  request: v.object({ endToken: text(100) }),
  answer: v.object(success),
});

/**
 * Ends this session on the server; the device forgets it whatever the answer. It has forgotten it before
 * it asks, so it can no longer refresh an expired access token.
 */
export const logout = endpoint({
  path: '/users/logout',
  access: 'session',
  oldToken: true,
  beforeSecondFactor: true,
  effect: 'write',
  repeatable: true,
  request: v.object({}),
  answer: v.object(success),
});
