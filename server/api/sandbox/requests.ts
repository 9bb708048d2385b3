import * as v from 'valibot';
import { kycStatuses } from '#core/contract/identity.ts';
import { currencyId, decimal, email } from '#core/contract/schemas.ts';

/** What a person or a test may ask of the sandbox (D5). */
export const depositRequest = v.object({ email, currency: currencyId, amount: decimal });
export const kycRequest = v.object({ email, status: v.picklist(kycStatuses) });
export const marketRequest = v.object({
  currency: currencyId,
  /** USD per unit; null frees a pinned price. */
  price: v.nullable(decimal),
});
