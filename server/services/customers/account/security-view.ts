import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres';
import type { getSecurity } from '#core/contract/account/security.ts';
import type { AnswerOf } from '#core/contract/endpoint.ts';
import type { Deps } from '#server/deps.ts';
import type { Owner } from '#server/platform/standing-session.ts';
import { browserOf, emailChangesQuery } from '#server/services/access/credentials/email-codes.ts';
import { passkeyOf, passkeysQuery } from '#server/services/access/credentials/passkeys.ts';
import { recoveryCodesQuery } from '#server/services/access/credentials/second-factor.ts';
import { isFromBefore } from '#server/services/access/sessions/known-devices.ts';
import { sessionsOf, sessionsQuery } from '#server/services/access/sessions/session-list.ts';
import { isMailboxAloneOf } from '#server/services/customers/users/mailbox-alone.ts';
import { bookOnlyOf } from '#server/services/money-out/withdrawals/address-book-only.ts';
import { holdOf, sentLatelySql } from '#server/services/money-out/withdrawals/security-hold.ts';
import { isoOf, type JsonRow } from '#server/store/json-row.ts';

type Change = JsonRow<ReturnType<typeof emailChangesQuery>>;

/** The new address to which this browser has a valid code, and until when. */
function changeIn(changes: readonly Change[], device: string | undefined) {
  const own = changes.find(({ email, browser }) => browser === browserOf({ email, device }));
  return own ? { email: own.email, until: isoOf(own.expires_at) } : null;
}

/**
 * All that the security section shows of an account, read in one statement; undefined if the account is gone.
 * `device`: the browser's random number.
 */
export async function readSecurity(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { userId, sessionId }: Owner,
  device: string | undefined,
): Promise<AnswerOf<typeof getSecurity>['data'] | undefined> {
  const read = await db
    .selectFrom('users')
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .select(['id', 'email', 'two_factor', 'two_factor_since', 'anti_phishing_code'])
    .select(['withdrawals_held_until', 'withdrawals_held_for', 'withdrawals_frozen'])
    .select(['book_only_since', 'book_only_until'])
    .select([
      jsonArrayFrom(emailChangesQuery(db, clock, userId)).as('email_changes'),
      jsonObjectFrom(recoveryCodesQuery(db, userId)).as('recovery_codes'),
      jsonArrayFrom(passkeysQuery(db, userId)).as('passkeys'),
      jsonArrayFrom(sessionsQuery(db, clock, userId)).as('sessions'),
      sentLatelySql(clock, userId).as('sent_lately'),
      isMailboxAloneOf(sessionId).as('mailbox_alone'),
      isFromBefore({ db, clock }, userId, device).as('device_counts'),
    ])
    .executeTakeFirst();
  if (!read) return undefined;
  const { recovery_codes: codes } = read;
  const withdrawalHold = holdOf(read, clock.now());
  return {
    email: read.email,
    emailChange: changeIn(read.email_changes, device),
    twoFactor: read.two_factor,
    twoFactorSince: read.two_factor_since?.toISOString() ?? null,
    recoveryCodesLeft: codes?.left ?? 0,
    recoveryCodeUsedAt: codes?.used_at ? isoOf(codes.used_at) : null,
    passkeys: read.passkeys.map(passkeyOf),
    antiPhishingCode: read.anti_phishing_code,
    sessions: sessionsOf(read.sessions, sessionId),
    withdrawalHold,
    addressBookOnly: bookOnlyOf(read, clock.now()),
    turningOnHolds: withdrawalHold !== null || read.sent_lately,
    mailboxAlone: read.mailbox_alone,
    ...(read.mailbox_alone && { deviceCounts: read.device_counts }),
  };
}
