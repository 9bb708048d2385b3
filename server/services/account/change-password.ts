import type { changePassword as endpoint } from '#core/contract/account.ts';
import type { ParsedRequestOf } from '#core/contract/endpoint.ts';
import { checkResetPassword } from '#core/domain/validation.ts';
import { passwordChangedMail } from '#server/adapters/mail/texts.ts';
import type { Deps } from '#server/deps.ts';
import { type Owner, sessionStands } from '#server/platform/standing-session.ts';
import { sessionOver, wrongPassword } from '#server/refusal/refusals.ts';
import { type Refused, refuse } from '#server/refusal/refused.ts';
import { refuseCommon } from '#server/services/credentials/common-passwords.ts';
import {
  hashPassword,
  passwordMatches,
  refuseCrowd,
} from '#server/services/credentials/passwords.ts';
import { sealAgain } from '#server/services/notes/notes.ts';
import { queueMail } from '#server/services/notices/outbox.ts';
import { alarmedRecipientOf } from '#server/services/notices/recipients.ts';
import { endSessions } from '#server/services/sessions/sessions.ts';
import { inTransaction } from '#server/store/transaction.ts';

/** Changes the password and ends every session but this one. Returns why, if refused. */
export async function changePassword(
  deps: Deps,
  owner: Owner,
  request: ParsedRequestOf<typeof endpoint>,
): Promise<Refused | undefined> {
  const { userId, sessionId } = owner;
  const problem = checkResetPassword(request.newPassword);
  if (problem) return refuse('INVALID_INPUT', problem);
  const { password_hash: before } = await deps.db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const crowded = refuseCrowd();
  if (crowded) return crowded;
  if (!(await passwordMatches(before, request.oldPassword))) return wrongPassword();
  const common = refuseCommon(request.newPassword, []);
  if (common) return common;
  const password_hash = await hashPassword(request.newPassword);
  return inTransaction(deps.db, async (tx) => {
    // The password that was checked must still be the current one: of two changes at once, one counts.
    const updated = await tx
      .updateTable('users')
      .set({ password_hash })
      .where('id', '=', userId)
      .where('password_hash', '=', before)
      .executeTakeFirst();
    if (updated.numUpdatedRows !== 1n) return wrongPassword();
    if (!(await sessionStands(tx, owner))) return sessionOver();
    if (request.notes_key) await sealAgain(deps, tx, userId, request.notes_key, password_hash);
    await endSessions(tx, userId, sessionId);
    await queueMail(
      deps,
      tx,
      passwordChangedMail(await alarmedRecipientOf(deps, tx, userId, sessionId)),
    );
    return undefined;
  });
}
