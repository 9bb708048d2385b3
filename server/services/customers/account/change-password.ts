import { sql } from 'kysely';
import type { changePassword as endpoint } from '#core/contract/account/account.ts';
import type { WaysBeside } from '#core/contract/account/ways-in.ts';
import type { ParsedRequestOf } from '#core/contract/endpoint.ts';
import type { Role } from '#core/pages.ts';
import { checkResetPassword } from '#core/people/validation.ts';
import { passwordChangedMail } from '#server/adapters/mail/texts.ts';
import type { Deps } from '#server/deps.ts';
import { type Owner, sessionStands } from '#server/platform/standing-session.ts';
import { sessionOver, wrongPassword } from '#server/refusal/refusals.ts';
import { type Refused, refuse } from '#server/refusal/refused.ts';
import { refuseCommon } from '#server/services/access/credentials/common-passwords.ts';
import { listPasskeys } from '#server/services/access/credentials/passkeys.ts';
import {
  hashPassword,
  passwordMatches,
  refuseCrowd,
} from '#server/services/access/credentials/passwords.ts';
import { noneProposed } from '#server/services/access/credentials/second-factor.ts';
import { waysLeftOf } from '#server/services/access/credentials/ways-in.ts';
import { endSessions } from '#server/services/access/sessions/sessions.ts';
import { queueMail } from '#server/services/messages/notices/outbox.ts';
import { alarmedRecipientOf } from '#server/services/messages/notices/recipients.ts';
import { sealAgain } from '#server/services/records/notes/notes.ts';
import type { Tx } from '#server/store/schema/schema.ts';
import { inTransaction } from '#server/store/transaction.ts';
import { inDoubtSince } from './late-ways-in.ts';

/** The ways in beside the password, and which of them are new (HARD-64). */
async function waysBesideOf(deps: Deps, tx: Tx, userId: string): Promise<WaysBeside> {
  const since = (await inDoubtSince(deps, tx, userId)).toISOString();
  const { two_factor, two_factor_since } = await tx
    .selectFrom('users')
    .select(['two_factor', 'two_factor_since'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const on = two_factor_since?.toISOString() ?? null;
  return {
    passkeys: (await listPasskeys(tx, userId)).map(({ id, name, addedAt }) => ({
      id,
      name,
      addedAt,
      isNew: addedAt >= since,
    })),
    twoFactor: two_factor ? { since: on, isNew: on !== null && on >= since } : null,
  };
}

/**
 * Changes the password and ends every session but this one. Removes no way in, as a thief who has the password
 * and a session could have that done; says what signs in besides.
 */
export async function changePassword(
  deps: Deps,
  owner: Owner & { readonly role: Role },
  request: ParsedRequestOf<typeof endpoint>,
): Promise<Refused | WaysBeside> {
  const { userId, sessionId } = owner;
  const problem = checkResetPassword(request.newPassword);
  if (problem) return refuse('INVALID_INPUT', problem, { field: 'newPassword' });
  const { password_hash: before } = await deps.db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const crowded = refuseCrowd();
  if (crowded) return crowded;
  if (!(await passwordMatches(before, request.oldPassword))) return wrongPassword();
  const common = refuseCommon(request.newPassword, [], 'newPassword');
  if (common) return common;
  const password_hash = await hashPassword(request.newPassword);
  return inTransaction(deps.db, async (tx) => {
    // The password that was checked must still be the current one: of two changes at once, one counts.
    const updated = await tx
      .updateTable('users')
      .set({ password_hash, ...noneProposed })
      // Whoever shows nothing but a password that a mailed code set has only the mailbox still (READ-14).
      .set({
        password_mailed_at: sql<Date>`case when exists (select from sessions where id = ${sessionId}
          and user_id = ${userId} and second_factor_at is not null) then null
          else password_mailed_at end`,
      })
      .where('id', '=', userId)
      .where('password_hash', '=', before)
      .executeTakeFirst();
    if (updated.numUpdatedRows !== 1n) return wrongPassword();
    if (!(await sessionStands(tx, owner))) return sessionOver();
    if (request.notes_key) await sealAgain(deps, tx, userId, request.notes_key, password_hash);
    await endSessions(deps, tx, userId, sessionId);
    const recipient = await alarmedRecipientOf(deps, tx, userId, sessionId);
    const staff = owner.role !== 'user';
    const ways = await waysLeftOf(tx, userId);
    await queueMail(deps, tx, passwordChangedMail(recipient, { staff, ways }));
    return waysBesideOf(deps, tx, userId);
  });
}
