import { sql } from 'kysely';
import { recoveryDoneMail } from '#server/adapters/mail/texts.ts';
import type { Deps } from '#server/deps.ts';
import { doAll } from '#server/platform/due.ts';
import type { Loop } from '#server/platform/repeat.ts';
import { dropPasskeys } from '#server/services/access/credentials/passkeys.ts';
import { dropSecondFactor } from '#server/services/access/credentials/second-factor.ts';
import { loseTrust } from '#server/services/access/sessions/lose-trust.ts';
import { closeEnded } from '#server/services/customers/identity/verified.ts';
import { lockAccount } from '#server/services/customers/users/users.ts';
import { queueMail } from '#server/services/messages/notices/outbox.ts';
import { alarmedRecipientOf } from '#server/services/messages/notices/recipients.ts';
import { holdWithdrawals } from '#server/services/money-out/withdrawals/security-hold.ts';
import { ownerRests } from '#server/services/operation/copies/older-copy.ts';
import type { Tx } from '#server/store/schema/schema.ts';
import { inTransaction } from '#server/store/transaction.ts';
import { follow, mayRecover, tellWaiting } from './prove-recovery.ts';
import type { RecoveryRow } from './recoveries.ts';

const BATCH = 50;
const DAY_SECONDS = 24 * 3600;

/** When a recovery is tried again that the provider did not answer for. */
const ASK_AGAIN_SECONDS = 600;

/**
 * Removes the second factor of an account, whose row the caller has locked, and its passkeys, which were on
 * the lost device. All devices are signed out and withdrawals are held.
 */
export async function removeLostFactor(deps: Deps, tx: Tx, userId: string): Promise<void> {
  await dropSecondFactor(tx, userId);
  await dropPasskeys(tx, userId, undefined);
  await loseTrust(deps, tx, userId);
  await holdWithdrawals(tx, deps.clock, userId, 'recovery');
}

const dueNow = ({ db, clock }: Deps, after: string, most: number) =>
  db
    .selectFrom('recoveries')
    .selectAll()
    .where('stage', '=', 'waiting')
    .where('gives_address', 'is', null)
    .where('due_at', '<=', clock.sql)
    // Its owner may have stopped it since the copy was made.
    .where(sql<boolean>`not ${ownerRests(sql.ref('recoveries.user_id'))}`)
    .where('id', '>', after)
    .orderBy('id')
    .limit(most)
    .execute();

/** It is not known whether the check still counts: no factor is removed on the provider's word of days ago. */
const tryLater = ({ db, clock }: Deps, { id }: RecoveryRow): Promise<unknown> =>
  db
    .updateTable('recoveries')
    .set({ due_at: clock.sqlIn(ASK_AGAIN_SECONDS) })
    .where('id', '=', id)
    .where('stage', '=', 'waiting')
    .execute();

/**
 * Carries a recovery out once, however many processes try, if what was true when its wait began is true now
 * (READ-10): the provider is asked again, and the account is read again. The account's lock orders it against a
 * customer who stops it at the same moment.
 */
async function carryOut(deps: Deps, row: RecoveryRow): Promise<unknown> {
  const said = await follow(deps, row);
  if (said === undefined) return tryLater(deps, row);
  // One that an officer looks at rests; one that has ended is not found a second time.
  return said === 'approved' ? removeNow(deps, row) : tryLater(deps, row);
}

const removeNow = (deps: Deps, { id, user_id: userId }: RecoveryRow) =>
  inTransaction(deps.db, async (tx) => {
    const account = await lockAccount(tx, userId);
    if (!account || !mayRecover(account)) return;
    const done = await tx
      .updateTable('recoveries')
      .set({ stage: 'done' })
      .where('id', '=', id)
      .where('stage', '=', 'waiting')
      .where('due_at', '<=', deps.clock.sql)
      .executeTakeFirst();
    if (done.numUpdatedRows === 0n) return;
    await removeLostFactor(deps, tx, userId);
    await queueMail(deps, tx, recoveryDoneMail(await alarmedRecipientOf(deps, tx, userId)));
  });

const untold = ({ db, clock }: Deps, after: string, most: number) =>
  db
    .selectFrom('recoveries')
    .select('id')
    .where('stage', '=', 'waiting')
    .where('told_at', '<=', clock.sqlIn(-DAY_SECONDS))
    .where('due_at', '>', clock.sql)
    .where('id', '>', after)
    .orderBy('id')
    .limit(most)
    .execute();

/** Mails a customer who was last reminded a day ago, once. */
const tellOnce = (deps: Deps, id: string): Promise<void> =>
  inTransaction(deps.db, async (tx) => {
    const row = await tx
      .updateTable('recoveries')
      .set({ told_at: deps.clock.sql })
      .where('id', '=', id)
      .where('stage', '=', 'waiting')
      .where('told_at', '<=', deps.clock.sqlIn(-DAY_SECONDS))
      .returning(['id', 'user_id', 'due_at'])
      .executeTakeFirst();
    if (row) await tellWaiting(deps, tx, row);
  });

/** Carries out the due steps of all waiting recoveries (HARD-22), and closes what officers need not decide any more. */
export async function carryOutRecoveries(deps: Deps, stopping?: AbortSignal): Promise<void> {
  await closeEnded(deps);
  await doAll(deps, {
    find: (after, most) => dueNow(deps, after, most),
    most: BATCH,
    failed: 'recovery not carried out',
    work: (row) => carryOut(deps, row),
    stopping,
  });
  await doAll(deps, {
    find: (after, most) => untold(deps, after, most),
    most: BATCH,
    failed: 'recovery not told of',
    work: ({ id }) => tellOnce(deps, id),
    stopping,
  });
}

export const recoveryLoop: Loop = {
  everyMs: 10_000,
  failed: 'recoveries not carried out',
  round: carryOutRecoveries,
};
