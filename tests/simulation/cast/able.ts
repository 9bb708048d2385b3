import { type KeptCode, keptOf } from '#core/money/cash.ts';
import { type AssetCode, assetCodes } from '#core/money/currencies.ts';
import { parseUnits } from '#core/money/decimal.ts';
import type { Device, OpenTab } from '#tests/simulation/device/device.ts';
import type { Chance } from '#tests/simulation/world/chance.ts';
import type { Customer, Simulation } from './simulation.ts';
import { leapOver, lookWhenFree } from './waiting.ts';
import { enterAs, recover } from './ways-in.ts';

export function tabOf(
  sim: Simulation,
  chance: Chance,
): { device: Device; tab: OpenTab } | undefined {
  const device = chance.pick(sim.devices);
  const [first, ...more] = device.tabs;
  return first && { device, tab: chance.pick([first, ...more]) };
}

export const tabsOf = (sim: Simulation, isSignedIn: boolean): readonly OpenTab[] =>
  sim.devices.flatMap((device) => device.tabs).filter(({ app }) => app.isSignedIn() === isSignedIn);

/** A tab in which nobody is signed in, by now: whoever was leaves first, where everybody is at home. */
export async function signedOut(sim: Simulation, chance: Chance): Promise<OpenTab | undefined> {
  const [first, ...more] = tabsOf(sim, false);
  if (first) return chance.pick([first, ...more]);
  const found = tabOf(sim, chance)?.tab;
  await found?.app.logOut();
  return found?.actor.alive ? found : undefined;
}

/** A customer with a page in front of them. */
export interface AtHome {
  readonly tab: OpenTab;
  readonly owner: Customer;
}

interface Standing {
  readonly id: string;
  readonly frozen: boolean;
  readonly until: Date | null;
}

const standings = `select id, withdrawals_frozen as frozen, withdrawals_held_until as until
  from users where id = any($1)`;

/** How long until each of them may withdraw. */
async function waitsOf(
  sim: Simulation,
  customers: readonly Customer[],
): Promise<(customer: Customer) => number> {
  const ids = customers.map(({ id }) => id);
  const rows = new Map(
    (await lookWhenFree<Standing>(sim, standings, [ids])).map((row) => [row.id, row]),
  );
  return ({ id }) => {
    const row = rows.get(id);
    if (!row || row.frozen) return Number.POSITIVE_INFINITY;
    return Math.max(0, Number(row.until?.getTime() ?? 0) - sim.world.now);
  };
}

/**
 * A customer who may withdraw, with a page in front of them: rather who is signed in already. Where everybody's
 * withdrawals are held, a day passes; who froze the account sets a new password first.
 */
export async function ableOne(
  sim: Simulation,
  chance: Chance,
  isWanted: (customer: Customer) => boolean,
): Promise<AtHome | undefined> {
  const customers = sim.customers.filter(isWanted);
  const homeOf = ({ id }: Customer): OpenTab | undefined =>
    tabsOf(sim, true).find(({ app }) => app.userId() === id);
  let waits = await waitsOf(sim, customers);
  const [first, ...more] = customers.filter((one) => waits(one) === 0 && homeOf(one));
  const others = [...customers].sort((one, other) => waits(one) - waits(other) || 0);
  const owner = first ? chance.pick([first, ...more]) : others[0];
  if (!owner) return undefined;
  if (waits(owner) === Number.POSITIVE_INFINITY) {
    const tab = await signedOut(sim, chance);
    if (!tab) return undefined;
    await recover(sim, tab, owner);
    waits = await waitsOf(sim, customers);
    if (waits(owner) === Number.POSITIVE_INFINITY) return undefined;
  }
  // By a clock that is right: those of the processes are not.
  const held = waits(owner);
  if (held > 0) leapOver(sim, held + 5_000);
  const tab = homeOf(owner) ?? (await signedOut(sim, chance));
  if (!tab) return undefined;
  if (tab.app.userId() !== owner.id) await enterAs(sim, tab, owner, owner.password);
  return tab.actor.alive && tab.app.userId() === owner.id ? { tab, owner } : undefined;
}

const balances = `select currency, balance::text from accounts where owner = $1 and kind = 'available'`;
/** An asset of which so little is left is not spent on errands. */
const SHARE_LEFT = 5n;

/** What a customer in the Union sends only with a code that is mailed for it (KEEP-15). */
const isAskedFor = ({ market }: Customer, code: AssetCode): boolean =>
  market === 'EUR' && code === 'USDC';

/**
 * What a customer has of an asset that they had when the world began, if it is not nearly gone, and may send without
 * more ado.
 */
export async function assetOfOwner(
  sim: Simulation,
  chance: Chance,
  owner: Customer,
): Promise<AssetCode | undefined> {
  const rows = await lookWhenFree<{ currency: KeptCode; balance: string }>(sim, balances, [
    owner.id,
  ]);
  const isLeft = (code: AssetCode): boolean => {
    const had = parseUnits(owner.balances[code] ?? '0', keptOf(code).scale) ?? 0n;
    const has = BigInt(rows.find(({ currency }) => currency === code)?.balance ?? '0');
    return had > 0n && has * SHARE_LEFT > had && !isAskedFor(owner, code);
  };
  const [first, ...more] = assetCodes.filter(isLeft);
  return first && chance.pick([first, ...more]);
}
