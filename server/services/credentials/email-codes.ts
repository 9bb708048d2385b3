import { createHash, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import { otpTypes } from '#core/contract/registration.ts';
import type { Clock } from '#server/clock.ts';
import type { Deps } from '#server/deps.ts';
import type { Reader, Tx } from '#server/store/schema.ts';

/** How long a code is good for, in minutes. */
export const CODE_MINUTES = 10;

export const TRIES = 5;
/** Between one code and the next. */
export const COOL_DOWN_SECONDS = 30;
const DAY_SECONDS = 24 * 3600;

/** Purposes besides `otpTypes`, which are those that anybody may ask for. */
export const codePurposes = { changeEmail: 3, newDevice: 4, transfer: 5 } as const;

/**
 * Without this limit, asking for code after code would be a way in. A customer may well make more transfers
 * a day than that, and only their own session asks for those codes.
 */
const codesADay = (purpose: number): number => (purpose === codePurposes.transfer ? 50 : 10);

/**
 * A stranger who asks for a code may guess at it: fifty guesses a day for each address they know. Where
 * a right guess would open another person's account or move their money, the code has two more digits,
 * which makes guessing hopeless.
 */
const digitsOf = (purpose: number): 6 | 8 =>
  purpose === otpTypes.proveEmail || purpose === codePurposes.changeEmail ? 6 : 8;

export interface CodeFor {
  readonly email: string;
  /** One of `otpTypes` or `codePurposes`: a code for one purpose is worthless for another. */
  readonly purpose: number;
  /** The browser's random number; undefined for one that did not say. A code counts only there. */
  readonly device: string | undefined;
  /** The transfer that it confirms, as a fingerprint: the code counts for no other. */
  readonly about?: string;
}

/** Who asks, where codes are counted: strangers share what an address has. */
export const STRANGER = '';

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url');

const hashCode = ({ email, purpose }: CodeFor, code: string): string =>
  hashOf(`${purpose}\n${email}\n${code}`);

/** Hashed with the address, so that the table does not reveal what was asked for in one browser. */
export const browserOf = ({ email, device }: Pick<CodeFor, 'email' | 'device'>): string =>
  device === undefined ? '' : hashOf(`${email}\n${device}`);

/** Decimal digits, each code as likely as any other. */
export function newCode(random: (bytes: number) => Uint8Array, digits: 6 | 8): string {
  const codes = 10 ** digits;
  // The values beyond the last whole million would make some codes likelier.
  const usable = Math.floor(2 ** 32 / codes) * codes;
  for (;;) {
    const value = Buffer.from(random(4)).readUInt32BE();
    if (value < usable) return String(value % codes).padStart(digits, '0');
  }
}

export type IssuedCode =
  | { readonly kind: 'issued'; readonly code: string; readonly minutes: number }
  | {
      readonly kind: 'wait';
      readonly seconds: number;
      /** Whether the code that this browser has still counts. */
      readonly codeCounts: boolean;
    };

/**
 * Makes a new code for an address, a purpose and a browser; the one this browser had before is void,
 * and those of others are not. The same for addresses that belong to nobody, so that nothing tells them
 * apart. `asker`: whose allowance it is counted on.
 */
export async function issueCode(
  deps: Pick<Deps, 'clock' | 'random'>,
  tx: Tx,
  what: CodeFor,
  asker: string,
): Promise<IssuedCode> {
  const { clock } = deps;
  const { email, purpose, about = '' } = what;
  const allowed = await sql`
    insert into code_allowances as held (email, purpose, asker, sent_at, sent_today, today_ends_at)
    values (${email}, ${purpose}, ${asker}, ${clock.sql}, 1, ${clock.sqlIn(DAY_SECONDS)})
    on conflict (email, purpose, asker) do update set
      sent_at = excluded.sent_at,
      sent_today = case when held.today_ends_at <= excluded.sent_at then 1
        else held.sent_today + 1 end,
      today_ends_at = case when held.today_ends_at <= excluded.sent_at
        then excluded.today_ends_at else held.today_ends_at end
    where held.sent_at <= ${clock.sqlIn(-COOL_DOWN_SECONDS)}
      and (held.sent_today < ${codesADay(purpose)} or held.today_ends_at <= excluded.sent_at)
    returning 1 as allowed`.execute(tx);
  if (allowed.rows.length === 0) return whenAgain(tx, clock, what, asker);
  const code = newCode(deps.random, digitsOf(purpose));
  await sql`
    insert into email_codes (email, purpose, browser, about, code_hash, tries, sent_at, expires_at)
    values (${email}, ${purpose}, ${browserOf(what)}, ${about}, ${hashCode(what, code)}, 0,
      ${clock.sql}, ${clock.sqlIn(CODE_MINUTES * 60)})
    on conflict (email, purpose, browser) do update set
      about = excluded.about, code_hash = excluded.code_hash, tries = 0, sent_at = excluded.sent_at,
      expires_at = excluded.expires_at, used_at = null`.execute(tx);
  return { kind: 'issued', code, minutes: CODE_MINUTES };
}

const counts = (clock: Clock) =>
  sql<boolean>`(tries < ${TRIES} and used_at is null and expires_at > ${clock.sql})`;

async function whenAgain(
  tx: Tx,
  clock: Clock,
  what: CodeFor,
  asker: string,
): Promise<Extract<IssuedCode, { kind: 'wait' }>> {
  const { email, purpose, about = '' } = what;
  const { rows } = await sql<{ seconds: string; counts: boolean }>`
    select ceil(extract(epoch from (
      case when sent_today >= ${codesADay(purpose)} then today_ends_at
        else sent_at + ${COOL_DOWN_SECONDS}::integer * interval '1 second' end
    ) - ${clock.sql}))::text as seconds,
    exists (select 1 from email_codes where email = ${email} and purpose = ${purpose}
      and browser = ${browserOf(what)} and about = ${about} and ${counts(clock)}) as counts
    from code_allowances
    where email = ${email} and purpose = ${purpose} and asker = ${asker}`.execute(tx);
  const [row] = rows;
  return {
    kind: 'wait',
    seconds: Math.max(1, Number(row?.seconds ?? 1)),
    codeCounts: row?.counts === true,
  };
}

/** Until when the code of this browser counts; undefined where it has none that does. */
export async function codeUntil(
  reader: Reader,
  clock: Clock,
  what: CodeFor,
): Promise<Date | undefined> {
  const row = await reader
    .selectFrom('email_codes')
    .select('expires_at')
    .where('email', '=', what.email)
    .where('purpose', '=', what.purpose)
    .where('browser', '=', browserOf(what))
    .where(counts(clock))
    .executeTakeFirst();
  return row?.expires_at;
}

/** Codes of an address for a purpose no longer count, and as many as on a new day may be asked for. */
export async function forgetCodes(tx: Tx, email: string, purpose: number): Promise<void> {
  for (const table of ['email_codes', 'code_allowances'] as const) {
    await tx.deleteFrom(table).where('email', '=', email).where('purpose', '=', purpose).execute();
  }
}

/** What became of a code that was typed. */
export type CodeTrial =
  | { readonly kind: 'right' }
  | { readonly kind: 'wrong'; readonly left: number }
  /** It is the code of another browser. */
  | { readonly kind: 'elsewhere'; readonly left: number }
  | { readonly kind: 'ran-out' }
  /** Tried wrongly too often. */
  | { readonly kind: 'used-up' }
  | { readonly kind: 'used' }
  /** It was made for another transfer. */
  | { readonly kind: 'other' }
  /** This browser has not asked for one. */
  | { readonly kind: 'none' };

/**
 * Tries a code and uses it up where it is right. Each try is counted with the comparison, in one
 * statement, so that however many come at once only five are compared. The caller must let the
 * transaction commit also when it is not right, or the try would not count. What is answered depends on
 * this browser's own code and on nothing else of the address.
 */
export async function tryCode(
  tx: Tx,
  clock: Clock,
  what: CodeFor,
  code: string,
): Promise<CodeTrial> {
  const { email, purpose, about = '' } = what;
  const browser = browserOf(what);
  const { rows } = await sql<{ code_hash: string; tries: number }>`
    update email_codes set tries = tries + 1
    where email = ${email} and purpose = ${purpose} and browser = ${browser}
      and about = ${about} and ${counts(clock)}
    returning code_hash, tries`.execute(tx);
  const [row] = rows;
  if (!row) return whyNot(tx, what);
  const given = hashCode(what, code.trim());
  if (timingSafeEqual(Buffer.from(row.code_hash), Buffer.from(given))) {
    await sql`update email_codes set used_at = ${clock.sql}
      where email = ${email} and purpose = ${purpose} and browser = ${browser}`.execute(tx);
    return { kind: 'right' };
  }
  // Whoever guesses it learns nothing they could use: it does not count here.
  const elsewhere = await sql`select 1 from email_codes where email = ${email}
    and purpose = ${purpose} and code_hash = ${given} and ${counts(clock)}`.execute(tx);
  const left = TRIES - row.tries;
  return elsewhere.rows.length > 0 ? { kind: 'elsewhere', left } : { kind: 'wrong', left };
}

async function whyNot(tx: Tx, what: CodeFor): Promise<CodeTrial> {
  const row = await tx
    .selectFrom('email_codes')
    .select(['about', 'used_at', 'tries'])
    .where('email', '=', what.email)
    .where('purpose', '=', what.purpose)
    .where('browser', '=', browserOf(what))
    .executeTakeFirst();
  if (!row) return { kind: 'none' };
  if (row.about !== (what.about ?? '')) return { kind: 'other' };
  if (row.used_at) return { kind: 'used' };
  return row.tries >= TRIES ? { kind: 'used-up' } : { kind: 'ran-out' };
}
