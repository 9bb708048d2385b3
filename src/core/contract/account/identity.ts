import * as v from 'valibot';
import { endpoint } from '#core/contract/endpoint.ts';
import { empty, success, text } from '#core/contract/schemas.ts';

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
 * `kyc_comment`, if there is one: what the reviewer asks of the customer. `latin_name`: the name in Latin letters, as
 * the check read it (HARD-74). `purchases_total`, `purchases_left`, `purchases_days`: what somebody without an approved
 * check may buy by card within so many days, and what is left of it. `session_check`: after a reset of the password by
 * mail, an identity check in this session would stand for another factor (READ-14): `asked`, or `review` while a person looks
 * whose document it was (HARD-98). `tax_data`: the customer's tax residences (KEEP-14). `needed`: they must be certified before the first trade. `limited_from`: when the
 * account becomes limited without them. Besides `certified_at` and the certified address, one `residence` per
 * country: its code with the end of the tax number, why there is none, or `later`; then `limited_from` is when the number
 * must be there. `number_days`: how many days a number that is stated later has, from the first time it is.
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
  hourly: 30,
  repeatable: true,
  request: empty,
  answer: v.object({ ...success, data: v.object({ token: v.string() }) }),
});

/**
 * Reports the widget's result and what its reviewer asks for. The server does not believe it: it asks the
 * provider and answers with what it then knows.
 */
export const updateKycStatus = endpoint({
  path: '/exchange/update-kyc-status',
  access: 'user',
  effect: 'write',
  hourly: 60,
  repeatable: true,
  request: v.object({
    kyc_status: v.picklist(kycStatuses),
    kyc_comment: v.optional(text(2_000)),
  }),
  answer: v.object({ ...success, data: kycData }),
});
