import {
  recoveryCodesMail,
  twoFactorOffMail,
  twoFactorOnMail,
} from '#server/adapters/mail/texts.ts';
import type { Deps } from '#server/deps.ts';
import { openSecret, sealSecret } from '#server/platform/secret-box.ts';
import type { Owner } from '#server/platform/standing-session.ts';
import { invalidCode } from '#server/refusal/refusals.ts';
import { isRefused, type Refused, refuse } from '#server/refusal/refused.ts';
import {
  newSecret,
  replaceRecoveryCodes,
  secretContext,
  stepOf,
  takeSecondFactor,
} from '#server/services/credentials/second-factor.ts';
import { forgetSecondFactorAttempts } from '#server/services/credentials/second-factor-limit.ts';
import { queueMail } from '#server/services/notices/outbox.ts';
import { alarmedRecipientOf } from '#server/services/notices/recipients.ts';
import { type UserRow, withAccount } from '#server/services/users/users.ts';
import { holdWithdrawals } from '#server/services/withdrawals/security-hold.ts';
import type { Tx } from '#server/store/schema.ts';

/** A secret that counts for nothing until its first right code (SEC-01). */
export const proposeSecret = (deps: Deps, owner: Owner) =>
  withAccount(deps, owner, async (tx, { id: userId, email, two_factor }) => {
    // Otherwise whoever holds an open session could swap the second factor for their own.
    if (two_factor) return refuse('INVALID_INPUT', 'Two-factor authentication is already on.');
    const secret = newSecret(deps.random, email);
    await tx
      .updateTable('users')
      .set({ two_factor_pending: sealSecret(deps, secretContext(userId), secret.base32) })
      .where('id', '=', userId)
      .execute();
    return secret;
  });

/** With the pending secret and its first code; gives back the recovery codes. */
async function enable(
  deps: Deps,
  tx: Tx,
  { id: userId, two_factor, two_factor_pending: sealed }: UserRow,
  given: { readonly security_key: string; readonly otp: string },
): Promise<string[] | undefined> {
  if (two_factor) return undefined;
  const secret = sealed && openSecret(deps, secretContext(userId), sealed);
  // The page names the secret it shows: another tab may have asked for a newer one.
  if (!secret || secret !== given.security_key) return undefined;
  const step = stepOf(secret, given.otp.replace(/\s/g, ''), deps.clock.now());
  if (step === undefined) return undefined;
  await tx
    .updateTable('users')
    .set({
      two_factor: true,
      two_factor_secret: sealed,
      two_factor_pending: null,
      two_factor_step: step,
    })
    .where('id', '=', userId)
    .execute();
  await holdWithdrawals(tx, deps.clock, userId, 'two-factor');
  await queueMail(deps, tx, twoFactorOnMail(await alarmedRecipientOf(deps, tx, userId)));
  return replaceRecoveryCodes(deps, tx, userId);
}

/** With an authenticator's code or a recovery code; false if it is wrong. */
async function disable(deps: Deps, tx: Tx, userId: string, code: string): Promise<boolean> {
  if (!(await takeSecondFactor(deps, tx, userId, code))) return false;
  // While 2FA is still on, so that the mail quotes the anti-phishing code.
  await queueMail(deps, tx, twoFactorOffMail(await alarmedRecipientOf(deps, tx, userId)));
  await tx
    .updateTable('users')
    .set({ two_factor: false, two_factor_secret: null, two_factor_pending: null })
    .where('id', '=', userId)
    .execute();
  for (const table of ['recovery_codes', 'second_factor_grants'] as const) {
    await tx.deleteFrom(table).where('user_id', '=', userId).execute();
  }
  await holdWithdrawals(tx, deps.clock, userId, 'two-factor');
  return true;
}

/** With an authenticator's code or one of the old recovery codes. */
async function renew(deps: Deps, tx: Tx, userId: string, code: string) {
  if (!(await takeSecondFactor(deps, tx, userId, code))) return undefined;
  await queueMail(deps, tx, recoveryCodesMail(await alarmedRecipientOf(deps, tx, userId)));
  return replaceRecoveryCodes(deps, tx, userId);
}

/** Turns 2FA on with the first right code of the secret this server made (SEC-01, BEY-10, BEY-14). */
export async function turnOn(
  deps: Deps,
  owner: Owner,
  given: { readonly security_key: string; readonly otp: string },
): Promise<string[] | Refused> {
  const codes = await withAccount(
    deps,
    owner,
    async (tx, account) => (await enable(deps, tx, account, given)) ?? invalidCode(),
  );
  if (!isRefused(codes)) await forgetSecondFactorAttempts(deps, owner.userId);
  return codes;
}

/** Turns 2FA off (BEY-10); withdrawals are held for a day (BEY-14). */
export async function turnOff(
  deps: Deps,
  owner: Owner,
  code: string,
): Promise<Refused | undefined> {
  const right = await withAccount(deps, owner, (tx) => disable(deps, tx, owner.userId, code));
  if (isRefused(right)) return right;
  if (!right) return invalidCode();
  await forgetSecondFactorAttempts(deps, owner.userId);
  return undefined;
}

/** New recovery codes; the previous ones are void. */
export async function renewRecoveryCodes(
  deps: Deps,
  owner: Owner,
  code: string,
): Promise<string[] | Refused> {
  const codes = await withAccount(deps, owner, (tx) => renew(deps, tx, owner.userId, code));
  if (isRefused(codes)) return codes;
  if (!codes) return invalidCode();
  await forgetSecondFactorAttempts(deps, owner.userId);
  return codes;
}
