import { type Network, networkFacts, networks } from '#core/domain/networks.ts';
import type { DepositAddress } from '#server/adapters/custody/custody.ts';
import type { Deps } from '#server/deps.ts';
import { bySandbox, type RouteRow } from '#server/services/offers/payment-routes.ts';
import type { Reader, Tx } from '#server/store/schema.ts';
import { inTransaction } from '#server/store/transaction.ts';
import { isHeard } from './deposit-feed.ts';

/** Marks an address that nobody holds a key to. */
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
 * The counter of a network's numbers. Networks on which the same number gives the same address share
 * one, so that money sent on the wrong network is not at somebody else's address.
 */
const counterOf = (network: Network): string => (networkFacts[network].chain ? 'EVM' : network);

/** The next number of a counter, nobody else's until the transaction ends; `use` uses it up. */
async function nextIndex(tx: Tx, counter: string, sandbox: boolean): Promise<number> {
  await tx
    .insertInto('address_counters')
    .values({ network: counter, sandbox, next_index: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { next_index } = await tx
    .selectFrom('address_counters')
    .select('next_index')
    .where('network', '=', counter)
    .where('sandbox', '=', sandbox)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return next_index;
}

const use = (tx: Tx, counter: string, sandbox: boolean, index: number) =>
  tx
    .updateTable('address_counters')
    .set({ next_index: index + 1 })
    .where('network', '=', counter)
    .where('sandbox', '=', sandbox)
    .execute();

/**
 * A customer's own deposit address on a route: made once, then always the same. Undefined if the
 * custodian has none for the network, or has not reported deposits lately: no address is better than one
 * that nobody watches.
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
  return inTransaction(deps.db, async (tx) => {
    const counter = counterOf(network);
    const index = await nextIndex(tx, counter, sandbox);
    // Another tab may have been faster: then its address counts.
    const meanwhile = await known(tx, userId, route.id, sandbox);
    if (meanwhile) return meanwhile;
    // Pure computation on public keys: no network call to the custodian here.
    const made = deps.parties.custody.depositAddress(network, index);
    if (!made) return undefined;
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
    await use(tx, counter, sandbox, index);
    return handed(made.address, tag, sandbox);
  });
}

/** The addresses a customer has on the routes that are active and that they may use (D10). */
export async function listDepositAddresses(deps: Deps, userId: string, routes: readonly string[]) {
  if (routes.length === 0) return [];
  const sandbox = bySandbox(deps);
  const rows = await deps.db
    .selectFrom('deposit_addresses')
    .select(['payment_route_id', 'address', 'tag'])
    .where('user_id', '=', userId)
    .where('payment_route_id', 'in', routes)
    .where('sandbox', '=', sandbox)
    .execute();
  return rows.map(({ payment_route_id, address, tag }) => ({
    payment_route_id,
    ...handed(address, tag, sandbox),
  }));
}
