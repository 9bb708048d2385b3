import type { enableTwoFactor as endpoint } from '#core/contract/account.ts';
import { twoFactorOnMail } from '#server/adapters/mail/texts.ts';
import { type Handler, signedIn } from '#server/api/handler.ts';
import { refuse } from '#server/api/refused.ts';
import { recipientOf } from '#server/services/recipients.ts';
import { hashRecoveryCode, newRecoveryCodes, stepOf } from '#server/services/second-factor.ts';
import { limitSecondFactor } from '#server/services/second-factor-limit.ts';
import { holdWithdrawals } from '#server/services/security-hold.ts';
import { inTransaction } from '#server/store/transaction.ts';

const BASE32 = /^[A-Z2-7]{16,128}$/;

const wrong = () => refuse('INVALID_CODE', 'Invalid verification code');

/** Turns 2FA on with the first right code of the secret this server made (SEC-01, BEY-10, BEY-14). */
export const enableTwoFactor: Handler<typeof endpoint> = async (call, request) => {
  const { deps } = call;
  const { userId } = signedIn(call);
  const limited = await limitSecondFactor(deps, userId);
  if (limited) return limited;
  if (!BASE32.test(request.security_key)) return wrong();
  const step = stepOf(request.security_key, request.otp, call.now);
  if (step === undefined) return wrong();
  const recoveryCodes = newRecoveryCodes(deps.random);
  const enabled = await inTransaction(deps.db, async (tx) => {
    const updated = await tx
      .updateTable('users')
      .set({
        two_factor: true,
        two_factor_secret: request.security_key,
        two_factor_pending: null,
        two_factor_step: step,
      })
      .where('id', '=', userId)
      .where('two_factor', '=', false)
      .where('two_factor_pending', '=', request.security_key)
      .executeTakeFirst();
    if (updated.numUpdatedRows !== 1n) return false;
    await holdWithdrawals(tx, deps.clock, userId, 'two-factor');
    await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
    const rows = recoveryCodes.map((code) => ({
      user_id: userId,
      code_hash: hashRecoveryCode(userId, code),
      used_at: null,
    }));
    await tx.insertInto('recovery_codes').values(rows).execute();
    return true;
  });
  if (!enabled) return wrong();
  deps.parties.mail.post(twoFactorOnMail(await recipientOf(deps.db, userId)));
  return {
    status: 'success',
    message: 'Two-Factor Authentication has been successfully enabled',
    data: { recoveryCodes: [...recoveryCodes] },
  };
};
