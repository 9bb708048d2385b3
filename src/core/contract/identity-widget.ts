import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { kycStatuses } from './identity.ts';
import { done, empty, success } from './schemas.ts';

export const getSumsubToken = endpoint({
  path: '/exchange/get-sumsub-token',
  access: 'user',
  effect: 'write',
  request: empty,
  answer: v.object({ ...success, data: v.object({ token: v.string() }) }),
});

/** What the widget reported. The server asks the provider before it believes it. */
export const updateKycStatus = endpoint({
  path: '/exchange/update-kyc-status',
  access: 'user',
  effect: 'write',
  request: v.object({ kyc_status: v.picklist(kycStatuses) }),
  answer: done,
});
