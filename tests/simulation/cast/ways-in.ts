import type { OpenTab } from '#tests/simulation/device/device.ts';
import type { Chance } from '#tests/simulation/world/chance.ts';
import { mailedKey } from './mailbox.ts';
import type { Customer, Simulation } from './simulation.ts';

type Result = Awaited<ReturnType<OpenTab['app']['signIn']>>;

/**
 * Somebody signs in with a password. On a device that is new to the account, as all are that it met lately once it
 * was frozen or its password was set anew (HARD-64), they type in the code that is mailed to them (KEEP-15).
 */
export async function enterAs(
  sim: Simulation,
  tab: OpenTab,
  { email }: Pick<Customer, 'email'>,
  password: string,
): Promise<Result['kind']> {
  let first: Result = { kind: 'dismissed' };
  const code = await mailedKey(sim, email, 'device', async () => {
    first = await tab.app.signIn(email, password, undefined);
    return first.kind === 'second-factor' && first.mailed === true;
  });
  if (code === undefined || !tab.actor.alive) return first.kind;
  sim.world.count('a new device is proved with a mailed code');
  return (await tab.app.signIn(email, password, code)).kind;
}

/**
 * A customer sets a new password by mail, which ends a freeze. Resolves when they have tried. They do it once at a
 * time: of two answers that come late nobody could say which password is the newer one.
 */
export async function recover(sim: Simulation, tab: OpenTab, customer: Customer): Promise<void> {
  if (customer.recoversIn?.alive) return;
  customer.recoversIn = tab.actor;
  try {
    await setAnew(sim, tab, customer);
  } finally {
    if (customer.recoversIn === tab.actor) customer.recoversIn = undefined;
  }
}

async function setAnew(sim: Simulation, tab: OpenTab, customer: Customer): Promise<void> {
  const { email, name } = customer;
  const code = await mailedKey(
    sim,
    email,
    'password',
    async () => (await tab.app.askForCode(email)).ok,
  );
  if (code === undefined || !tab.actor.alive) return;
  const next = sim.fresh(`Kopa-of-${name}-again`);
  customer.sentPasswords.push(next);
  const set = await tab.app.setPassword(email, code, next);
  if (!set.ok) return;
  customer.password = next;
  customer.sentPasswords.length = 0;
  sim.world.count('a password is set anew');
}

/** The right password; where answers to new ones were lost, any of them. */
export const passwordOf = ({ password, sentPasswords }: Customer, chance: Chance): string =>
  chance.pick([password, ...sentPasswords]);
