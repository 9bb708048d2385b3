import { sql } from 'kysely';
import { otpTypes } from '#core/contract/registration.ts';
import { checkEmail } from '#core/domain/validation.ts';
import type { Mail } from '#server/adapters/mail/mail.ts';
import {
  alreadyCustomerMail,
  type CodeToTell,
  proveEmailMail,
  type Recipient,
  resetPasswordMail,
} from '#server/adapters/mail/texts.ts';
import type { Deps } from '#server/deps.ts';
import { tooMany } from '#server/refusal/refusals.ts';
import { type Refused, refuse } from '#server/refusal/refused.ts';
import { type CodeFor, issueCode } from '#server/services/credentials/email-codes.ts';
import { NOBODY, queueMail } from '#server/services/notices/outbox.ts';
import { recipientFrom } from '#server/services/notices/recipients.ts';
import type { Tx } from '#server/store/schema.ts';
import { inTransaction } from '#server/store/transaction.ts';

/** The account of an address. Always reads one row: reading none would show in the time it takes. */
async function customerAt(tx: Tx, email: string): Promise<Recipient | undefined> {
  const { rows } = await sql<{
    email: string | null;
    two_factor: boolean | null;
    anti_phishing_code: string | null;
  }>`select users.email, users.two_factor, users.anti_phishing_code from (select 1) as one
    left join users on users.email = ${email} and users.deleted_at is null`.execute(tx);
  const [found] = rows;
  if (!found?.email) return undefined;
  const { email: known, two_factor, anti_phishing_code } = found;
  return recipientFrom({ email: known, two_factor: two_factor === true, anti_phishing_code });
}

/**
 * What is sent depends on who has the address; what is answered, and when, does not: where nothing is to
 * be sent, a mail of the same length goes to nobody.
 */
function mailFor(
  purpose: number,
  email: string,
  customer: Recipient | undefined,
  code: CodeToTell,
): Mail {
  if (purpose === otpTypes.proveEmail) {
    return customer ? alreadyCustomerMail(customer) : proveEmailMail({ email }, code);
  }
  return resetPasswordMail(customer ?? { email: NOBODY }, code);
}

/** Mails a new code to an address, whoever has it. Returns why, if refused. */
export async function sendCode(deps: Deps, what: CodeFor): Promise<Refused | undefined> {
  const problem = checkEmail(what.email);
  if (problem) return refuse('INVALID_INPUT', problem);
  return inTransaction(deps.db, async (tx) => {
    const made = await issueCode(deps, tx, what);
    if (made.kind === 'wait') return tooMany(made.seconds);
    const customer = await customerAt(tx, what.email);
    await queueMail(deps, tx, mailFor(what.purpose, what.email, customer, made));
    return undefined;
  });
}
