import * as v from 'valibot';
import { endpoint } from '#core/contract/endpoint.ts';
import { deviceNumber, email, password, success, text } from '#core/contract/schemas.ts';

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
 * Ends a session that the customer left offline. The token can do nothing else: it is the SHA-256 of
 * `END_TOKEN_CONTEXT`, a line feed and the refresh token, in base64url. The answer does not tell whether
 * there was such a session.
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
 * Ends this session on the server. The device has forgotten it before the call, so it cannot refresh an
 * expired access token.
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

/** The signed-in account (000 §3). `is2FA`: 1 when two-factor authentication is on. */
export const user = v.object({
  id: v.string(),
  email: v.string(),
  first_name: v.string(),
  last_name: v.string(),
  dob: v.string(),
  address: v.string(),
  city: v.string(),
  state: v.string(),
  postal: v.string(),
  currency_code: v.string(),
  country_code: v.string(),
  phone: v.string(),
  role: v.picklist(['user', 'admin', 'compliance']),
  is2FA: v.number(),
});
export type User = v.InferOutput<typeof user>;

export const login = endpoint({
  path: '/users/login',
  access: 'anonymous',
  effect: 'write',
  repeatable: true,
  request: v.object({
    email,
    password,
    /** A TOTP or recovery code, or the one mailed for a new device, asked for by SECOND_FACTOR_REQUIRED. */
    otp: v.optional(text(16)),
    /** Mails another code for this device; the earlier one becomes invalid (KEEP-15). */
    new_code: v.optional(v.boolean()),
    device_info: v.optional(text(200)),
    /** A random number of the device. A sign-in from an unknown device is reported by mail (BEY-12). */
    device_id: v.optional(deviceNumber),
  }),
  answer: v.object({
    ...success,
    user,
    token: v.string(),
    refreshToken: v.string(),
    /** Only after a sign-in with a recovery code (HARD-47). */
    recovery_codes_left: v.optional(v.number()),
  }),
});
