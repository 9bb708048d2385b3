import type { ParsedRequestOf } from '#core/contract/endpoint.ts';
import { type createUser, otpTypes } from '#core/contract/registration.ts';
import { currencyOfContinent, type Geolocation, registrationOpen } from '#core/domain/region.ts';
import {
  checkDateOfBirth,
  checkEmail,
  checkName,
  checkPassword,
  REGION_CLOSED,
} from '#core/domain/validation.ts';
import type { Deps } from '#server/deps.ts';
import { type Refused, refuse } from '#server/refusal/refused.ts';
import { takeCode } from '#server/services/credentials/email-codes.ts';
import { hashPassword, refuseCrowd } from '#server/services/credentials/passwords.ts';
import { insertUser } from '#server/services/users/users.ts';
import { inTransaction } from '#server/store/transaction.ts';

type Request = ParsedRequestOf<typeof createUser>;

function checkForm(deps: Deps, request: Request): Refused | undefined {
  const today = new Date(deps.clock.now()).toISOString().slice(0, 10);
  const errors = [
    checkName('First name', request.first_name),
    checkName('Last name', request.last_name),
    checkEmail(request.email),
    checkPassword(request.password),
    checkDateOfBirth(request.dob, today),
  ].filter((text) => text !== undefined);
  const [first] = errors;
  return first ? refuse('INVALID_INPUT', first, { errors }) : undefined;
}

/**
 * Makes an account for whoever shows the code sent to its address. Returns why, if refused. The page
 * sends a place too (000 §3), but who is let in is not the page's to decide.
 */
export async function register(
  deps: Deps,
  request: Request,
  place: Geolocation,
): Promise<Refused | undefined> {
  const wrong = checkForm(deps, request);
  if (wrong) return wrong;
  const currency = place.currency || currencyOfContinent(place.continentCode);
  if (!registrationOpen(currency)) return refuse('REGION_CLOSED', REGION_CLOSED);
  const crowded = refuseCrowd();
  if (crowded) return crowded;
  // Outside the transaction: hashing is slow, and a lock would be held meanwhile.
  const password_hash = await hashPassword(request.password);
  const result = await inTransaction(deps.db, async (tx) => {
    const what = { email: request.email, purpose: otpTypes.proveEmail };
    if (!(await takeCode(tx, deps.clock, what, request.otp))) return 'wrong-code';
    const created = await insertUser(tx, deps.clock, {
      email: request.email,
      password_hash,
      role: 'user',
      first_name: request.first_name,
      last_name: request.last_name,
      dob: request.dob,
      currency_code: currency,
      country_code: place.countryCode,
      is_eu: place.inEu,
    });
    return created ? 'created' : 'taken';
  });
  // Refused outside: the transaction is kept, because a code that was tried has been used.
  switch (result) {
    case 'wrong-code':
      return refuse('INVALID_CODE', 'Invalid code');
    case 'taken':
      return refuse('EMAIL_TAKEN', 'You already have an account with this email address.');
    case 'created':
      return undefined;
  }
}
