import { type RawBuilder, sql } from 'kysely';
import type { Transfer } from '#server/adapters/custody/transfers.ts';
import type { Deps } from '#server/deps.ts';
import { afterAttempts, afterPartOf, doEach, takeDue } from '#server/platform/due.ts';
import type { Loop } from '#server/platform/repeat.ts';
import { withdrawalStops } from '#server/services/checks/gates/why.ts';
import { screenTransfers } from '#server/services/checks/screening/screen-due.ts';
import { RETURNED_WITHIN_SECONDS } from '#server/services/money-in/closed-money/closed-money.ts';
import { isCompared } from '#server/services/operation/copies/compared.ts';
import { handOverDue } from './hand-over.ts';
import { wayOut } from './way-out.ts';
import {
  amountOf,
  complete,
  isPayout,
  markBroadcast,
  markFailed,
  noteReplaced,
  RETURN_LOOKS,
  refund,
  takeBack,
  type WithdrawalRow,
} from './withdrawal-steps.ts';

/** How many are asked about at the same time, so that one without an answer does not hold up the others. */
const BATCH = 20;
/** How long a withdrawal belongs to its process; afterwards another may continue. */
const LEASE_SECONDS = 30;
/** The pauses between checks of a transaction under way: a twentieth of its time so far. */
const LOOKS = { part: 20, leastSeconds: 2, mostSeconds: 60 };
const LONGEST_PAUSE_SECONDS = 300;

type ClaimedWithdrawal = WithdrawalRow & { readonly network: string };

/** Who sends, by what `isPayout` says: each way out has a lane of its own, so that the silence of one delays no other. */
const lanes = {
  custodian: sql`holder = ''`,
  bank: sql`holder <> ''`,
} as const;
type Lane = keyof typeof lanes;

/**
 * Takes due withdrawals for this process, by a lease in the row that does not depend on the database session
 * and expires if the process is killed. From here on a requested withdrawal cannot be cancelled. None is
 * begun while anything stops its customer or itself.
 */
const take = (deps: Deps, lane: Lane): Promise<readonly ClaimedWithdrawal[]> =>
  takeDue(deps.db, {
    table: 'withdrawals',
    when: sql`due_at <= ${deps.clock.sql} and ${lanes[lane]} and not (
      status = 'requested' and not sending and (
        ${withdrawalStops(deps)}
      )
    )`,
    order: sql`due_at`,
    most: BATCH,
    set: sql`attempts = attempts + 1, due_at = ${deps.clock.sqlIn(LEASE_SECONDS)},
      sending = sending or status = 'requested'`,
    returning: sql`*, (select network from payment_routes
      where payment_routes.id = withdrawals.payment_route_id) as network`,
  });

/** Sets when withdrawals that are not over are checked again. */
const setDue = ({ db }: Deps, rows: readonly ClaimedWithdrawal[], due_at: RawBuilder<Date>) =>
  db
    .updateTable('withdrawals')
    .set({ due_at })
    .where(sql<boolean>`id = any(${rows.map(({ id }) => id)}::text[])`)
    .where('due_at', 'is not', null)
    .execute();

/** Under way on their networks: checked again, whether the custodian answered or not. */
const lookLater = (deps: Deps, ...rows: readonly ClaimedWithdrawal[]) =>
  setDue(deps, rows, afterPartOf(deps.clock, 'broadcast_at', LOOKS));

/** Arrived at a bank, which may return it for a while. */
const lookForReturn = async (deps: Deps, row: ClaimedWithdrawal): Promise<void> => {
  const { clock } = deps;
  const arrived = (row.completed_at ?? row.created_at).getTime();
  const over = clock.now() > arrived + RETURNED_WITHIN_SECONDS * 1000;
  await setDue(deps, [row], over ? sql`null` : afterPartOf(clock, 'completed_at', RETURN_LOOKS));
};

/** The outcome is unknown: asked again, with growing pauses. */
const postpone = (deps: Deps, row: ClaimedWithdrawal): Promise<unknown> =>
  row.status === 'completed'
    ? lookForReturn(deps, row)
    : row.status === 'broadcast'
      ? lookLater(deps, row)
      : setDue(deps, [row], afterAttempts(deps.clock, row.attempts, LONGEST_PAUSE_SECONDS));

/** What is left to write after a step: when to check next, which is written for several at once, or nothing. */
type Left = 'next-check' | 'nothing';

async function follow(deps: Deps, row: ClaimedWithdrawal, transfer: Transfer): Promise<Left> {
  const { clock } = deps;
  switch (transfer.kind) {
    case 'unknown':
    case 'none':
      await postpone(deps, row);
      break;
    case 'failed':
      if (row.status === 'completed') {
        const taken = await takeBack(deps, row.id, transfer.reason ?? 'refused');
        // It is asked about until it may be credited, however long that takes.
        if (taken === 'waits') await setDue(deps, [row], clock.sqlIn(RETURN_LOOKS.mostSeconds));
        break;
      }
      await markFailed(deps, row, isPayout(row) ? (transfer.reason ?? 'refused') : undefined);
      await refund(deps, row.id);
      break;
    case 'broadcast':
    case 'confirmed':
      if (row.status === 'completed') {
        await lookForReturn(deps, row);
        break;
      }
      if (row.status === 'broadcast' && transfer.hash !== row.transaction_hash) {
        await noteReplaced(deps, row.id, transfer.hash);
      }
      if (row.status === 'requested') {
        await markBroadcast(deps, row.id, transfer.hash, LOOKS.leastSeconds);
      }
      if (transfer.kind === 'confirmed') await complete(deps, row.id, transfer.hash);
      else if (row.status === 'broadcast') return 'next-check';
  }
  return 'nothing';
}

const orderOf = (row: ClaimedWithdrawal) => ({
  reference: row.id,
  network: row.network,
  currency: row.currency,
  amount: amountOf(row),
  address: row.address,
  tag: row.tag,
  holder: row.holder,
});

async function goOn(deps: Deps, row: ClaimedWithdrawal): Promise<Left> {
  const transfers = wayOut(deps.parties, row.network);
  switch (row.status) {
    case 'requested':
      // Sent under the withdrawal's own id, so that after a crash it is asked about and not sent twice.
      return follow(deps, row, await transfers.send(orderOf(row)));
    case 'broadcast':
    // Only payouts are checked after they have arrived.
    case 'completed':
      return follow(deps, row, await transfers.find(row.id));
    case 'failed':
      await refund(deps, row.id);
      return 'nothing';
    case 'cancelled':
    case 'refunded':
      return 'nothing';
  }
}

async function step(deps: Deps, row: ClaimedWithdrawal): Promise<Left> {
  try {
    return await goOn(deps, row);
  } catch (error) {
    deps.log.error('withdrawal step failed', { attempts: row.attempts }, error);
    await postpone(deps, row);
    return 'nothing';
  }
}

/** Takes the due withdrawals of one way out one step further, if nothing keeps them waiting. */
async function moveLane(deps: Deps, lane: Lane, stopping?: AbortSignal): Promise<void> {
  let due: readonly ClaimedWithdrawal[];
  do {
    due = await take(deps, lane);
    const underWay: ClaimedWithdrawal[] = [];
    const work = async (row: ClaimedWithdrawal) => {
      if ((await step(deps, row)) === 'next-check') underWay.push(row);
    };
    await doEach(deps, due, 'withdrawal not postponed', work, { atOnce: BATCH, stopping });
    if (underWay.length > 0) await lookLater(deps, ...underWay);
  } while (due.length === BATCH && !stopping?.aborted);
}

const moveScreened = async (deps: Deps, stopping?: AbortSignal): Promise<void> => {
  await Promise.all([moveLane(deps, 'custodian', stopping), moveLane(deps, 'bank', stopping)]);
};

/** Asks the parties without whose answer nothing goes on; returns how many answered. */
async function askParties(deps: Deps, stopping?: AbortSignal): Promise<number> {
  const screened = await screenTransfers(deps, stopping);
  return screened + (await handOverDue(deps, stopping));
}

/**
 * Takes every due withdrawal one step further, until `stopping`; those not begun are due again when their
 * lease ends. Any number of processes may do so at once. Withdrawals that may go on do not wait for parties'
 * answers about others.
 */
export async function moveDue(deps: Deps, stopping?: AbortSignal): Promise<void> {
  await moveScreened(deps, stopping);
  if ((await handOverDue(deps, stopping)) > 0) await moveScreened(deps, stopping);
  if ((await askParties(deps, stopping)) > 0) await moveScreened(deps, stopping);
}

/** A round, once the books were compared with what parties have sent. */
const round =
  (work: (deps: Deps, stopping: AbortSignal) => Promise<unknown>): Loop['round'] =>
  async (deps, stopping) => {
    if (isCompared(deps.parties)) await work(deps, stopping);
  };

const EVERY_MS = 500;

export const withdrawalLoop: Loop = {
  everyMs: EVERY_MS,
  failed: 'withdrawals not looked for',
  round: round((deps, stopping) => moveLane(deps, 'custodian', stopping)),
};

export const payoutLoop: Loop = {
  everyMs: EVERY_MS,
  failed: 'payouts not looked for',
  round: round((deps, stopping) => moveLane(deps, 'bank', stopping)),
};

export const withdrawalPartyLoop: Loop = {
  everyMs: EVERY_MS,
  failed: 'parties of withdrawals not asked',
  round: round(askParties),
};
