import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { empty, success } from './schemas.ts';

export const kycStatuses = [
  'pending',
  'submitted',
  'incomplete',
  'not_started',
  'approved',
  'rejected',
] as const;
export type KycStatus = (typeof kycStatuses)[number];

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
