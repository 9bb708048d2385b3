import { randomBytes } from 'node:crypto';
import type { Selectable } from 'kysely';
import { destinationOf } from '#core/networks/address/destination.ts';
import {
  type Counterparty,
  cleanCounterparty,
  counterpartyProblem,
  factsOf,
} from '#core/people/counterparty.ts';
import type { Clock } from '#server/base/clock.ts';
import { type Refused, refuse } from '#server/refusal/refused.ts';
import { sendersIn } from '#server/services/checks/screening/screenings.ts';
import type { Reader, Tx } from '#server/store/schema/schema.ts';
import type { Counterparties } from '#server/store/schema/travel-rule-schema.ts';

export type CounterpartyRow = Selectable<Counterparties>;

interface To {
  readonly network: string;
  readonly address: string;
  readonly tag: string;
}

/** The destination of an address, as the table has it. */
const placeOf = ({ network, address, tag }: To): To => ({
  network,
  ...destinationOf(network, address, tag),
});

/** Who owns a destination, as this customer stated; undefined if they were never asked. */
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

/** Reads all statements of a customer. */
export const counterpartiesQuery = (reader: Reader, userId: string) =>
  reader.selectFrom('counterparties').selectAll().where('user_id', '=', userId);

/** Who owns destinations, as these statements say. */
export function ownerIn<R extends To>(statements: readonly R[]): (to: To) => R | undefined {
  const keyOf = ({ network, address, tag }: To): string => `${network} ${address} ${tag}`;
  const known = new Map(statements.map((row) => [keyOf(row), row]));
  return (to) => known.get(keyOf(placeOf(to)));
}

/** Who owns the addresses that a deposit came from; undefined if none of them is known. */
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

/** Checks a customer's statement by the same rules as the page. */
export function checkCounterparty(said: Counterparty): Counterparty | Refused {
  const clean = cleanCounterparty(said);
  const wrong = counterpartyProblem(clean);
  return wrong ? refuse('INVALID_INPUT', wrong.text) : clean;
}

/**
 * Records a customer's statement about a destination. Repeating it changes nothing; another statement
 * replaces it, and control of the wallet must be proved again.
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

/** Records that control of an own wallet was proved, for good. */
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
    // The proof belongs to the statement with this nonce.
    .where('nonce', '=', nonce)
    .where('owner', '=', 'customer')
    .where('provider', '=', '')
    .where('proved_at', 'is', null)
    .execute();
}

interface Proving {
  readonly id: string;
  readonly user_id: string;
  readonly network: string;
  readonly senders: string;
}

/**
 * A deposit from own wallets proves that their owner controls them, unless a provider has said otherwise who sent it.
 * With an address among them of which they have not said so it proves nothing: whoever sends for many, as an exchange
 * does, spends from one address beside another.
 */
export async function provedByDeposit(tx: Tx, clock: Clock, deposit: Proving): Promise<void> {
  const otherwise = await tx
    .selectFrom('travel_rule')
    .select('id')
    .where('id', '=', `deposit:${deposit.id}`)
    .where('told_at', 'is not', null)
    .executeTakeFirst();
  if (otherwise) return;
  const { network, user_id: userId } = deposit;
  const stated: CounterpartyRow[] = [];
  for (const address of sendersIn(deposit.senders)) {
    const known = await findCounterparty(tx, userId, { network, address, tag: '' });
    if (known?.owner !== 'customer') return;
    stated.push(known);
  }
  for (const known of stated) await markProved(tx, clock, known, 'deposit');
}

/** What a deposit has proved, it has not: a provider says otherwise who sent it. */
export async function unprovedByDeposit(
  tx: Tx,
  deposit: Pick<Proving, 'user_id' | 'network' | 'senders'>,
): Promise<void> {
  const { network, user_id, senders } = deposit;
  for (const sender of sendersIn(senders)) {
    const { address, tag } = placeOf({ network, address: sender, tag: '' });
    await tx
      .updateTable('counterparties')
      .set({ proved_at: null, proved_by: null })
      .where('user_id', '=', user_id)
      .where('network', '=', network)
      .where('address', '=', address)
      .where('tag', '=', tag)
      .where('proved_by', '=', 'deposit')
      .execute();
  }
}
