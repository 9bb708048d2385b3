import { createHash, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import type { Clock } from '#server/clock.ts';
import type { Deps } from '#server/deps.ts';
import type { Tx } from '#server/store/schema.ts';

/** How long a code is good for, in minutes. */
export const CODE_MINUTES = 10;

const TRIES = 5;
const COOL_DOWN_SECONDS = 30;
/**
 * Five tries a code and ten codes a day make fifty guesses out of a million a day. Without this
 * limit, asking for code after code would be a way in.
 */
const CODES_A_DAY = 10;
const DAY_SECONDS = 24 * 3600;

export interface CodeFor {
  readonly email: string;
  /** One of `otpTypes`: a code for one purpose is worthless for another. */
  readonly purpose: number;
}

const hashCode = ({ email, purpose }: CodeFor, code: string): string =>
  createHash('sha256').update(`${purpose}\n${email}\n${code}`).digest('base64url');

/** Six decimal digits, each code as likely as any other. */
export function newCode(random: (bytes: number) => Uint8Array): string {
  for (;;) {
    const value = Buffer.from(random(4)).readUInt32BE();
    // The values beyond the last whole million would make some codes likelier.
    if (value < 4_294_000_000) return String(value % 1_000_000).padStart(6, '0');
  }
}

export type IssuedCode =
  | { readonly kind: 'issued'; readonly code: string; readonly minutes: number }
  | { readonly kind: 'wait'; readonly seconds: number };

/**
 * Makes a new code for an address and purpose; the one before it is void. The same for addresses
 * that belong to nobody, so that nothing tells them apart.
 */
export async function issueCode(
  deps: Pick<Deps, 'clock' | 'random'>,
  tx: Tx,
  what: CodeFor,
): Promise<IssuedCode> {
  const { clock } = deps;
  const code = newCode(deps.random);
  const issued = await sql`
    insert into email_codes
      (email, purpose, code_hash, tries, sent_at, expires_at, sent_today, today_ends_at)
    values (${what.email}, ${what.purpose}, ${hashCode(what, code)}, 0, ${clock.sql},
      ${clock.sqlIn(CODE_MINUTES * 60)}, 1, ${clock.sqlIn(DAY_SECONDS)})
    on conflict (email, purpose) do update set
      code_hash = excluded.code_hash, tries = 0, sent_at = excluded.sent_at,
      expires_at = excluded.expires_at, used_at = null,
      sent_today = case when email_codes.today_ends_at <= excluded.sent_at then 1
        else email_codes.sent_today + 1 end,
      today_ends_at = case when email_codes.today_ends_at <= excluded.sent_at
        then excluded.today_ends_at else email_codes.today_ends_at end
    where email_codes.sent_at <= ${clock.sqlIn(-COOL_DOWN_SECONDS)}
      and (email_codes.sent_today < ${CODES_A_DAY} or email_codes.today_ends_at <= excluded.sent_at)
    returning 1 as issued`.execute(tx);
  if (issued.rows.length > 0) return { kind: 'issued', code, minutes: CODE_MINUTES };
  return { kind: 'wait', seconds: await secondsToWait(tx, clock, what) };
}

async function secondsToWait(tx: Tx, clock: Clock, what: CodeFor): Promise<number> {
  const { rows } = await sql<{ seconds: string }>`
    select ceil(extract(epoch from (
      case when sent_today >= ${CODES_A_DAY} then today_ends_at
        else sent_at + ${COOL_DOWN_SECONDS}::integer * interval '1 second' end
    ) - ${clock.sql}))::text as seconds
    from email_codes where email = ${what.email} and purpose = ${what.purpose}`.execute(tx);
  return Math.max(1, Number(rows[0]?.seconds ?? 1));
}

/**
 * Tries a code and uses it up where it is right. Each try is counted with the comparison, in one
 * statement, so that however many come at once only five are compared. The caller must let the
 * transaction commit also when the answer is false, or the try would not count.
 */
export async function takeCode(
  tx: Tx,
  clock: Clock,
  what: CodeFor,
  code: string,
): Promise<boolean> {
  const { rows } = await sql<{ code_hash: string }>`
    update email_codes set tries = tries + 1
    where email = ${what.email} and purpose = ${what.purpose}
      and tries < ${TRIES} and used_at is null and expires_at > ${clock.sql}
    returning code_hash`.execute(tx);
  const expected = Buffer.from(rows[0]?.code_hash ?? '');
  const given = Buffer.from(hashCode(what, code.trim()));
  if (expected.length !== given.length || !timingSafeEqual(expected, given)) return false;
  await sql`update email_codes set used_at = ${clock.sql}
    where email = ${what.email} and purpose = ${what.purpose}`.execute(tx);
  return true;
}
