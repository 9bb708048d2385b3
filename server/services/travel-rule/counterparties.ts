import { randomBytes } from 'node:crypto';
import type { Selectable } from 'kysely';
import { destinationOf } from '#core/domain/address/destination.ts';
import { plainAddress } from '#core/domain/address/look-alike.ts';
import {
  type Counterparty,
  cleanCounterparty,
  counterpartyProblem,
  factsOf,
} from '#core/domain/counterparty.ts';
import type { Clock } from '#server/clock.ts';
import { type Refused, refuse } from '#server/refusal/refused.ts';
import { sendersIn } from '#server/services/screening/screenings.ts';
import type { Reader, Tx } from '#server/store/schema.ts';
import type { Counterparties } from '#server/store/travel-rule-schema.ts';

export type CounterpartyRow = Selectable<Counterparties>;

interface To {
  readonly network: string;
  readonly address: string;
  readonly tag: string;
}

/** Where money sent there arrives, written in one way: as the table has it. */
function placeOf({ network, address, tag }: To): To {
  const leads = destinationOf(network, address, tag);
  return { network, address: plainAddress(leads.address), tag: leads.tag };
}

/** Whose a destination is, as this customer said; undefined: they were never asked. */
export async function findCounterparty(
  reader: Reader,
  userId: string,
  to: To,
): Promise<CounterpartyRow | undefined> {
  const { network, address, tag } = placeOf(to);
  return reader
    .selectFrom('counterparties')
    .selectAll()
    .where('user_id', '=', userId)
    .where('network', '=', network)
    .where('address', '=', address)
    .where('tag', '=', tag)
    .executeTakeFirst();
}

/** All that a customer said, by destination: for lists. */
export async function counterpartiesOf(
  reader: Reader,
  userId: string,
): Promise<(to: To) => CounterpartyRow | undefined> {
  const keyOf = ({ network, address, tag }: To): string => `${network} ${address} ${tag}`;
  const rows = await reader
    .selectFrom('counterparties')
    .selectAll()
    .where('user_id', '=', userId)
    .execute();
  const known = new Map(rows.map((row) => [keyOf(row), row]));
  return (to) => known.get(keyOf(placeOf(to)));
}

/** Whose the addresses are that a deposit came from; undefined where none of them is known. */
export async function findSender(
  reader: Reader,
  userId: string,
  network: string,
  senders: string,
): Promise<CounterpartyRow | undefined> {
  for (const address of sendersIn(senders)) {
    const found = await findCounterparty(reader, userId, { network, address, tag: '' });
    if (found) return found;
  }
  return undefined;
}

const sameAs = (row: CounterpartyRow, said: Counterparty): boolean =>
  row.owner === said.owner &&
  row.name === said.name &&
  row.country === said.country &&
  row.provider === said.provider;

/** Checks what a customer says, as the page does. */
export function checkCounterparty(said: Counterparty): Counterparty | Refused {
  const clean = cleanCounterparty(said);
  const wrong = counterpartyProblem(clean);
  return wrong ? refuse('INVALID_INPUT', wrong.text) : clean;
}

/**
 * Writes down what a customer says of a destination. Said once more it stays as it is; something else
 * takes its place, and the control of the wallet has to be shown again.
 */
export async function keepCounterparty(
  tx: Tx,
  clock: Clock,
  userId: string,
  to: To,
  said: Counterparty,
): Promise<CounterpartyRow> {
  const before = await findCounterparty(tx, userId, to);
  if (before && sameAs(before, said)) return before;
  const facts = {
    ...factsOf(said),
    said_at: clock.sql,
    nonce: randomBytes(9).toString('base64url'),
    proved_at: null,
    proved_by: null,
  };
  return tx
    .insertInto('counterparties')
    .values({ user_id: userId, ...placeOf(to), ...facts })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'network', 'address', 'tag']).doUpdateSet(facts),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The control of an own wallet was shown, now and for good. */
export async function markProved(
  tx: Tx,
  clock: Clock,
  { user_id, network, address, tag, nonce }: CounterpartyRow,
  by: 'message' | 'deposit',
): Promise<void> {
  await tx
    .updateTable('counterparties')
    .set({ proved_at: clock.sql, proved_by: by })
    .where('user_id', '=', user_id)
    .where('network', '=', network)
    .where('address', '=', address)
    .where('tag', '=', tag)
    // What was proved is what stood there then.
    .where('nonce', '=', nonce)
    .where('owner', '=', 'customer')
    .where('provider', '=', '')
    .where('proved_at', 'is', null)
    .execute();
}

/** A deposit from an own wallet shows that its owner controls it. */
export async function provedByDeposit(
  tx: Tx,
  clock: Clock,
  deposit: { readonly user_id: string; readonly network: string; readonly senders: string },
): Promise<void> {
  for (const address of sendersIn(deposit.senders)) {
    const { network, user_id: userId } = deposit;
    const known = await findCounterparty(tx, userId, { network, address, tag: '' });
    if (known) await markProved(tx, clock, known, 'deposit');
  }
}
