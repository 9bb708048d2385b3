import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { done, empty, password, success, text } from './schemas.ts';

export const updateProfile = endpoint({
  path: '/users/update-profile',
  access: 'session',
  effect: 'write',
  request: v.object({ address: text(200), city: text(100), state: text(100), postal: text(20) }),
  answer: done,
});

export const changePassword = endpoint({
  path: '/users/change-password',
  access: 'session',
  effect: 'write',
  request: v.object({ oldPassword: password, newPassword: password }),
  answer: done,
});

export const deleteAccount = endpoint({
  path: '/users/delete-account',
  access: 'session',
  effect: 'write',
  request: empty,
  answer: done,
});

export const generateTwoFactorSecret = endpoint({
  path: '/users/generate-2fa-secret',
  access: 'session',
  effect: 'write',
  request: empty,
  answer: v.object({ ...success, data: v.object({ base32: v.string(), qrCodeUrl: v.string() }) }),
});

export const enableTwoFactor = endpoint({
  path: '/users/enable-2fa',
  access: 'session',
  effect: 'write',
  request: v.object({ security_key: text(128), otp: text(16) }),
  answer: v.object({
    ...success,
    /** Shown once (BEY-10). */
    data: v.object({ recoveryCodes: v.array(v.string()) }),
  }),
});

export const verifyTwoFactor = endpoint({
  path: '/users/verify-2fa',
  access: 'session',
  effect: 'write',
  request: v.object({ otp: text(16) }),
  answer: v.object({ ...success, data: v.object({ valid: v.boolean() }) }),
});
