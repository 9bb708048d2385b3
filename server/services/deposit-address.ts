import { sql } from 'kysely';
import { type DepositAddress, networks } from '#server/adapters/custody/custody.ts';
import type { Deps } from '#server/deps.ts';
import type { Reader, Tx } from '#server/store/schema.ts';
import { inTransaction } from '#server/store/transaction.ts';
import type { RouteRow } from './payment-routes.ts';

/** Of an address nobody holds a key to, that it is one. */
type Handed = DepositAddress & { readonly sandbox?: true };

/** Whose addresses are handed out now: what the sandbox made is never given beside a custodian. */
const bySandbox = (deps: Deps): boolean => deps.parties.sandboxed.has('custody');

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
): Promise<Handed | undefined> {
  const sandbox = bySandbox(deps);
  const before = await known(deps.db, userId, route.id, sandbox);
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
        sandbox,
        created_at: deps.clock.sql,
      })
      .onConflict((conflict) =>
        conflict.columns(['user_id', 'payment_route_id', 'sandbox']).doNothing(),
      )
      .execute();
    // Another tab may have been faster: its address is the one.
    return known(tx, userId, route.id, sandbox);
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
