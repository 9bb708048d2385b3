import * as v from 'valibot';
import { endpoint } from '#core/contract/endpoint.ts';
import { line, success, text } from '#core/contract/schemas.ts';
import { MOST_RESIDENCES, withoutNumber } from '#core/tax/certification.ts';
import { kycData } from './identity.ts';

const country = v.pipe(v.string(), v.maxLength(2));

/**
 * The customer certifies their address and the countries in which they pay tax, with their tax numbers
 * (KEEP-14). All certifications are kept; the newest applies. A number that does not fit its country's format
 * or check digit is refused. The address becomes the profile's (EYE-06).
 */
export const certifyTaxResidence = endpoint({
  path: '/users/certify-tax-residence',
  access: 'user',
  effect: 'write',
  hourly: 30,
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
          /** If it is left out, the number certified before for this country stays. */
          number: v.optional(text(40)),
          /** Why the country gave no number. */
          without: v.optional(v.picklist(withoutNumber)),
          /** The number follows within `number_days`; without it the account is then limited. */
          later: v.optional(v.boolean()),
        }),
      ),
      v.minLength(1),
      v.maxLength(MOST_RESIDENCES),
    ),
  }),
  answer: v.object({ ...success, data: kycData }),
});
