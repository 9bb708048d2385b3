import { type sendEmailOtp as endpoint, otpTypes } from '#core/contract/registration.ts';
import { checkEmail } from '#core/domain/validation.ts';
import type { Mail } from '#server/adapters/mail/mail.ts';
import {
  alreadyCustomerMail,
  proveEmailMail,
  type Recipient,
  resetPasswordMail,
} from '#server/adapters/mail/texts.ts';
import type { Handler } from '#server/api/handler.ts';
import { tooMany } from '#server/api/refusals.ts';
import { refuse } from '#server/api/refused.ts';
import { issueCode } from '#server/services/email-codes.ts';
import { limitAddress } from '#server/services/rate-limit.ts';

/** What is sent depends on who has the address; what is answered does not. */
function mailFor(
  purpose: number,
  email: string,
  customer: Recipient | undefined,
  code: string,
): Mail | undefined {
  if (purpose === otpTypes.proveEmail) {
    return customer ? alreadyCustomerMail(customer) : proveEmailMail({ email }, code);
  }
  return customer && resetPasswordMail(customer, code);
}

export const sendEmailOtp: Handler<typeof endpoint> = async (call, { email, type }) => {
  const { deps } = call;
  const limited = await limitAddress(deps, call.ip);
  if (limited) return limited;
  const problem = checkEmail(email);
  if (problem) return refuse('INVALID_INPUT', problem);
  const issued = await issueCode(deps, { email, purpose: type });
  if (issued.kind === 'wait') return tooMany(issued.seconds);
  const found = await deps.db
    .selectFrom('users')
    .select(['email', 'anti_phishing_code'])
    .where('email', '=', email)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  const customer = found && { email: found.email, antiPhishingCode: found.anti_phishing_code };
  const mail = mailFor(type, email, customer, issued.code);
  if (mail) deps.parties.mail.post(mail);
  return { status: 'success', message: 'OTP sent to your email' };
};
