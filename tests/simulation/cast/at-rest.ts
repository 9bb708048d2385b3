import type { WalletEntry } from '#core/contract/wallet/wallet.ts';
import { checkBooks, type Unfinished, unheardDisputes } from '#tests/simulation/checks/books.ts';
import type { Device, OpenTab } from '#tests/simulation/device/device.ts';
import { type Party, polite } from '#tests/simulation/parties/party.ts';
import { clear } from '#tests/simulation/world/network.ts';
import { operate, resting } from './copies.ts';
import { decide } from './errands.ts';
import { begin } from './fleet.ts';
import type { Customer, Simulation } from './simulation.ts';
import { visitConversion, visitWithdrawal } from './visits.ts';
import { enterAs, recover } from './ways-in.ts';

/** So long each thing may take to come to rest once nothing goes wrong any more. */
const PATIENCE_MS = 12 * 3_600_000;
/** The same of what waits while withdrawals are held, which is for a day after a new password (BEY-14). */
const HELD_PATIENCE_MS = 30 * 3_600_000;
const MOST_STEPS = 60_000;
const LOOK_EVERY_MS = 30_000;
/** Where a look finds what the one before it found, time leaps, further each time. */
const LEAP_MS = 60_000;
const LONGEST_LEAP_MS = 2 * 3_600_000;
/** Another code is mailed after a moment; ten a day are. */
const NEXT_CODE_MS = 40_000;
const NEXT_CODES_MS = 25 * 3_600_000;
/** A page that could not show its balances asks again after so long, as the wallet does. */
const ASK_AGAIN_MS = 30_000;
const ASKS_AGAIN = 10;

const unfinished = `
  select 'every withdrawal ends' as what, id || ' ' || status as detail from withdrawals
    where status in ('requested', 'broadcast', 'failed')
  union all select 'every purchase ends', id || ' ' || status from purchases
    where status in ('pending', 'unknown', 'refunding')
  union all select 'every deposit ends', id from deposits where state = 'pending'
  union all select 'every bank transfer ends', id from bank_transfers
    where state in ('pending', 'checking', 'returning')
  union all select 'every mail leaves', id from mail_outbox
  union all select 'every notice is pushed or dropped', id from notices where pushed_at is null
  union all select 'nothing is on hold', id from accounts where kind = 'hold' and balance <> 0`;

const held = ['every withdrawal ends', 'nothing is on hold'];

/** What has not come to rest for too long. */
class Patience {
  readonly #since = new Map<string, number>();

  /** Takes down what is left; returns whether it is the same as before. */
  look({ world, passed }: Simulation, left: readonly Unfinished[]): boolean {
    const now = world.now - passed;
    const before = new Map(this.#since);
    this.#since.clear();
    for (const { what, detail } of left) {
      const name = `${what} ${detail}`;
      const since = before.get(name) ?? now;
      this.#since.set(name, since);
      const patience = held.includes(what) ? HELD_PATIENCE_MS : PATIENCE_MS;
      if (now - since > patience) world.violated(`in the end, ${what}`, detail);
    }
    return before.size === left.length && [...this.#since.keys()].every((one) => before.has(one));
  }
}

/** The intents a device keeps whose outcome its customers do not know yet. */
const intentsOn = (device: Device): readonly string[] =>
  [...device.storage.entries].flatMap(([name, text]) =>
    name.startsWith('kopa-intent-') ? [String(JSON.parse(text).userId)] : [],
  );

async function until(
  sim: Simulation,
  check: () => Promise<void>,
  isDone: () => boolean,
): Promise<void> {
  for (let steps = 0; !isDone(); steps++) {
    if (steps > MOST_STEPS) sim.world.violated('what a device does ends', 'too many steps');
    await sim.world.step();
    await check();
  }
}

/** A device closes all its tabs but one, in which the customer signs in anew. */
async function comeBack(
  sim: Simulation,
  check: () => Promise<void>,
  device: Device,
  customer: Customer,
): Promise<OpenTab> {
  for (const tab of [...device.tabs]) device.close(tab);
  const tab = device.open();
  for (let attempt = 0; attempt < 5; attempt++) {
    if (tab.app.userId() === customer.id) return tab;
    // A freeze that its owner sent before may have arrived late; nobody else's password is touched by this.
    if (attempt > 0) await recoverAll(sim, check);
    let over = false;
    const signedOut = tab.app.isSignedIn() ? tab.app.logOut() : Promise.resolve();
    void signedOut
      .then(() => enterAs(sim, tab, customer, customer.password))
      .finally(() => {
        over = true;
      });
    await until(sim, check, () => over);
  }
  sim.world.violated('who has the password signs in', `${customer.name} on ${device.name}`);
  return tab;
}

/** Every customer with an open wish comes back to the device and hears how it ended. */
async function hearOut(sim: Simulation, check: () => Promise<void>, device: Device): Promise<void> {
  for (let round = 0; intentsOn(device).length > 0; round++) {
    const owner = sim.customers.find(({ id }) => id === intentsOn(device)[0]);
    if (!owner || round > 40) {
      sim.world.violated('every intent is known in the end', `${device.name} ${intentsOn(device)}`);
      return;
    }
    const tab = await comeBack(sim, check, device, owner);
    visitConversion(sim, tab, 'swap');
    visitConversion(sim, tab, 'sell');
    visitWithdrawal(sim, tab, 'BTC');
    const before = intentsOn(device).length;
    const since = sim.world.now;
    await until(
      sim,
      check,
      () => intentsOn(device).length < before || sim.world.now - since > 240_000,
    );
  }
}

/** Afterwards no device has sent a money write whose outcome it does not know. */
async function hearAllOut(sim: Simulation, check: () => Promise<void>): Promise<void> {
  const open = (): boolean => sim.devices.some((device) => intentsOn(device).length > 0);
  for (let round = 0; open(); round++) {
    if (round > 10) sim.world.violated('every intent is known in the end', 'on all devices');
    for (const device of sim.devices) await hearOut(sim, check, device);
  }
}

/** What the wallet shows after one question to the server; undefined where that failed. */
async function askWallet(
  sim: Simulation,
  check: () => Promise<void>,
  tab: OpenTab,
): Promise<readonly WalletEntry[] | undefined> {
  let shown: readonly WalletEntry[] | undefined;
  let over = false;
  const userId = tab.app.userId();
  void tab.app
    .wallet((entries, _, stale) => {
      if (!stale) shown = entries;
    })
    .finally(() => {
      over = true;
    });
  // Who was impatient before loads the page anew; whose session turns out to be over hears nothing more.
  const isAsking = (): boolean => tab.actor.alive && tab.app.userId() === userId;
  await until(sim, check, () => over || !isAsking());
  return shown;
}

/**
 * A wallet that is looked at shows the books, once the last faults have passed. Money that arrives while the
 * answer is on its way is not in it: then it is asked again, at once.
 */
async function shownNow(sim: Simulation, check: () => Promise<void>, tab: OpenTab): Promise<void> {
  const { world, history } = sim;
  const userId = tab.app.userId();
  const isLooked = (): boolean =>
    tab.actor.alive && userId !== undefined && tab.app.userId() === userId;
  for (let asked = 0; asked <= ASKS_AGAIN && isLooked(); asked++) {
    const before = history.changesOf(String(userId));
    const shown = await askWallet(sim, check, tab);
    if (!isLooked()) return;
    if (!shown) {
      const since = world.now;
      await until(sim, check, () => world.now - since > ASK_AGAIN_MS);
      continue;
    }
    if (history.isTrueNow(String(userId), shown)) return;
    if (history.changesOf(String(userId)) === before) break;
  }
  if (isLooked()) world.violated('in the end a device shows the books', tab.actor.name);
}

/** Each withdrawal was mailed about, whatever the mail server did meanwhile; but for mails that got too old. */
async function checkMails({ world, database, mail, mails }: Simulation): Promise<void> {
  let missing = 0;
  const rows = await database.look<{ email: string; asked: string }>(
    'select email, count(*)::text as asked from withdrawals join users on users.id = user_id group by email',
  );
  for (const { email, asked } of rows) {
    const told = [...mail.delivered.values()].filter(
      ({ to, subject }) => to === email && subject === 'Withdrawal requested',
    );
    missing += Math.max(0, Number(asked) - told.length);
  }
  if (missing > mails.tooOld) {
    world.violated('every withdrawal is mailed about', `${missing} are not`);
  }
}

const partiesOf = (sim: Simulation): readonly Party[] => [
  ...[sim.custodian, sim.bank, sim.market, sim.mail],
  ...[sim.cards, sim.rates, sim.lists, sim.carrier],
];

/** Whoever froze an account, has one in an older copy, or does not know its password, sets a new one. */
async function recoverAll(sim: Simulation, check: () => Promise<void>): Promise<void> {
  const [device] = sim.devices;
  for (const customer of sim.customers) {
    for (let tried = 0; ; tried++) {
      await until(sim, check, () => sim.database.isFree && !customer.recoversIn?.alive);
      const shut = await sim.database.look(
        `${resting} union all select id from users where withdrawals_frozen and id = any($1)`,
        [[customer.id]],
      );
      if (shut.length === 0 && customer.sentPasswords.length === 0) break;
      // Codes are mailed so often only, and some were asked for already.
      if (tried > 0) sim.world.now += tried < 4 ? NEXT_CODE_MS : NEXT_CODES_MS;
      if (tried > 5) sim.world.violated('who reads the mailbox sets a password', customer.name);
      const tab = device.open();
      let over = false;
      void recover(sim, tab, customer).finally(() => {
        over = true;
      });
      await until(sim, check, () => over);
      device.close(tab);
    }
  }
}

/** Faults end, time goes on: everything that was begun must come to an end. */
export async function atRest(sim: Simulation, check: () => Promise<void>): Promise<void> {
  const { world, database, network } = sim;
  sim.resting = true;
  network.weather = clear;
  for (const party of partiesOf(sim)) party.manners = polite;
  sim.market.wrong = undefined;
  sim.rates.wrong = undefined;
  sim.custodian.confused = false;
  database.conflicts = 0;
  database.slowness = 3;
  for (const device of sim.devices) device.setOnline(true);
  if (!network.processes.some(({ actor, stopping }) => actor.alive && !stopping)) begin(sim);
  await until(sim, check, () => !sim.copies.made);
  await recoverAll(sim, check);
  await hearAllOut(sim, check);
  const patience = new Patience();
  let leap = LEAP_MS;
  for (let lookAt = world.now; ; ) {
    if (world.now >= lookAt && database.isFree) {
      const left = [
        ...(await database.look<Unfinished>(unfinished)),
        ...(await unheardDisputes(database, sim.cards)),
      ];
      if (left.length === 0) break;
      decide(sim);
      void operate(sim).catch(() => undefined);
      if (patience.look(sim, left)) {
        world.now += leap;
        leap = Math.min(2 * leap, LONGEST_LEAP_MS);
      } else leap = LEAP_MS;
      lookAt = world.now + LOOK_EVERY_MS;
    }
    await world.step();
    await check();
  }
  const tabs = sim.devices.flatMap((device) => device.tabs);
  for (const tab of tabs) await shownNow(sim, check, tab);
  // What was still under way when everybody was heard may have lost its answer since.
  await hearAllOut(sim, check);
  await checkMails(sim);
  await checkBooks(world, database, sim);
  await sim.told.check(world, database, true);
  await world.settle();
}
