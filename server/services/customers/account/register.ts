import { type createUser, otpTypes } from '#core/contract/account/registration.ts';
import type { ParsedRequestOf } from '#core/contract/endpoint.ts';
import { currencyOfContinent, type Geolocation, registrationOpen } from '#core/money/region.ts';
import {
  checkDateOfBirth,
  checkEmail,
  checkName,
  checkPassword,
  REGION_CLOSED,
} from '#core/people/validation.ts';
import { dayIn } from '#core/time/date-text.ts';
import { ACCOUNT_CREATED } from '#core/words/account.ts';
import { INVALID_CODE } from '#core/words/codes.ts';
import { newAccountMail } from '#server/adapters/mail/texts.ts';
import type { Deps } from '#server/deps.ts';
import { type BrowserOperation, earlierAnswer, runOnce } from '#server/platform/operations.ts';
import { keeping, type Refused, refuse } from '#server/refusal/refused.ts';
import { codeRefused, watchCodes } from '#server/services/access/credentials/code-refusal.ts';
import { refuseCommon } from '#server/services/access/credentials/common-passwords.ts';
import { tryCode } from '#server/services/access/credentials/email-codes.ts';
import {
  callerFrom,
  hashPassword,
  refuseCrowd,
} from '#server/services/access/credentials/passwords.ts';
import { meetDevice } from '#server/services/access/sessions/known-devices.ts';
import { haveScreened } from '#server/services/checks/screening/screenings.ts';
import { acceptTerms } from '#server/services/customers/terms/terms.ts';
import { insertUser, isEuCustomer } from '#server/services/customers/users/users.ts';
import { queueMail } from '#server/services/messages/notices/outbox.ts';

type Request = ParsedRequestOf<typeof createUser>;

function checkForm(deps: Deps, request: Request, place: Geolocation): Refused | undefined {
  const today = dayIn(place.timezone, deps.clock.now());
  const problems = {
    first_name: checkName('First name', request.first_name),
    last_name: checkName('Last name', request.last_name),
    email: checkEmail(request.email),
    password: checkPassword(request.password),
    dob: checkDateOfBirth(request.dob, today),
  };
  const found = Object.entries(problems).flatMap(([field, text]) =>
    text ? [{ field, text }] : [],
  );
  const errors = found.map(({ text }) => text);
  const [first] = found;
  return first ? refuse('INVALID_INPUT', first.text, { errors, field: first.field }) : undefined;
}

const TAKEN = 'You already have an account with this email address.';
const CREATED = { status: 'success', message: ACCOUNT_CREATED } as const;

interface Asker {
  /** The browser's random number. */
  readonly device: string | undefined;
  readonly ip: string;
  readonly place: Geolocation;
  /** The key under which the browser may ask for the outcome. */
  readonly operation: BrowserOperation | undefined;
}

/**
 * Creates an account for whoever has the code sent to its address. The place in the request is not trusted:
 * the server's own geolocation decides who may register.
 */
export async function register(
  deps: Deps,
  request: Request,
  { device, ip, place, operation }: Asker,
): Promise<typeof CREATED | Refused> {
  const before = await earlierAnswer<typeof CREATED>(deps.db, operation);
  if (before) return before;
  const wrong = checkForm(deps, request, place);
  if (wrong) return wrong;
  const currency = place.currency || currencyOfContinent(place.continentCode);
  if (!registrationOpen(currency)) return refuse('REGION_CLOSED', REGION_CLOSED);
  const caller = callerFrom(ip);
  const crowded = refuseCrowd(caller);
  if (crowded) return crowded;
  // Outside the transaction: hashing is slow, and a lock would be held meanwhile.
  const password_hash = await hashPassword(request.password, caller);
  const answer = await runOnce<typeof CREATED>(deps, operation, async (tx) => {
    const what = { email: request.email, purpose: otpTypes.proveEmail, device };
    const trial = await tryCode(tx, deps.clock, what, request.otp);
    if (trial.kind !== 'right') {
      return keeping(codeRefused(INVALID_CODE, trial, 'Your account is there: sign in.'));
    }
    // Rolled back, so that the code can be used with another password.
    const { email, first_name, last_name } = request;
    const common = refuseCommon(request.password, [email, first_name, last_name], 'password');
    if (common) return common;
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
    if (created === undefined) {
      return keeping(refuse('EMAIL_TAKEN', TAKEN, { field: 'email' }));
    }
    const customer = { subject: 'customer', reference: created, userId: created } as const;
    await haveScreened(tx, deps.clock, customer);
    // The password was just chosen and the address proved, so the device counts as known (KEEP-15).
    if (isEuCustomer({ is_eu: place.inEu, currency_code: currency })) {
      await meetDevice(deps, tx, created, device);
    }
    await acceptTerms(deps, tx, { userId: created, country: place.countryCode });
    await queueMail(deps, tx, newAccountMail({ email: request.email }));
    return CREATED;
  });
  return watchCodes(deps, answer);
}
