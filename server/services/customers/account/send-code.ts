import { sql } from 'kysely';
import { otpTypes } from '#core/contract/account/registration.ts';
import { checkEmail } from '#core/people/validation.ts';
import { OTP_SENT } from '#core/words/codes.ts';
import type { Mail } from '#server/adapters/mail/mail.ts';
import {
  alreadyCustomerMail,
  type CodeToTell,
  proveEmailMail,
  type Recipient,
  resetPasswordMail,
} from '#server/adapters/mail/texts.ts';
import type { Deps } from '#server/deps.ts';
import { widestNetworkOf } from '#server/platform/network.ts';
import { type BrowserOperation, runOnce } from '#server/platform/operations.ts';
import { tooMany } from '#server/refusal/refusals.ts';
import { type Refused, refuse } from '#server/refusal/refused.ts';
import {
  browserOf,
  type CodeFor,
  issueCode,
  STRANGER,
} from '#server/services/access/credentials/email-codes.ts';
import { knowsDevice } from '#server/services/access/sessions/known-devices.ts';
import { hasMuchWaiting, NOBODY, queueMail } from '#server/services/messages/notices/outbox.ts';
import { recipientFrom } from '#server/services/messages/notices/recipients.ts';
import type { Tx } from '#server/store/schema/schema.ts';

interface Customer {
  /** Undefined if nobody has the address. */
  readonly id: string | undefined;
  readonly recipient: Recipient | undefined;
}

/** The account of an address. Always reads one row, because reading none takes measurably less time. */
async function customerAt(tx: Tx, email: string): Promise<Customer> {
  const { rows } = await sql<{
    id: string | null;
    email: string | null;
    two_factor: boolean | null;
    anti_phishing_code: string | null;
    country_code: string | null;
    state: string | null;
  }>`select users.id, users.email, users.two_factor, users.anti_phishing_code, users.country_code,
      users.state
    from (select 1) as one
    left join users on users.email = ${email} and users.deleted_at is null`.execute(tx);
  const [found] = rows;
  if (!found?.email) return { id: undefined, recipient: undefined };
  const { id, email: known, two_factor, anti_phishing_code, country_code, state } = found;
  return {
    id: id ?? undefined,
    recipient: recipientFrom({
      ...{ email: known, two_factor: two_factor === true, anti_phishing_code },
      ...{ country_code: country_code ?? '', state: state ?? '' },
    }),
  };
}

/**
 * The mail depends on who has the address; the answer and its time do not. If there is nothing to send, a
 * mail of the same length goes to nobody.
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

/** The pause for a network whose mails are still waiting to be sent. */
const COME_BACK_SECONDS = 60;

const SENT = { status: 'success', message: OTP_SENT } as const;

/**
 * The refusal during the cool-down or after the day's allowance; it tells whether the page has a valid code
 * all the same.
 */
export const noCodeYet = ({ seconds, codeCounts }: { seconds: number; codeCounts: boolean }) =>
  tooMany(seconds, { codeCounts });

/**
 * Mails a new code to an address, whoever has it. `operation`: the key under which the browser may ask again.
 */
export async function sendCode(
  deps: Deps,
  what: CodeFor,
  { ip, operation }: { readonly ip: string; readonly operation: BrowserOperation | undefined },
): Promise<typeof SENT | Refused> {
  const problem = checkEmail(what.email);
  if (problem) return refuse('INVALID_INPUT', problem, { field: 'email' });
  return runOnce<typeof SENT>(deps, operation, async (tx) => {
    const { id, recipient } = await customerAt(tx, what.email);
    const known = await knowsDevice(deps, tx, id, what.device);
    // Strangers use up the allowance of their network, not that of the owner's known devices.
    const cause = known ? what.email : `network ${widestNetworkOf(ip)}`;
    if (await hasMuchWaiting(tx, cause)) return tooMany(COME_BACK_SECONDS);
    const made = await issueCode(deps, tx, what, known ? browserOf(what) : STRANGER);
    if (made.kind === 'wait') return noCodeYet(made);
    await queueMail(deps, tx, mailFor(what.purpose, what.email, recipient, made), { cause });
    return SENT;
  });
}
