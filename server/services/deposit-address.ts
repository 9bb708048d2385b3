import { sql } from 'kysely';
import { type DepositAddress, networks } from '#server/adapters/custody/custody.ts';
import type { Deps } from '#server/deps.ts';
import type { Reader, Tx } from '#server/store/schema.ts';
import { inTransaction } from '#server/store/transaction.ts';
import type { RouteRow } from './payment-routes.ts';

/** Says so where addresses are the sandbox's. */
const marked = <A extends DepositAddress>(deps: Deps, address: A) =>
  deps.parties.sandboxed.has('custody') ? { ...address, sandbox: true } : address;

async function known(
  reader: Reader,
  userId: string,
  routeId: string,
): Promise<DepositAddress | undefined> {
  const row = await reader
    .selectFrom('deposit_addresses')
    .select(['address', 'tag'])
    .where('user_id', '=', userId)
    .where('payment_route_id', '=', routeId)
    .executeTakeFirst();
  return row && { address: row.address, ...(row.tag && { tag: row.tag }) };
}

/** The next number of a network; two who ask at once get two. */
async function nextIndex(tx: Tx, network: string): Promise<number> {
  const { rows } = await sql<{ index: number }>`
    insert into address_counters as held (network, next_index) values (${network}, 1)
    on conflict (network) do update set next_index = held.next_index + 1
    returning next_index - 1 as index`.execute(tx);
  return rows[0]?.index ?? 0;
}

/**
 * A customer's own deposit address on a route: made once, then always the same. Undefined where the
 * custodian has none for the network.
 */
export async function depositAddress(
  deps: Deps,
  userId: string,
  route: RouteRow,
): Promise<(DepositAddress & { readonly sandbox?: boolean }) | undefined> {
  const address = await ownAddress(deps, userId, route);
  return address && marked(deps, address);
}

async function ownAddress(
  deps: Deps,
  userId: string,
  route: RouteRow,
): Promise<DepositAddress | undefined> {
  const before = await known(deps.db, userId, route.id);
  const network = networks.find((name) => name === route.network);
  if (before || !network) return before;
  return inTransaction(deps.db, async (tx) => {
    const index = await nextIndex(tx, network);
    // Pure computation on public keys: the party is not asked over any network here.
    const made = deps.parties.custody.depositAddress(network, index);
    if (!made) return undefined;
    await tx
      .insertInto('deposit_addresses')
      .values({
        user_id: userId,
        payment_route_id: route.id,
        network,
        address_index: index,
        address: made.address,
        tag: made.tag ?? '',
        created_at: deps.clock.sql,
      })
      .onConflict((conflict) => conflict.columns(['user_id', 'payment_route_id']).doNothing())
      .execute();
    // Another tab may have been faster: its address is the one.
    return known(tx, userId, route.id);
  });
}

/** The addresses a customer has on the routes that are active and that they may use (D10). */
export async function listDepositAddresses(deps: Deps, userId: string, routes: readonly string[]) {
  if (routes.length === 0) return [];
  const rows = await deps.db
    .selectFrom('deposit_addresses')
    .select(['payment_route_id', 'address', 'tag'])
    .where('user_id', '=', userId)
    .where('payment_route_id', 'in', routes)
    .execute();
  return rows.map(({ payment_route_id, address, tag }) =>
    marked(deps, { payment_route_id, address, ...(tag && { tag }) }),
  );
}
