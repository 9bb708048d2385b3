import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { brand } from '#core/brand.ts';
import type { PasskeyUse } from '#core/contract/account/passkeys.ts';
import { couldBeCode, plainRecoveryCode } from '#core/people/code-text.ts';
import { CODE_NEEDED } from '#core/words/codes.ts';
import { INVALID_2FA } from '#core/words/way-out.ts';
import type { Deps } from '#server/deps.ts';
import { openSecret, sealSecret } from '#server/platform/secret-box.ts';
import { RECOVERY_CODES } from '#server/policy.ts';
import { invalidCode } from '#server/refusal/refusals.ts';
import { guessing, isGuess, isRefused, type Refused, refuse } from '#server/refusal/refused.ts';
import type { Reader, Tx } from '#server/store/schema/schema.ts';
import { takeShown } from './passkeys.ts';
import { forgiveGuesses } from './second-factor-limit.ts';

const STEP_MS = 30_000;

const totpOf = (base32: string, label: string): TOTP =>
  new TOTP({ issuer: brand.name, label, secret: Secret.fromBase32(base32), period: 30, digits: 6 });

/** The context under which a second factor's secret is sealed. */
export const secretContext = (userId: string): string => `2fa:${userId}`;

/** The same of one that is proposed: it cannot be put in the place of one that counts. */
export const pendingContext = (userId: string): string => `2fa-pending:${userId}`;

/** A new secret of 160 bits in base32, and the address that an authenticator reads from the QR code. */
export function newSecret(
  random: (bytes: number) => Uint8Array,
  email: string,
): { readonly base32: string; readonly qrCodeUrl: string } {
  const secret = new Secret({ buffer: new Uint8Array(random(20)).buffer });
  return { base32: secret.base32, qrCodeUrl: totpOf(secret.base32, email).toString() };
}

/** Whether an account has its second factor turned on. */
export async function readTwoFactor(reader: Reader, userId: string): Promise<boolean> {
  const user = await reader
    .selectFrom('users')
    .select('two_factor')
    .where('id', '=', userId)
    .executeTakeFirst();
  return user?.two_factor ?? false;
}

/**
 * The time step for which a code is right, or undefined. Only the current step is accepted: the library's
 * default would accept codes for 90 seconds.
 */
export function stepOf(base32: string, code: string, now: number): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const delta = totpOf(base32, '').validate({ token: code, timestamp: now, window: 0 });
  return delta === 0 ? Math.floor(now / STEP_MS) : undefined;
}

/** Recovery codes have three groups of four characters that are not easily confused. */
const ALPHABET = 'ABCDEFGHJKMNPQRSTVWXYZ23456789';

/** A code of fifty-nine random bits, as `XXXX-XXXX-XXXX`. */
export function newLongCode(random: (bytes: number) => Uint8Array): string {
  const letter = (): string => {
    for (;;) {
      const [byte = 0] = random(1);
      if (byte < 240) return ALPHABET.charAt(byte % ALPHABET.length);
    }
  };
  const group = (): string => Array.from({ length: 4 }, letter).join('');
  return Array.from({ length: 3 }, group).join('-');
}

/** Fifty-nine random bits need no slow hash. */
export const hashLongCode = (userId: string, code: string): string =>
  createHash('sha256')
    .update(`${userId}\n${plainRecoveryCode(code)}`)
    .digest('base64url');

/** The kind of second factor used: an authenticator's code, a recovery code, or a passkey. */
export const shownFactors = ['app', 'recovery-code', 'passkey'] as const;
export type ShownFactor = (typeof shownFactors)[number];

/**
 * The owner of the code, the session that uses it or that it opens, and what a passkey must have been used
 * for.
 */
export interface Shower {
  readonly userId: string;
  readonly sessionId: string;
  readonly use: PasskeyUse;
  /** The fingerprint of what a passkey must have signed; without one, nothing of its own. */
  readonly about?: string;
}

/** As an authenticator shows it: “123 456”. */
const typedCode = (code: string): string => code.replace(/\s/g, '');

/**
 * Refuses what does not show the factor. Only a code that was tried and is wrong is a guess (HARD-64): not an empty
 * field, what cannot be a code, a code that was used or whose time is over, or 2FA that is off.
 */
function notShown(why: 'empty' | 'no-code' | 'off' | 'over' | 'wrong'): Refused {
  switch (why) {
    case 'empty':
      return refuse('SECOND_FACTOR_REQUIRED', CODE_NEEDED);
    case 'no-code':
      return invalidCode();
    case 'off':
      return refuse('INVALID_INPUT', 'Two-factor authentication is off already.');
    case 'over':
      return refuse(
        'INVALID_CODE',
        'This code was used already, or its time is over. Enter the one that your app shows now.',
      );
    case 'wrong':
      return guessing(invalidCode());
  }
}

/** The same beside a sign-in and a withdrawal, where the page says “2FA code”. */
export function tryAgain(refused: Refused): Refused {
  const said = refuse('INVALID_CODE', INVALID_2FA);
  if (isGuess(refused)) return guessing(said);
  const { code, message } = refused.refusal;
  const isBare = code === 'SECOND_FACTOR_REQUIRED' || message === invalidCode().refusal.message;
  return isBare ? said : refused;
}

/** Whether a wrong code is the one that was used last, or the one before the present one. */
const isOver = (secret: string, code: string, used: number, now: number): boolean =>
  stepOf(secret, code, used * STEP_MS) !== undefined ||
  stepOf(secret, code, now - STEP_MS) !== undefined;

/**
 * Checks an authenticator's code, a recovery code or a passkey's token, and uses it up, even if many requests
 * arrive at once. The caller limits the attempts (`countingSecondFactor`); a right code forgives the wrong ones.
 */
export async function takeSecondFactor(
  deps: Deps,
  tx: Tx,
  shower: Shower,
  code: string,
): Promise<ShownFactor | Refused> {
  const shown = await take(deps, tx, shower, code);
  if (!isRefused(shown)) await forgiveGuesses(tx, shower.userId);
  return shown;
}

async function take(
  deps: Deps,
  tx: Tx,
  { userId, sessionId, use, about = '' }: Shower,
  code: string,
): Promise<ShownFactor | Refused> {
  const { clock } = deps;
  const typed = typedCode(code);
  const user = await tx
    .selectFrom('users')
    .select(['two_factor_secret', 'two_factor_step'])
    .where('id', '=', userId)
    .where('two_factor', '=', true)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!user?.two_factor_secret) return notShown('off');
  if (typed === '') return notShown('empty');
  if (!couldBeCode(typed)) return notShown('no-code');
  if (await takeShown(deps, tx, typed, { use, sessionId, about })) return 'passkey';
  const secret = openSecret(deps, secretContext(userId), user.two_factor_secret);
  const step = secret === undefined ? undefined : stepOf(secret, typed, clock.now());
  if (secret !== undefined && step !== undefined) {
    // Sealed again at each use, so that a replaced key falls out of use.
    const sealed = sealSecret(deps, secretContext(userId), secret);
    const { rows } =
      await sql`update users set two_factor_step = ${step}, two_factor_secret = ${sealed}
      where id = ${userId} and two_factor_step < ${step} returning 1`.execute(tx);
    return rows.length > 0 ? 'app' : notShown('over');
  }
  const { rows } = await sql`update recovery_codes set used_at = ${clock.sql}
    where user_id = ${userId} and code_hash = ${hashLongCode(userId, typed)}
      and used_at is null returning 1`.execute(tx);
  if (rows.length > 0) return 'recovery-code';
  const over =
    (secret !== undefined && isOver(secret, typed, user.two_factor_step, clock.now())) ||
    (await isUsedRecoveryCode(tx, userId, typed));
  return notShown(over ? 'over' : 'wrong');
}

/** Whether this was one of the account's recovery codes, and is used up. */
export async function isUsedRecoveryCode(
  reader: Reader,
  userId: string,
  code: string,
): Promise<boolean> {
  const row = await reader
    .selectFrom('recovery_codes')
    .select('used_at')
    .where('user_id', '=', userId)
    .where('code_hash', '=', hashLongCode(userId, code))
    .where('used_at', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Reads how many recovery codes are left, and when one was last used; null if never since they were made. */
export const recoveryCodesQuery = (reader: Reader, userId: string) =>
  reader
    .selectFrom('recovery_codes')
    .select((of) => [
      of.fn.countAll<number>().filterWhere('used_at', 'is', null).as('left'),
      of.fn.max('used_at').as('used_at'),
    ])
    .where('user_id', '=', userId);

/** Makes new recovery codes and invalidates the old ones. Returned once, stored as hashes. */
export async function replaceRecoveryCodes(
  { random }: Pick<Deps, 'random'>,
  tx: Tx,
  userId: string,
): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => newLongCode(random));
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  const rows = codes.map((code) => ({
    user_id: userId,
    code_hash: hashLongCode(userId, code),
    used_at: null,
  }));
  await tx.insertInto('recovery_codes').values(rows).execute();
  return codes;
}

/** No factor is proposed, as columns of an account. */
export const noneProposed = {
  two_factor_pending: null,
  two_factor_pending_by: null,
  two_factor_pending_at: null,
} as const;

/** What was shown a moment ago and leads on to something else: codes that were right, and passkeys that signed. */
export async function endShown(tx: Tx, userId: string): Promise<void> {
  for (const table of ['second_factor_grants', 'passkey_challenges'] as const) {
    await tx.deleteFrom(table).where('user_id', '=', userId).execute();
  }
}

/** Turns a second factor off, with everything that belongs to it. */
export async function dropSecondFactor(tx: Tx, userId: string): Promise<void> {
  await tx
    .updateTable('users')
    .set({
      two_factor: false,
      two_factor_secret: null,
      ...noneProposed,
      two_factor_since: null,
      two_factor_by: null,
      two_factor_known: null,
    })
    .where('id', '=', userId)
    .execute();
  for (const table of ['recovery_codes', 'second_factor_grants'] as const) {
    await tx.deleteFrom(table).where('user_id', '=', userId).execute();
  }
}

export async function recoveryCodesLeft(reader: Reader, userId: string): Promise<number> {
  const { left } = await reader
    .selectFrom('recovery_codes')
    .select((of) => of.fn.countAll<string>().as('left'))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(left);
}
