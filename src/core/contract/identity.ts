import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { done, empty, success } from './schemas.ts';

export const kycStatuses = [
  'pending',
  'submitted',
  'incomplete',
  'not_started',
  'approved',
  'rejected',
] as const;
export type KycStatus = (typeof kycStatuses)[number];

export const getSumsubToken = endpoint({
  path: '/exchange/get-sumsub-token',
  access: 'user',
  effect: 'write',
  request: empty,
  answer: v.object({ ...success, data: v.object({ token: v.string() }) }),
});

/** The property `kyc_status` of the list carries the status (000 §3). */
export const getKycStatus = endpoint({
  path: '/exchange/get-kyc-status',
  access: 'user',
  effect: 'read',
  request: empty,
  answer: v.object({
    ...success,
    data: v.object({
      kyc_data: v.array(v.object({ kyc_property: v.string(), kyc_value: v.string() })),
    }),
  }),
});

/** What the widget reported. The server asks the provider before it believes it. */
export const updateKycStatus = endpoint({
  path: '/exchange/update-kyc-status',
  access: 'user',
  effect: 'write',
  request: v.object({ kyc_status: v.picklist(kycStatuses) }),
  answer: done,
});
