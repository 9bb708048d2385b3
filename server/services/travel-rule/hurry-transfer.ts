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
const MOST_TURNS = 5;

/** Makes the open questions about a transfer and its customer due, also those that another process is asking. */
async function makeDue(
  { db, clock }: Deps,
  { subject, reference, userId }: Hurried,
): Promise<void> {
  const transfer = `${subject}:${reference}`;
  await db
    .updateTable('screenings')
    .set({ due_at: clock.sql })
    .where('id', 'in', [transfer, `customer:${userId}`])
    .where('due_at', 'is not', null)
    .execute();
  await db
    .updateTable('travel_rule')
    .set({ due_at: clock.sql })
    .where('id', '=', transfer)
    .where('due_at', 'is not', null)
    .execute();
}

/**
 * Takes a transfer on for the sandbox, which answers once what it was asked for has happened. The loop of
 * this or another process may just be asking about it: then the question is asked again, and of the two
 * answers one counts. While a party is down, nothing is waited for.
 */
export async function hurryTransfer(deps: Deps, hurried: Hurried): Promise<void> {
  for (let turn = 0; turn < MOST_TURNS; turn++) {
    await makeDue(deps, hurried);
    await hurried.goOn();
    if (await hurried.isOver()) return;
    if ((await deps.parties.down()).length > 0) return;
  }
}
