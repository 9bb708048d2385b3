import { sql } from 'kysely';
import { endingMail, type Recipient } from '#server/adapters/mail/texts.ts';
import type { Deps } from '#server/deps.ts';
import { customer, house } from '#server/ledger/accounts.ts';
import { heldBy } from '#server/ledger/balances.ts';
import { postJournal } from '#server/ledger/post.ts';
import { lookAtDue } from '#server/platform/due.ts';
import { presentOf } from '#server/platform/instant.ts';
import type { Loop } from '#server/platform/repeat.ts';
import { answers } from '#server/services/checks/gates/gates.ts';
import { whyNow } from '#server/services/checks/gates/why.ts';
import { eraseAccount, lockForErasure } from '#server/services/customers/users/erase-account.ts';
import { notify } from '#server/services/messages/notices/notify.ts';
import { queueMail } from '#server/services/messages/notices/outbox.ts';
import { recipientOf } from '#server/services/messages/notices/recipients.ts';
import { returnsLeft } from '#server/services/money-in/closed-money/closed-money.ts';
import { findDebtor } from '#server/services/money-in/debts/debt-cases.ts';
import { debtLeft, takeDebts } from '#server/services/money-in/debts/debts.ts';
import type { Tx } from '#server/store/schema/schema.ts';
import { inTransaction } from '#server/store/transaction.ts';
import { type EndingStep, nextStep, overAtTheEarliest } from './ending.ts';
import { ENDED, type Ending, endNow, lockEnding } from './endings.ts';

/** The pause while something of the customer's is still under way. */
const AGAIN_SECONDS = 24 * 3600;

const stepsOf = ({ ends_at, claim_until, done, done_at }: Ending) =>
  nextStep({
    ends: ends_at.getTime(),
    until: claim_until.getTime(),
    done,
    last: done_at?.getTime(),
  });

/** Books everything unclaimed as forfeited; undefined if something is still on its way in or out. */
async function forfeit(
  deps: Deps,
  tx: Tx,
  userId: string,
): Promise<'nothing' | 'booked' | undefined> {
  await takeDebts(tx, deps.clock, userId);
  const held = await heldBy(tx, userId);
  if (held.some(({ hold, pending }) => hold + pending > 0n)) return undefined;
  if (held.length === 0) return 'nothing';
  const posted = await postJournal(tx, deps.clock, {
    class: 'manual',
    kind: 'forfeited',
    userId,
    reference: `forfeited:${userId}`,
    comment: 'Forfeited: unclaimed a year after the agreement ended',
    postings: held.flatMap(({ asset, available }) => [
      { account: customer(userId, 'available', asset.code), units: -available },
      { account: house('forfeited', asset.code), units: available },
    ]),
  });
  if (posted.kind !== 'posted') throw new Error('what was forfeited was refused by the ledger');
  return 'booked';
}

/**
 * Why the last step must not be taken yet, for an officer; undefined if nothing prevents it. Nobody may lose anything
 * because they could not withdraw, or could not be asked or told.
 */
async function inTheWay(tx: Tx, deps: Deps, user: string): Promise<string | undefined> {
  const { rows } = await sql<{ holds: boolean }>`
    select exists (select from accounts where owner = ${user} and balance > 0) as holds`.execute(
    tx,
  );
  const why =
    (await whyNow(tx, deps, { way: 'end', user })) ??
    (rows[0]?.holds ? await whyNow(tx, deps, { way: 'forfeit', user }) : undefined);
  return why && answers[why.gate].desk;
}

/** Books what is left and closes the account; false if that has to wait. */
async function finish(deps: Deps, tx: Tx, row: Ending): Promise<boolean> {
  const { user_id: userId, ends_at: ends, claim_until: until } = row;
  const to = await recipientOf(tx, userId);
  const done = await forfeit(deps, tx, userId);
  if (!done) return false;
  const owed = await debtLeft(tx, userId);
  const returns = await returnsLeft(tx, userId);
  if ((await eraseAccount(deps, tx, userId, 'end')) !== 'erased')
    throw new Error('it could not be closed');
  await findDebtor(deps, tx, userId);
  const kind = done === 'booked' ? 'forfeited' : 'closed';
  await queueMail(deps, tx, endingMail(to, { kind, ends, until, owed, returns }));
  if (done === 'booked') deps.log.warn('unclaimed funds booked as forfeited', { customer: userId });
  return true;
}

const tellOf = (step: Exclude<EndingStep, 'over'>, { ends_at: ends }: Ending, until: Date) => ({
  page: '/profile/account' as const,
  popup: step === 'ended' ? ENDED : 'Take what you hold: the time for it ends soon.',
  mail: (to: Recipient) => endingMail(to, { kind: step, ends, until }),
});

/** Takes the next step of an ending if it is due; once, however many servers try. */
async function advance(deps: Deps, { user_id: userId }: Ending): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    // The strongest lock, because the last step closes the account; taken before the ending's, as at the
    // desk.
    if (!(await lockForErasure(tx, userId))) return;
    const row = await lockEnding(tx, userId);
    const next = row && stepsOf(row);
    const now = await presentOf({ ...deps, db: tx });
    if (!row || !next) return;
    const wait = (at: Date | ReturnType<typeof deps.clock.sqlIn>) =>
      tx.updateTable('endings').set({ look_at: at }).where('user_id', '=', userId).execute();
    const say = (why: string) =>
      tx.updateTable('endings').set({ waits_for: why }).where('user_id', '=', userId).execute();
    if (next.at > now.getTime()) return void (await wait(new Date(next.at)));
    if (next.step === 'over') {
      const why = (await inTheWay(tx, deps, userId)) ?? '';
      if (why !== row.waits_for) await say(why);
      if (why !== '' || !(await finish(deps, tx, row))) {
        await wait(deps.clock.sqlIn(AGAIN_SECONDS));
      }
      return;
    }
    // If steps were missed, the claim period ends later, and the notices say so.
    const until = new Date(
      Math.max(row.claim_until.getTime(), overAtTheEarliest(now.getTime(), row.done)),
    );
    if (next.step === 'ended' && !row.at_once) await endNow(tx, { ...row, ended_at: row.ends_at });
    // A customer who was just told of an end at once need not be told again.
    if (!(next.step === 'ended' && row.at_once))
      await notify(deps, tx, userId, tellOf(next.step, row, until));
    const after = stepsOf({ ...row, claim_until: until, done: row.done + 1, done_at: now });
    await tx
      .updateTable('endings')
      .set({
        ...{ claim_until: until, done: row.done + 1, done_at: now },
        look_at: new Date(after?.at ?? now),
      })
      .where('user_id', '=', userId)
      .execute();
  });
}

/**
 * Takes the due steps of all endings: ends relationships, reminds of unclaimed holdings, and closes accounts
 * (KEEP-12).
 */
export const advanceEndings = (deps: Deps, stopping?: AbortSignal): Promise<void> =>
  lookAtDue<Ending>(deps, {
    table: 'endings',
    work: (row) => advance(deps, row),
    failed: 'an ended relationship was not followed',
    stopping,
  });

export const endingLoop: Loop = {
  everyMs: 60_000,
  failed: 'ended relationships not followed',
  round: advanceEndings,
};
