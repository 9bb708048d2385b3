import { setTimeout as pause } from 'node:timers/promises';
import type { Deps } from '#server/deps.ts';

interface Hurried {
  readonly subject: 'withdrawal' | 'deposit';
  /** The id of the withdrawal or the deposit. */
  readonly reference: string;
  readonly userId: string;
  /** Takes the transfer, and what it waits for, as far as it goes. */
  readonly goOn: () => Promise<unknown>;
  /** Whether what the sandbox was asked for has happened. */
  readonly isOver: () => Promise<boolean>;
}

/** Another process may take the questions again between two steps, but hardly so often in a row. */
const MOST_TURNS = 20;
/** An answer that another process waits for comes in this time, or in a few of it. */
const TURN_MS = 25;
/** Without a question, another process is about to carry the transfer out, or it waits for a person. */
const MOST_UNASKED = 5;

/**
 * Makes the open questions about a transfer and its customer due, also those that another process is asking. Returns
 * whether there are any.
 */
async function makeDue(
  { db, clock }: Deps,
  { subject, reference, userId }: Hurried,
): Promise<boolean> {
  const transfer = `${subject}:${reference}`;
  const screening = await db
    .updateTable('screenings')
    .set({ due_at: clock.sql })
    .where('id', 'in', [transfer, `customer:${userId}`])
    .where('due_at', 'is not', null)
    .executeTakeFirst();
  const travel = await db
    .updateTable('travel_rule')
    .set({ due_at: clock.sql })
    .where('id', '=', transfer)
    .where('due_at', 'is not', null)
    .executeTakeFirst();
  return screening.numUpdatedRows + travel.numUpdatedRows > 0n;
}

/**
 * Takes a transfer on for the sandbox, which answers once what it was asked for has happened. The loop of
 * this or another process may just be asking about it: then the question is asked again, and of the two
 * answers one counts. While a party is down, nothing is waited for.
 */
export async function hurryTransfer(deps: Deps, hurried: Hurried): Promise<void> {
  let unasked = 0;
  for (let turn = 0; turn < MOST_TURNS && unasked < MOST_UNASKED; turn++) {
    unasked = (await makeDue(deps, hurried)) ? 0 : unasked + 1;
    await hurried.goOn();
    if (await hurried.isOver()) return;
    if ((await deps.parties.down()).length > 0) return;
    await pause(TURN_MS);
  }
}
