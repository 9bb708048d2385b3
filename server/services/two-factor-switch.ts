import { twoFactorOffMail, twoFactorOnMail } from '#server/adapters/mail/texts.ts';
import type { Deps } from '#server/deps.ts';
import type { Tx } from '#server/store/schema.ts';
import { queueMail } from './outbox.ts';
import { alarmedRecipientOf } from './recipients.ts';
import { replaceRecoveryCodes, secretContext, stepOf, takeSecondFactor } from './second-factor.ts';
import { openSecret } from './secret-box.ts';
import { holdWithdrawals } from './security-hold.ts';

/** Turns 2FA on with the pending secret and its first code; gives back the recovery codes. */
export async function turnOn(
  deps: Deps,
  tx: Tx,
  userId: string,
  given: { readonly security_key: string; readonly otp: string },
): Promise<string[] | undefined> {
  const user = await tx
    .selectFrom('users')
    .select('two_factor_pending')
    .where('id', '=', userId)
    .where('two_factor', '=', false)
    .forNoKeyUpdate()
    .executeTakeFirst();
  const sealed = user?.two_factor_pending;
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

/** Turns 2FA off with a code of the authenticator or a recovery code; false where it is wrong. */
export async function turnOff(deps: Deps, tx: Tx, userId: string, code: string): Promise<boolean> {
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
