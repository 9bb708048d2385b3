import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { success, text } from './schemas.ts';

export const getNewToken = endpoint({
  path: '/users/get-new-token',
  access: 'anonymous',
  effect: 'write',
  request: v.object({ refreshToken: text(200) }),
  answer: v.object({ ...success, token: v.optional(v.string()) }),
});

/**
 * Ends this session on the server; the device forgets it whatever the answer. It has forgotten it before
 * it asks, so it can no longer refresh an expired access token.
 */
export const logout = endpoint({
  path: '/users/logout',
  access: 'session',
  oldToken: true,
  effect: 'write',
  request: v.object({}),
  answer: v.object(success),
});
