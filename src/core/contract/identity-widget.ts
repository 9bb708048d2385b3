import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { kycData, kycStatuses } from './identity.ts';
import { empty, success } from './schemas.ts';

export const getSumsubToken = endpoint({
  path: '/exchange/get-sumsub-token',
  access: 'user',
  effect: 'write',
  repeatable: true,
  request: empty,
  answer: v.object({ ...success, data: v.object({ token: v.string() }) }),
});

/**
 * What the widget reported, with what its reviewer asks for. The server asks the provider before it
 * believes it, and answers what it knows then.
 */
export const updateKycStatus = endpoint({
  path: '/exchange/update-kyc-status',
  access: 'user',
  effect: 'write',
  repeatable: true,
  request: v.object({
    kyc_status: v.picklist(kycStatuses),
    kyc_comment: v.optional(v.pipe(v.string(), v.maxLength(2_000))),
  }),
  answer: v.object({ ...success, data: kycData }),
});
