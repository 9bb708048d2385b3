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

/**
 * The property `kyc_status` of the list carries the status (000 §3); `kyc_comment`, where there is one,
 * what the reviewer asks the customer for.
 */
export const kycData = v.object({
  kyc_data: v.array(v.object({ kyc_property: v.string(), kyc_value: v.string() })),
});
export type KycData = v.InferOutput<typeof kycData>;

export const getKycStatus = endpoint({
  path: '/exchange/get-kyc-status',
  access: 'user',
  effect: 'read',
  request: empty,
  answer: v.object({
    ...success,
    data: kycData,
  }),
});
