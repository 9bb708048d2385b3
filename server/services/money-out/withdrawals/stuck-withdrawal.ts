import type { Transfers } from '#server/adapters/custody/transfers.ts';
import type { Deps } from '#server/deps.ts';
import { type Refused, refuse } from '#server/refusal/refused.ts';
import type { Tx } from '#server/store/schema/schema.ts';
import { wayOut } from './way-out.ts';
import { cancel, isPayout, type WithdrawalRow } from './withdrawal-steps.ts';

/** Longer than a process that has just taken a withdrawal needs to order it. */
const ORDERED_SECONDS = 60;
/** So long it stands still before its money is given back: longer than a question to the party after that. */
const HALTED_SECONDS = 120;

type RoutedWithdrawal = WithdrawalRow & { readonly network: string };

export const findWithdrawal = (
  deps: Pick<Deps, 'db'>,
  id: string,
): Promise<RoutedWithdrawal | undefined> =>
  deps.db
    .selectFrom('withdrawals')
    .innerJoin('payment_routes', 'payment_routes.id', 'withdrawals.payment_route_id')
    .where('withdrawals.id', '=', id)
    .selectAll('withdrawals')
    .select('payment_routes.network')
    .executeTakeFirst();

/** Whether a party was asked to send it, so that only its word says what became of it. */
export const wasOrdered = ({
  status,
  sending,
}: Pick<WithdrawalRow, 'status' | 'sending'>): boolean =>
  status === 'broadcast' || (status === 'requested' && sending);

/** It is asked about again at once; what officers had stopped goes on. */
export const goOn = ({ clock }: Pick<Deps, 'clock'>, tx: Tx, id: string) =>
  tx
    .updateTable('withdrawals')
    .set({ due_at: clock.sql, halted_at: null })
    .where('id', '=', id)
    .where('status', 'in', ['requested', 'broadcast', 'failed'])
    // Once: it is due by then.
    .where((of) => of.or([of('halted_at', 'is not', null), of('due_at', '>', clock.sql)]))
    .executeTakeFirst();

/** What the party that was to send it says of it. */
const askParty = (deps: Deps, { id, network }: RoutedWithdrawal): ReturnType<Transfers['find']> =>
  wayOut(deps.parties, network).find(id);

/**
 * Officers may give back what the party says does not exist (HARD-88). Before that nobody orders it any more: it
 * stands still from the first officer's decision on, and only what the party says a while after that counts. Returns
 * why it cannot be given back; undefined if it may be, or the first officer may say so.
 */
export async function checkGiveBack(deps: Deps, id: string): Promise<Refused | undefined> {
  const row = await findWithdrawal(deps, id);
  if (!row || !wasOrdered(row)) return undefined;
  const now = deps.clock.now();
  const since = row.halted_at?.getTime();
  // The first officer's decision stops it, once they have proved themselves.
  if (since === undefined && row.status === 'requested') return undefined;
  if (since !== undefined && now < since + ORDERED_SECONDS * 1000) return undefined;
  const transfer = await askParty(deps, row);
  switch (transfer.kind) {
    case 'none':
      return undefined;
    case 'unknown':
      return refuse(
        'INVALID_INPUT',
        'Whoever sends it does not say whether it was sent. Ask them; it can be given back once they answer that there is no such transfer.',
      );
    case 'failed':
    case 'broadcast':
    case 'confirmed':
      await deps.db
        .updateTable('withdrawals')
        .set({ due_at: deps.clock.sql, halted_at: null })
        .where('id', '=', id)
        .where('status', 'in', ['requested', 'broadcast'])
        .execute();
      return refuse(
        'INVALID_INPUT',
        'Whoever sends it has it after all: it goes on, or comes back, by itself.',
      );
  }
}

/** Nobody orders a withdrawal any more from the first officer's decision on. */
export async function halt({ clock }: Pick<Deps, 'clock'>, tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('withdrawals')
    .set({ due_at: null, halted_at: clock.sql })
    .where('id', '=', id)
    .where('status', '=', 'requested')
    .where('sending', '=', true)
    .where('halted_at', 'is', null)
    .execute();
}

/** Gives a withdrawal back that does not leave; undefined if that is not possible any more. */
export async function giveBackStuck(
  deps: Deps,
  tx: Tx,
  id: string,
): Promise<Refused | 'done' | undefined> {
  const row = await tx
    .selectFrom('withdrawals')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return undefined;
  if (!wasOrdered(row)) {
    const outcome = await cancel(deps, tx, row.user_id, id, 'refused');
    return outcome === 'too-late' ? undefined : 'done';
  }
  const now = deps.clock.now();
  const mayStillLeave =
    row.status === 'requested' &&
    (row.halted_at === null ||
      row.due_at !== null ||
      now < row.halted_at.getTime() + HALTED_SECONDS * 1000);
  if (mayStillLeave) {
    return refuse(
      'INVALID_INPUT',
      'It was stopped only now, and an order may still be on its way. Decide in two minutes.',
    );
  }
  // Returning the money is the next step, which a loop takes at once.
  await tx
    .updateTable('withdrawals')
    .set({ status: 'failed', failed_at: deps.clock.sql, due_at: deps.clock.sql, halted_at: null })
    .$if(isPayout(row), (query) => query.set({ returned_for: 'refused' }))
    .where('id', '=', id)
    .execute();
  return 'done';
}
