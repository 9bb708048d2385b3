import * as v from 'valibot';
import { MOST_RESIDENCES, withoutNumber } from '#core/domain/tax/certification.ts';
import { endpoint } from './endpoint.ts';
import { kycData } from './identity.ts';
import { line, success, text } from './schemas.ts';

const country = v.pipe(v.string(), v.maxLength(2));

/**
 * The customer certifies where they live and in which countries they pay tax, with their numbers there
 * (KEEP-14). Each certification is kept; the newest counts. Refused is a number that its country's form or check
 * digit does not allow.
 */
export const certifyTaxResidence = endpoint({
  path: '/users/certify-tax-residence',
  access: 'user',
  effect: 'write',
  request: v.object({
    address: line(200),
    city: line(100),
    state: line(100),
    postal: line(20),
    country,
    residences: v.pipe(
      v.array(
        v.object({
          country,
          /** Left out: the one that was certified before for this country. */
          number: v.optional(text(40)),
          /** Why there is none. */
          without: v.optional(v.picklist(withoutNumber)),
        }),
      ),
      v.minLength(1),
      v.maxLength(MOST_RESIDENCES),
    ),
  }),
  answer: v.object({ ...success, data: kycData }),
});
