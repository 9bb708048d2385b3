import { type createUser as endpoint, otpTypes } from '#core/contract/registration.ts';
import { currencyOfContinent, registrationOpen } from '#core/domain/region.ts';
import {
  checkDateOfBirth,
  checkEmail,
  checkName,
  checkPassword,
  REGION_CLOSED,
} from '#core/domain/validation.ts';
import type { Handler } from '#server/api/handler.ts';
import { placeOfCaller } from '#server/api/visitor.ts';
import { refuse } from '#server/refusal/refused.ts';
import { takeCode } from '#server/services/email-codes.ts';
import { hashPassword, refuseCrowd } from '#server/services/passwords.ts';
import { limitAddress } from '#server/services/rate-limit.ts';
import { insertUser } from '#server/services/users.ts';
import { inTransaction } from '#server/store/transaction.ts';

export const createUser: Handler<typeof endpoint> = async (call, request) => {
  const { deps } = call;
  const limited = await limitAddress(deps, call.ip);
  if (limited) return limited;
  const today = new Date(call.now).toISOString().slice(0, 10);
  const errors = [
    checkName('First name', request.first_name),
    checkName('Last name', request.last_name),
    checkEmail(request.email),
    checkPassword(request.password),
    checkDateOfBirth(request.dob, today),
  ].filter((text) => text !== undefined);
  const [first] = errors;
  if (first) return refuse('INVALID_INPUT', first, { errors });
  // The page sends the place too (000 §3), but who is let in is not the page's to say.
  const place = placeOfCaller(call);
  const currency = place.currency || currencyOfContinent(place.continentCode);
  if (!registrationOpen(currency)) return refuse('REGION_CLOSED', REGION_CLOSED);
  const crowded = refuseCrowd();
  if (crowded) return crowded;
  // Outside the transaction: hashing takes long, and a lock would be held for it.
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
  switch (result) {
    case 'wrong-code':
      return refuse('INVALID_CODE', 'Invalid code');
    case 'taken':
      return refuse('EMAIL_TAKEN', 'You already have an account with this email address.');
    case 'created':
      return { status: 'success', message: 'Account created successfully!' };
  }
};
