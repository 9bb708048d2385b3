import { sql } from 'kysely';
import { businessDaysAfter } from '#core/time/business-time.ts';
import type { Clock } from '#server/base/clock.ts';
import type { Deps } from '#server/deps.ts';
import { doAll } from '#server/platform/due.ts';
import type { Loop } from '#server/platform/repeat.ts';
import { SUSPENDED_BUSINESS_DAYS } from '#server/policy.ts';
import { makeCases } from '#server/services/checks/monitoring/hits.ts';
import { record } from '#server/services/staff/audit/record.ts';
import type { Reader, Tx } from '#server/store/schema/schema.ts';
import { inTransaction } from '#server/store/transaction.ts';
import { decideScreening, isOver } from './screenings.ts';

/** How many suspensions are looked for at once. */
const BATCH = 50;

/** When a suspension of this moment ends, unless the authority confirms it. */
export const suspendedUntil = (now: number): Date =>
  new Date(businessDaysAfter(now, SUSPENDED_BUSINESS_DAYS));

/**
 * Records that a finding was reported to the authority: once, and the transfer stays held. For suspended
 * transfers the decision is due when the suspension ends; for a match on a list, as long from now.
 */
export async function reportScreening(tx: Tx, clock: Clock, id: string): Promise<boolean> {
  const until = suspendedUntil(clock.now());
  const { numUpdatedRows } = await tx
    .updateTable('screenings')
    .set({ reported_at: clock.sql, decide_by: sql<Date>`coalesce(suspended_until, ${until})` })
    .where('id', '=', id)
    .where('state', '=', 'match')
    .where('reported_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Records that the authority confirmed a suspension, once: it then ends only by a decision. */
export async function confirmSuspension(tx: Tx, clock: Clock, id: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('screenings')
    .set({ confirmed_at: clock.sql, suspended_until: null, decide_by: null })
    .where('id', '=', id)
    .where('state', '=', 'match')
    .where('reported_at', 'is not', null)
    .where('suspended_until', 'is not', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** An officer's last word about a finding in what is over. */
interface Closed {
  readonly id: string;
  readonly isReported: boolean;
  readonly by: string;
  readonly why: string;
}

/** Ends the case of a finding in what is over: it was reported, or there is nothing to report. No money moves. */
export async function closeFinding(
  tx: Tx,
  clock: Clock,
  { id, isReported, by, why }: Closed,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('screenings')
    .set({ decided_at: clock.sql, decided_by: by, decided_why: why })
    .set({ decide_by: null, suspended_until: null })
    .$if(isReported, (query) => query.set({ reported_at: clock.sql }))
    .where('id', '=', id)
    .where('state', '=', 'match')
    .where('reported_at', 'is', null)
    .where(isOver)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Suspensions whose time is over; of what has ended otherwise, an officer still says whether it is reported. */
const overOf = (reader: Reader, clock: Clock) =>
  reader
    .selectFrom('screenings')
    .select(['id', 'decide_by', 'reported_at'])
    .where('state', '=', 'match')
    .where('suspended_until', '<=', clock.sql)
    .where(({ not }) => not(isOver))
    .orderBy('id');

/** Ends one of them, once. */
const endOne = (deps: Deps, id: string): Promise<void> =>
  inTransaction(deps.db, async (tx) => {
    const over = await overOf(tx, deps.clock)
      .where('id', '=', id)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (!over) return;
    const why = 'The suspension ended after ten business days, and nobody has confirmed it.';
    await decideScreening(tx, deps.clock, { id, state: 'released', by: 'the rules', why });
    // The finding must still be reported: it becomes a case with the same deadline.
    if (!over.reported_at && over.decide_by) await makeCases(tx, id, over.decide_by);
    await record(tx, deps, {
      actor: 'rules',
      action: 'suspension ended',
      detail: { case: `held ${id}` },
    });
  });

/** Lets transfers go on whose suspension is over and was not confirmed (KEEP-08). */
export async function endSuspensions(deps: Deps, stopping?: AbortSignal): Promise<void> {
  await doAll(deps, {
    find: (after, most) =>
      overOf(deps.db, deps.clock).where('id', '>', after).limit(most).execute(),
    most: BATCH,
    failed: 'suspension not ended',
    work: ({ id }) => endOne(deps, id),
    facts: ({ id }) => ({ id }),
    stopping,
  });
}

export const suspensionLoop: Loop = {
  everyMs: 60_000,
  failed: 'suspensions not ended',
  round: endSuspensions,
};
