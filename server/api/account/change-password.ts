import type { changePassword as endpoint } from '#core/contract/account.ts';
import { checkResetPassword } from '#core/domain/validation.ts';
import { passwordChangedMail } from '#server/adapters/mail/texts.ts';
import { type Handler, signedIn } from '#server/api/handler.ts';
import { refuse } from '#server/refusal/refused.ts';
import { queueMail } from '#server/services/outbox.ts';
import { hashPassword, passwordMatches, refuseCrowd } from '#server/services/passwords.ts';
import { limit } from '#server/services/rate-limit.ts';
import { alarmedRecipientOf } from '#server/services/recipients.ts';
import { endSessions } from '#server/services/sessions.ts';
import { inTransaction } from '#server/store/transaction.ts';

const wrong = () => refuse('INVALID_CREDENTIALS', 'Current password is incorrect');

/** Changes the password and ends every session but this one. */
export const changePassword: Handler<typeof endpoint> = async (call, request) => {
  const { deps } = call;
  const { userId, sessionId } = signedIn(call);
  const limited = await limit(deps, {
    key: `change-password:${userId}`,
    attempts: 10,
    windowSeconds: 3600,
  });
  if (limited) return limited;
  const problem = checkResetPassword(request.newPassword);
  if (problem) return refuse('INVALID_INPUT', problem);
  const { password_hash: before } = await deps.db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const crowded = refuseCrowd();
  if (crowded) return crowded;
  if (!(await passwordMatches(before, request.oldPassword))) return wrong();
  const password_hash = await hashPassword(request.newPassword);
  const changed = await inTransaction(deps.db, async (tx) => {
    // The password that was checked must still be the one: two changes at once do not both count.
    const updated = await tx
      .updateTable('users')
      .set({ password_hash })
      .where('id', '=', userId)
      .where('password_hash', '=', before)
      .executeTakeFirst();
    if (updated.numUpdatedRows !== 1n) return false;
    await endSessions(tx, userId, sessionId);
    await queueMail(deps, tx, passwordChangedMail(await alarmedRecipientOf(deps, tx, userId)));
    return true;
  });
  if (!changed) return wrong();
  return { status: 'success', message: 'The password has been successfully changed' };
};
