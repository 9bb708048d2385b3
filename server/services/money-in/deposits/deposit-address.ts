import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { AnswerOf } from '#core/contract/endpoint.ts';
import type { listReceiving } from '#core/contract/money/funds.ts';
import { type Network, networkFacts, networks } from '#core/networks/networks.ts';
import type { DepositAddress } from '#server/adapters/custody/custody.ts';
import type { Deps } from '#server/deps.ts';
import type { Customer } from '#server/platform/standing-session.ts';
import {
  bySandbox,
  type RouteRow,
  routesQuery,
} from '#server/services/exchange/offers/payment-routes.ts';
import type { Reader, Tx } from '#server/store/schema/schema.ts';
import { inTransaction } from '#server/store/transaction.ts';
import { isHeard } from './deposit-feed.ts';
import { incomingOf, incomingQuery } from './deposits.ts';

/** `sandbox`: nobody has the address's key. */
type Handed = DepositAddress & { readonly sandbox?: true };

const handed = (address: string, tag: string, sandbox: boolean): Handed => ({
  address,
  ...(tag && { tag }),
  ...(sandbox && { sandbox }),
});

async function known(
  reader: Reader,
  userId: string,
  routeId: string,
  sandbox: boolean,
): Promise<Handed | undefined> {
  const row = await reader
    .selectFrom('deposit_addresses')
    .select(['address', 'tag'])
    .where('user_id', '=', userId)
    .where('payment_route_id', '=', routeId)
    .where('sandbox', '=', sandbox)
    .executeTakeFirst();
  return row && handed(row.address, row.tag, sandbox);
}

/**
 * The counter of a network's addresses. Networks on which the same number gives the same address share one,
 * so that money sent on the wrong network does not arrive at another customer's address.
 */
const counterOf = (network: Network): string => (networkFacts[network].chain ? 'EVM' : network);

/** Numbers are moments since this date, this many milliseconds long: 31 bits last for twenty years. */
const FIRST_MOMENT = '2026-01-01T00:00:00Z';
const MOMENT_MS = 300;
/** How long a customer waits if others are given addresses faster than moments pass. */
const MOST_WAITS = 40;

/**
 * The number of this moment, or undefined if it is used. Moments never repeat: after a restore, or a failover
 * that lost the latest rows, a counter would give the same numbers again, and with them the addresses of
 * customers whose rows are lost (OPS-01).
 */
async function thisMoment(
  { clock }: Deps,
  tx: Tx,
  counter: string,
  sandbox: boolean,
): Promise<number | undefined> {
  await tx
    .insertInto('address_counters')
    .values({ network: counter, sandbox, next_index: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { next_index, moment } = await tx
    .selectFrom('address_counters')
    .select('next_index')
    .select(
      sql<number>`floor(extract(epoch from ${clock.sql} - ${FIRST_MOMENT}::timestamptz)
        * 1000 / ${MOMENT_MS})::integer`.as('moment'),
    )
    .where('network', '=', counter)
    .where('sandbox', '=', sandbox)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return moment < next_index ? undefined : moment;
}

const use = (tx: Tx, counter: string, sandbox: boolean, index: number) =>
  tx
    .updateTable('address_counters')
    .set({ next_index: index + 1 })
    .where('network', '=', counter)
    .where('sandbox', '=', sandbox)
    .execute();

/**
 * Whether somebody was given the address or money came to it, even if the row that names the owner is lost.
 */
async function isTaken(tx: Tx, { address, tag = '' }: DepositAddress): Promise<boolean> {
  const { rows } = await sql`
    select 1 from deposit_addresses where address = ${address} and tag = ${tag}
    union all select 1 from deposits where address = ${address} and tag = ${tag}
    union all select 1 from deposits_aside where address = ${address} and tag = ${tag}
    limit 1`.execute(tx);
  return rows.length > 0;
}

/**
 * A random free address of a list: taken in order, the list would give the same addresses again after a
 * restore. This makes a repetition unlikely, not impossible, so the operator replaces the list after a
 * restore.
 */
async function anyOf(
  { parties, random }: Deps,
  tx: Tx,
  network: Network,
  size: number,
): Promise<Numbered | undefined> {
  const given = await tx
    .selectFrom('deposit_addresses')
    .select('address_index')
    .where('network', '=', network)
    .where('sandbox', '=', false)
    .execute();
  const used = new Set(given.map(({ address_index }) => address_index));
  const start = Buffer.from(random(6)).readUIntBE(0, 6) % Math.max(size, 1);
  for (let step = 0; step < size; step++) {
    const index = (start + step) % size;
    const made = used.has(index) ? undefined : parties.custody.depositAddress(network, index);
    if (made && !(await isTaken(tx, made))) return { index, made };
  }
  return undefined;
}

interface Numbered {
  readonly index: number;
  readonly made: DepositAddress;
}

/** An address that was given to nobody; `wait`: there will be one in a moment. */
async function nextAddress(
  deps: Deps,
  tx: Tx,
  network: Network,
  sandbox: boolean,
): Promise<Numbered | 'wait' | undefined> {
  const { custody } = deps.parties;
  const counter = counterOf(network);
  const index = await thisMoment(deps, tx, counter, sandbox);
  const size = custody.listed?.(network);
  if (size !== undefined) return anyOf(deps, tx, network, size);
  if (index === undefined) return 'wait';
  // Pure computation on public keys: no network call to the custodian here.
  const made = custody.depositAddress(network, index);
  if (!made) return undefined;
  await use(tx, counter, sandbox, index);
  return (await isTaken(tx, made)) ? 'wait' : { index, made };
}

/**
 * A customer's own deposit address on a route: created once, then always the same. Undefined if the custodian
 * has none for the network, or has not reported deposits lately, because an address must be watched.
 */
export async function depositAddress(
  deps: Deps,
  userId: string,
  route: RouteRow,
): Promise<Handed | undefined> {
  const sandbox = bySandbox(deps);
  const before = await known(deps.db, userId, route.id, sandbox);
  const network = networks.find((name) => name === route.network);
  if (before || !network) return before;
  const { incoming } = deps.parties;
  if (incoming && !(await isHeard(deps, incoming))) return undefined;
  const give = (tx: Tx) => giveAddress(deps, tx, { userId, route, network, sandbox });
  for (let waits = 0; waits < MOST_WAITS; waits++) {
    const given = await inTransaction(deps.db, give);
    if (given !== 'wait') return given;
    await pause(MOMENT_MS);
  }
  return undefined;
}

async function giveAddress(
  deps: Deps,
  tx: Tx,
  to: {
    readonly userId: string;
    readonly route: RouteRow;
    readonly network: Network;
    readonly sandbox: boolean;
  },
): Promise<Handed | 'wait' | undefined> {
  const { userId, route, network, sandbox } = to;
  const next = await nextAddress(deps, tx, network, sandbox);
  // Another tab was faster, so its address is the customer's.
  const meanwhile = await known(tx, userId, route.id, sandbox);
  if (meanwhile) return meanwhile;
  if (next === undefined || next === 'wait') return next;
  const { index, made } = next;
  const tag = made.tag ?? '';
  await tx
    .insertInto('deposit_addresses')
    .values({
      user_id: userId,
      payment_route_id: route.id,
      network,
      address_index: index,
      address: made.address,
      tag,
      sandbox,
      created_at: deps.clock.sql,
    })
    .execute();
  return handed(made.address, tag, sandbox);
}

/** The customer's addresses on the active routes that they may use (D10), and what comes in. */
export async function readReceiving(
  deps: Deps,
  { userId, market }: Customer,
): Promise<AnswerOf<typeof listReceiving>['data']> {
  const { db } = deps;
  const sandbox = bySandbox(deps);
  const active = db
    .selectFrom(routesQuery(db, market).as('routes'))
    .where('is_active', '=', true)
    .select('id');
  const addresses = db
    .selectFrom('deposit_addresses')
    .select(['payment_route_id', 'address', 'tag'])
    .where('user_id', '=', userId)
    .where('payment_route_id', 'in', active)
    .where('sandbox', '=', sandbox);
  const read = await db
    .selectNoFrom([
      jsonArrayFrom(addresses).as('addresses'),
      jsonArrayFrom(incomingQuery(db, deps, userId)).as('incoming'),
    ])
    .executeTakeFirstOrThrow();
  return {
    addresses: read.addresses.map(({ payment_route_id, address, tag }) => ({
      payment_route_id,
      ...handed(address, tag, sandbox),
    })),
    incoming: read.incoming.map(incomingOf),
  };
}
