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
import { queueMail } from '#server/services/outbox.ts';
import { limitAddress } from '#server/services/rate-limit.ts';
import { recipientFrom } from '#server/services/recipients.ts';
import { inTransaction } from '#server/store/transaction.ts';

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
  const issued = await inTransaction(deps.db, async (tx) => {
    const made = await issueCode(deps, tx, { email, purpose: type });
    if (made.kind === 'wait') return made;
    // Only what is needed: reading a whole customer would take longer than reading none.
    const found = await tx
      .selectFrom('users')
      .select(['email', 'two_factor', 'anti_phishing_code'])
      .where('email', '=', email)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    const mail = mailFor(type, email, found && recipientFrom(found), made.code);
    await queueMail(deps, tx, mail);
    return made;
  });
  if (issued.kind === 'wait') return tooMany(issued.seconds);
  return { status: 'success', message: 'OTP sent to your email' };
};
