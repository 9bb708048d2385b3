import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { confirmedByIdentityMail, notConfirmedMail } from '#server/adapters/mail/texts.ts';
import type { Deps } from '#server/deps.ts';
import { limit } from '#server/platform/rate-limit.ts';
import type { Owner } from '#server/platform/standing-session.ts';
import { isMailboxAloneSql, markPassword } from '#server/services/customers/users/mailbox-alone.ts';
import { lockAccount } from '#server/services/customers/users/users.ts';
import { notify } from '#server/services/messages/notices/notify.ts';
import { queueMail } from '#server/services/messages/notices/outbox.ts';
import { alarmedRecipientOf } from '#server/services/messages/notices/recipients.ts';
import { holdWithdrawals } from '#server/services/money-out/withdrawals/security-hold.ts';
import type { Tx } from '#server/store/schema/schema.ts';
import { inTransaction } from '#server/store/transaction.ts';
import { closeOpen, hearOwner, type IdentityCase } from './verified.ts';

/**
 * A customer whose password a mailed code has set, and who has neither a passkey nor a device from before, shows instead
 * that they are the account's person (READ-14): by an identity check under a name of its own, which counts for the session
 * that began it. Somebody who was never verified passes their first one.
 */

/** The name of a customer's first check in the place of one of its own. */
const FIRST = 'first';

const NAMED = 'session-%';

/** What a session that only the mailbox speaks for is to show, with what it has begun. */
async function stateOf({ db }: Pick<Deps, 'db'>, { userId, sessionId }: Owner) {
  const { rows } = await sql<{ alone: boolean; check: string | null; status: string }>`
    select ${isMailboxAloneSql} as alone, identity_check as check, kyc_status as status
    from users join sessions on sessions.user_id = users.id
    where users.id = ${userId} and sessions.id = ${sessionId}`.execute(db);
  return rows[0];
}

/** Names the check that the session begins; one that has begun and was not decided against goes on. */
async function begin({ db }: Pick<Deps, 'db'>, { sessionId }: Owner, name: string) {
  const { rows } = await sql<{ check: string | null }>`
    update sessions set identity_check = case when identity_check like ${NAMED} then identity_check
      else ${name} end
    where id = ${sessionId} returning identity_check as check`.execute(db);
  return rows[0]?.check ?? undefined;
}

/**
 * The name of the check with which this session shows whose account it is; undefined if it has nothing to show, or its
 * customer passes the first check with it.
 */
export async function sessionCheckOf(deps: Deps, owner: Owner): Promise<string | undefined> {
  // The first check vouches for the session that asked for it last: of two, one may be a thief's.
  await deps.db
    .updateTable('sessions')
    .set({ identity_check: null })
    .where('user_id', '=', owner.userId)
    .where('id', '<>', owner.sessionId)
    .where('identity_check', '=', FIRST)
    .execute();
  const state = await stateOf(deps, owner);
  if (!state?.alone) return undefined;
  if (state.status === 'approved') return begin(deps, owner, `session-${randomUUID()}`);
  // What was handed in before is being looked at, and says nothing of who is here now.
  if (state.status !== 'submitted') await begin(deps, owner, FIRST);
  return undefined;
}

/** The check of its own that a session has begun and that still matters. */
export async function sessionCheckUnderWay(deps: Deps, owner: Owner): Promise<string | undefined> {
  const state = await stateOf(deps, owner);
  return state?.alone && state.check?.startsWith('session-') ? state.check : undefined;
}

/**
 * The person of the account has shown that they know the password: it counts as theirs. As after a recovery, withdrawals
 * are held for three days, in which its owner can say otherwise.
 */
async function confirm(deps: Deps, tx: Tx, userId: string, sessionId: string): Promise<void> {
  await markPassword(deps, tx, userId, 'identity');
  await tx
    .updateTable('sessions')
    .set({ identity_check: null })
    .where('user_id', '=', userId)
    .execute();
  await holdWithdrawals(tx, deps.clock, userId, 'identity');
  const recipient = await alarmedRecipientOf(deps, tx, userId, sessionId);
  await queueMail(deps, tx, confirmedByIdentityMail(recipient));
}

/**
 * The provider took back what an identity check said: what it stood for is the mailbox alone again (READ-14), since the
 * reset itself, so that no device that was met meanwhile counts as one from before.
 */
export async function withdrawConfirmation(tx: Tx, userId: string): Promise<void> {
  await tx
    .updateTable('users')
    .set({ password_by_identity: false })
    .where('id', '=', userId)
    .where('password_by_identity', '=', true)
    .execute();
}

/** The session of an account that has begun this check and that only the mailbox speaks for. */
async function beganBy(tx: Tx, userId: string, check: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`select sessions.id
    from users join sessions on sessions.user_id = users.id
    where users.id = ${userId} and identity_check = ${check} and ${isMailboxAloneSql}
    limit 1`.execute(tx);
  return rows[0]?.id;
}

/** The customer's first check was passed, by whoever began it in a session of theirs. The account's row is locked. */
export async function confirmByFirst(deps: Deps, tx: Tx, userId: string): Promise<void> {
  const sessionId = await beganBy(tx, userId, FIRST);
  if (sessionId !== undefined) await confirm(deps, tx, userId, sessionId);
}

/** Asks the provider about one check and does what follows; false if there was no answer. */
export async function syncSessionCheck(
  deps: Deps,
  userId: string,
  check: string,
): Promise<boolean> {
  const said = await deps.parties.identity.review(userId, check);
  if (said === undefined) return false;
  await inTransaction(deps.db, async (tx) => {
    const account = await lockAccount(tx, userId);
    if (!account) return;
    const sessionId = await beganBy(tx, userId, check);
    if (sessionId === undefined) return;
    const document = said.person && { ...said.person, latin: said.latinName ?? '' };
    if (said.status !== 'approved') {
      await closeOpen(deps, tx, { userId, check }, 'taken-back');
      if (said.status === 'rejected') await end(tx, sessionId);
      return;
    }
    const heard = await hearOwner(deps, tx, account, { check, document });
    if (heard === 'fits') await confirm(deps, tx, userId, sessionId);
    if (heard === 'refused') await refuseDocument(deps, tx, userId, sessionId);
  });
  return true;
}

/** A check was decided against: the next one gets another name. */
const end = (tx: Tx, sessionId: string): Promise<unknown> =>
  tx.updateTable('sessions').set({ identity_check: null }).where('id', '=', sessionId).execute();

/**
 * The document was not the customer's. The provider has called the check passed, so nothing else would say that it was for
 * nothing; and whoever the account belongs to hears that somebody has tried.
 */
async function refuseDocument(
  deps: Deps,
  tx: Tx,
  userId: string,
  sessionId: string,
): Promise<void> {
  await end(tx, sessionId);
  await notify(deps, tx, userId, {
    popup: 'An identity check did not show that it is you. You can make another one.',
    page: '/profile/verification',
    alarm: true,
  });
  const recipient = await alarmedRecipientOf(deps, tx, userId, sessionId);
  await queueMail(deps, tx, notConfirmedMail(recipient));
}

/** An officer has said whose document it was, with the account's row locked; the session may have ended meanwhile. */
export async function settleSessionCheck(
  deps: Deps,
  tx: Tx,
  { user_id: userId, check_name: check }: IdentityCase,
  isTheirs: boolean,
): Promise<void> {
  const sessionId = await beganBy(tx, userId, check);
  if (sessionId === undefined) return;
  await (isTheirs ? confirm : refuseDocument)(deps, tx, userId, sessionId);
}

/** Asks the provider about each check that a session of the customer has begun; false if one was not answered. */
export async function syncSessionChecks(deps: Deps, userId: string): Promise<boolean> {
  const rows = await deps.db
    .selectFrom('sessions')
    .select('identity_check')
    .where('user_id', '=', userId)
    .where('identity_check', 'like', NAMED)
    .execute();
  const answered = await Promise.all(
    rows.map(({ identity_check: check }) =>
      check === null ? true : syncSessionCheck(deps, userId, check),
    ),
  );
  return answered.every((one) => one);
}

/** How often a minute one customer's questions reach the provider. */
const ASKED_A_MINUTE = 20;

/** The same for a customer who looks, because the provider's notice may be late. Returns whether it was asked. */
export async function followSessionCheck(deps: Deps, owner: Owner): Promise<boolean> {
  const check = await sessionCheckUnderWay(deps, owner);
  if (check === undefined) return false;
  const often = await limit(deps, {
    key: `session-check-asked:${owner.userId}`,
    attempts: ASKED_A_MINUTE,
    windowSeconds: 60,
  });
  if (often) return false;
  await syncSessionCheck(deps, owner.userId, check);
  return true;
}
