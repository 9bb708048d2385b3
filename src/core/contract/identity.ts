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

const properties = v.array(v.object({ kyc_property: v.string(), kyc_value: v.string() }));

/**
 * `kyc_comment`, where there is one: what the reviewer asks the customer for. `tax_data`: where the
 * customer pays tax (KEEP-14). `needed`: it must be certified before the first trade;
 * `limited_from`: by then, or the account is limited; `certified_at`; `residence`, once for each: its country
 * and the end of the number, or why there is none; and the address that was certified.
 */
export const kycData = v.object({ kyc_data: properties, tax_data: v.optional(properties) });
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
