import { createHash, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import { otpTypes } from '#core/contract/account/registration.ts';
import { cleanCode, mailedDigits } from '#core/people/code-text.ts';
import type { Clock } from '#server/base/clock.ts';
import type { Deps } from '#server/deps.ts';
import { CODE_MINUTES, CODE_PAUSE_SECONDS, CODE_TRIES } from '#server/policy.ts';
import type { Reader, Tx } from '#server/store/schema/schema.ts';

const DAY_SECONDS = 24 * 3600;

/** Purposes besides `otpTypes`, which anybody can request. */
export const codePurposes = { changeEmail: 3, newDevice: 4, transfer: 5 } as const;

/**
 * Without this limit, requesting codes again and again would be a way to guess one. Customers may make more
 * transfers a day, and only their own session requests those codes.
 */
const codesADay = (purpose: number): number => (purpose === codePurposes.transfer ? 50 : 10);

/**
 * The digits of a code. A stranger who requests a code can guess it, fifty times a day per known address. If
 * a right guess would open an account or move money, the code has two more digits, which makes guessing
 * hopeless.
 */
const digitsOf = (purpose: number): 6 | 8 =>
  purpose === otpTypes.proveEmail || purpose === codePurposes.changeEmail
    ? mailedDigits.proves
    : mailedDigits.opens;

export interface CodeFor {
  readonly email: string;
  /** One of `otpTypes` or `codePurposes`: a code is valid for one purpose only. */
  readonly purpose: number;
  /** The browser's random number, if it sent one. A code is valid only in its browser. */
  readonly device: string | undefined;
  /** The fingerprint of the transfer that the code confirms; it is valid for no other. */
  readonly about?: string;
}

/** The name under which strangers' requests are counted: they share an address's allowance. */
export const STRANGER = '';

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url');

const hashCode = ({ email, purpose }: CodeFor, code: string): string =>
  hashOf(`${purpose}\n${email}\n${code}`);

/** Hashed with the address, so that the table does not reveal which addresses one browser asked for. */
export const browserOf = ({ email, device }: Pick<CodeFor, 'email' | 'device'>): string =>
  device === undefined ? '' : hashOf(`${email}\n${device}`);

/** Decimal digits, every code with the same probability. */
export function newCode(random: (bytes: number) => Uint8Array, digits: 6 | 8): string {
  const codes = 10 ** digits;
  // Values above the last whole multiple would make some codes more likely.
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
      /** Whether this browser's code is still valid. */
      readonly codeCounts: boolean;
    };

/**
 * Makes a new code for an address, purpose and browser. This browser's earlier code becomes invalid; those of
 * other browsers stay. Unknown addresses are treated the same, so that nothing tells them apart. `asker`:
 * whose allowance it counts towards.
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
    where held.sent_at <= ${clock.sqlIn(-CODE_PAUSE_SECONDS)}
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
  sql<boolean>`(tries < ${CODE_TRIES} and used_at is null and email_codes.expires_at > ${clock.sql})`;

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
        else sent_at + ${CODE_PAUSE_SECONDS}::integer * interval '1 second' end
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

/** Until when this browser's code is valid; undefined if it has none. */
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

/** Reads which browsers have a valid code for the change of an account's address, and to which address. */
export const emailChangesQuery = (reader: Reader, clock: Clock, userId: string) =>
  reader
    .selectFrom('email_changes')
    .innerJoin('email_codes', 'email_codes.email', 'email_changes.email')
    .where('user_id', '=', userId)
    .where('purpose', '=', codePurposes.changeEmail)
    .where(counts(clock))
    .select(['email_codes.email', 'browser', 'email_codes.expires_at']);

/** Invalidates the codes of an address for a purpose, and restores its daily allowance. */
export async function forgetCodes(tx: Tx, email: string, purpose: number): Promise<void> {
  for (const table of ['email_codes', 'code_allowances'] as const) {
    await tx.deleteFrom(table).where('email', '=', email).where('purpose', '=', purpose).execute();
  }
}

/** The result of trying a code. */
export type CodeTrial =
  | { readonly kind: 'right' }
  | { readonly kind: 'wrong'; readonly left: number }
  /** The code belongs to another browser. */
  | { readonly kind: 'elsewhere'; readonly left: number }
  | { readonly kind: 'ran-out' }
  /** Tried wrongly too often. */
  | { readonly kind: 'used-up' }
  | { readonly kind: 'used' }
  /** The code was made for another transfer. */
  | { readonly kind: 'other' }
  /** This browser has not requested a code. */
  | { readonly kind: 'none' };

/**
 * Tries a code, as typed, and uses it up if it is right. The try is counted in the same statement, so that of many
 * simultaneous ones only five are compared. The caller must commit even if the code is wrong, or the try
 * would not be counted. The answer depends only on this browser's own code.
 */
export async function tryCode(
  tx: Tx,
  clock: Clock,
  what: CodeFor,
  code: string,
): Promise<CodeTrial> {
  const { email, purpose, about = '' } = what;
  const browser = browserOf(what);
  const read = cleanCode(code);
  // What cannot be a code guesses nothing, and costs no try.
  const isCode = read.length === digitsOf(purpose) && /^\d+$/.test(read);
  const { rows } = await sql<{ code_hash: string; tries: number }>`
    update email_codes set tries = tries + ${isCode ? 1 : 0}::integer
    where email = ${email} and purpose = ${purpose} and browser = ${browser}
      and about = ${about} and ${counts(clock)}
    returning code_hash, tries`.execute(tx);
  const [row] = rows;
  if (!row) return whyNot(tx, what);
  const given = hashCode(what, read);
  if (timingSafeEqual(Buffer.from(row.code_hash), Buffer.from(given))) {
    await sql`update email_codes set used_at = ${clock.sql}
      where email = ${email} and purpose = ${purpose} and browser = ${browser}`.execute(tx);
    return { kind: 'right' };
  }
  // Whoever guesses another browser's code learns nothing useful: it is not valid here.
  const elsewhere = await sql`select 1 from email_codes where email = ${email}
    and purpose = ${purpose} and code_hash = ${given} and ${counts(clock)}`.execute(tx);
  const left = CODE_TRIES - row.tries;
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
  return row.tries >= CODE_TRIES ? { kind: 'used-up' } : { kind: 'ran-out' };
}
