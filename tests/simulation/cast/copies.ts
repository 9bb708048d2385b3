import type { OpenTab } from '#tests/simulation/device/device.ts';
import { kill } from '#tests/simulation/server/process.ts';
import type { Chance } from '#tests/simulation/world/chance.ts';
import { begin, running } from './fleet.ts';
import type { Simulation } from './simulation.ts';
import { whenFree } from './waiting.ts';
import { recover } from './ways-in.ts';

/** What the database that was lost knew of an order that a party has. */
interface Order {
  readonly email: string;
  readonly amount: string;
  readonly asset: string;
}

/** The books that were restored from an older copy, and what the operator kept of the lost ones. */
export class Copies {
  /** One is made, and will be restored. */
  made = false;
  restoredAt = Number.NEGATIVE_INFINITY;
  readonly orders = new Map<string, Order>();
  /** What customers had cancelled by then, or had back, and nobody had sent. */
  readonly stopped = new Set<string>();
}

const nobody = { name: 'the operator', alive: true };
const OPERATES_EVERY_MS = 20_000;
const OPERATES = 8;

const written = `select withdrawals.id, email, withdrawals.currency as asset, status,
    trim_scale((units + fee_units) / power(10::numeric, coalesce(decimals, 2)))::text as amount
  from withdrawals join users on users.id = user_id
    left join (values ('BTC', 8), ('SOL', 8), ('ETH', 8), ('AVAX', 8), ('XRP', 6), ('USDT', 6), ('USDC', 6))
      as assets (code, decimals) on code = withdrawals.currency`;

async function restoreNow(sim: Simulation): Promise<void> {
  const { world, database, copies, custodian, bank } = sim;
  for (const process of running(sim)) await kill(database, process);
  for (const { id, status, ...order } of await database.look<
    Order & { readonly id: string; readonly status: string }
  >(written)) {
    copies.orders.set(id, order);
    const wasSent = custodian.sent.has(id) || bank.sent.has(id);
    if ((status === 'cancelled' || status === 'refunded') && !wasSent) copies.stopped.add(id);
  }
  await database.restore();
  copies.restoredAt = world.now;
  copies.made = false;
  sim.told.forget();
  sim.mails.forget();
  const [leaver] = await database.look<{ closed: boolean }>(
    'select deleted_at is not null as closed from users where id = $1',
    [sim.leaver.id],
  );
  sim.leaver.closed = leaver?.closed === true;
  world.count('fault: an older copy is restored');
  begin(sim);
  begin(sim);
}

/** Whose accounts rest in an older copy until they have set a new password. */
export const resting = `select id from users where id = any($1) and exists (select 1 from older_copies
  where released_at is null and found_at > coalesce(users.copy_confirmed_at, users.created_at))`;

/**
 * What the guide to restoring says: each transfer that the books lack is booked, and the copy is trusted once all who
 * may have stopped something in the lost time have confirmed their accounts.
 */
export async function operate(sim: Simulation): Promise<void> {
  const { world, copies, database, customers } = sim;
  const server = running(sim).find(({ ready, stopping }) => ready && !stopping)?.server;
  if (!server) return;
  const told = await server.settleAside((reference) => copies.orders.get(reference));
  for (const what of told) world.count(what);
  if (!database.isFree) return;
  const unconfirmed = await database.look(resting, [customers.map(({ id }) => id)]);
  if (unconfirmed.length > 0) return;
  if ((await server.trustCopy()) === 'done') world.count('an older copy is trusted');
}

/** Customers are mailed that they have to set a new password. */
function askCustomers(sim: Simulation, chance: Chance): void {
  for (const customer of sim.customers) {
    sim.world.schedule(nobody, chance.between(2_000, 60_000), 'reads of the restore', () => {
      const device = chance.pick(sim.devices);
      const tab: OpenTab = device.open();
      void recover(sim, tab, customer).finally(() => {
        if (tab.actor.alive) device.close(tab);
      });
    });
  }
}

/** A copy of the books is made now, and a little later it is all that is left of them. */
export function restore(sim: Simulation, chance: Chance): string | undefined {
  const { world, copies } = sim;
  if (copies.made) return undefined;
  copies.made = true;
  whenFree(sim, 'copies the books', async () => {
    await sim.database.copy();
    world.schedule(nobody, chance.between(5_000, 25_000), 'the database is lost', () =>
      whenFree(sim, 'restores the books', async () => {
        await restoreNow(sim);
        askCustomers(sim, chance);
        for (let times = 1; times <= OPERATES; times++) {
          world.schedule(nobody, times * OPERATES_EVERY_MS, 'operates', () => {
            void operate(sim).catch(() => undefined);
          });
        }
      }),
    );
  });
  return 'the database is lost, and an older copy restored';
}
