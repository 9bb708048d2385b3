import { sql } from 'kysely';
import type { Transfer, Transfers } from '#server/adapters/custody/transfers.ts';
import type { Deps } from '#server/deps.ts';
import { repeat } from '#server/platform/repeat.ts';
import { isCompared } from './custodian-transfers.ts';
import {
  amountOf,
  complete,
  markBroadcast,
  markFailed,
  refund,
  type WithdrawalRow,
} from './withdrawal-steps.ts';

const EVERY_MS = 500;
/** How many are asked about at once: one that gets no answer does not hold up the others. */
const BATCH = 5;
/** How long a withdrawal that was taken belongs to its process; after that another may continue. */
const LEASE_SECONDS = 30;
/** Between two looks at a transaction under way: the longer it takes, the longer the pause. */
const LOOK_SECONDS = 2;
const LONGEST_LOOK_SECONDS = 60;
const LONGEST_PAUSE_SECONDS = 300;

type Taken = WithdrawalRow & { readonly network: string };

/**
 * Takes withdrawals that are due for this process alone, by a lease in the row: it does not depend on
 * the database session, and expires if a process is killed. From here on a requested withdrawal can no
 * longer be cancelled. While withdrawals are frozen or held, none is begun, whatever happened to it when
 * the freeze or hold began (BEY-13, BEY-14); nor while the mail that says how to stop it still waits to
 * leave (HARD-41); nor while the custodian knows of transfers that the books do not (OPS-01).
 */
async function take({ db, clock }: Deps): Promise<readonly Taken[]> {
  const { rows } = await sql<Taken>`
    update withdrawals set attempts = attempts + 1, due_at = ${clock.sqlIn(LEASE_SECONDS)},
      sending = sending or status = 'requested'
    from payment_routes
    where payment_routes.id = withdrawals.payment_route_id and withdrawals.id in (
      select id from withdrawals as due where due_at <= ${clock.sql} and not (
        due.status = 'requested' and not due.sending and (
          exists (
            select 1 from users where users.id = due.user_id
              and (users.withdrawals_frozen or users.withdrawals_held_until > ${clock.sql})
          )
          or exists (select 1 from mail_outbox where mail_outbox.id = due.mail_id)
          or exists (select 1 from transfers_aside where settled_at is null)
        )
      )
      order by due_at limit ${BATCH} for update skip locked
    )
    returning withdrawals.*, payment_routes.network`.execute(db);
  return rows;
}

/**
 * Under way on its network: looked at again after a twentieth of the time it has been so, whether the
 * custodian answered or not.
 */
async function lookLater({ db, clock }: Deps, row: Taken): Promise<void> {
  await sql`update withdrawals set due_at = ${clock.sql} + least(
      ${LONGEST_LOOK_SECONDS} * interval '1 second',
      greatest(${LOOK_SECONDS} * interval '1 second', (${clock.sql} - broadcast_at) / 20)
    ) where id = ${row.id} and due_at is not null`.execute(db);
}

/** Nobody knows yet: asked again later, with growing pauses. */
async function postpone(deps: Deps, row: Taken): Promise<void> {
  if (row.status === 'broadcast') return lookLater(deps, row);
  const wait = Math.min(2 ** Math.min(row.attempts, 10), LONGEST_PAUSE_SECONDS);
  await deps.db
    .updateTable('withdrawals')
    .set({ due_at: deps.clock.sqlIn(wait) })
    .where('id', '=', row.id)
    .where('due_at', 'is not', null)
    .execute();
}

async function follow(deps: Deps, row: Taken, transfer: Transfer): Promise<void> {
  switch (transfer.kind) {
    case 'unknown':
      return postpone(deps, row);
    case 'failed':
      await markFailed(deps, row.id);
      return refund(deps, row.id);
    case 'broadcast':
    case 'confirmed':
      if (row.status === 'requested') {
        await markBroadcast(deps, row.id, transfer.hash, LOOK_SECONDS);
      }
      if (transfer.kind === 'confirmed') return complete(deps, row.id, transfer.hash);
      // The first look is due already.
      if (row.status === 'broadcast') await lookLater(deps, row);
  }
}

const orderOf = (row: Taken) => ({
  reference: row.id,
  network: row.network,
  currency: row.currency,
  amount: amountOf(row),
  address: row.address,
  tag: row.tag,
});

async function goOn(deps: Deps, transfers: Transfers, row: Taken): Promise<void> {
  switch (row.status) {
    case 'requested':
      // Sent under the withdrawal's own id: after a crash in between, this only asks once more.
      return follow(deps, row, await transfers.send(orderOf(row)));
    case 'broadcast':
      return follow(deps, row, await transfers.find(row.id));
    case 'failed':
      return refund(deps, row.id);
    case 'cancelled':
    case 'completed':
    case 'refunded':
      return;
  }
}

async function step(deps: Deps, row: Taken): Promise<void> {
  try {
    await goOn(deps, deps.parties.transfers, row);
  } catch (error) {
    deps.log.error('withdrawal step failed', { attempts: row.attempts }, error);
    await postpone(deps, row);
  }
}

/**
 * Takes every withdrawal that is due one step further, until `stopping`: those not begun are due again
 * when their lease ends. Any number of processes may do so at once.
 */
export async function moveDue(deps: Deps, stopping?: AbortSignal): Promise<void> {
  while (!stopping?.aborted) {
    const batch = await take(deps);
    if (stopping?.aborted) return;
    // Each is carried through here, whatever happens to the others.
    const steps = await Promise.allSettled(batch.map((row) => step(deps, row)));
    for (const done of steps) if (done.status === 'rejected') throw done.reason;
    if (batch.length < BATCH) return;
  }
}

/** Moves withdrawals on at intervals; returns how to stop, which waits for the step under way. */
export const startMoving = (deps: Deps): (() => Promise<void>) =>
  repeat(deps, EVERY_MS, 'withdrawals not looked for', async (stopping) => {
    if (isCompared(deps.parties.transfers)) await moveDue(deps, stopping);
  });
