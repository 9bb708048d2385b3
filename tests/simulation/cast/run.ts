import type { PGlite } from '@electric-sql/pglite';
import { checkBooks } from '#tests/simulation/checks/books.ts';
import { Mails } from '#tests/simulation/checks/mails.ts';
import { Outcomes } from '#tests/simulation/checks/outcomes.ts';
import { checkAnswer, checkLeft } from '#tests/simulation/checks/privacy.ts';
import { Refreshes } from '#tests/simulation/checks/refreshes.ts';
import { BalanceHistory } from '#tests/simulation/checks/shown.ts';
import { openBody, ToldOutcomes } from '#tests/simulation/checks/told.ts';
import { Trades } from '#tests/simulation/checks/trades.ts';
import { Device, type DevicePrograms, type Hearing } from '#tests/simulation/device/device.ts';
import { SimulatedBank } from '#tests/simulation/parties/bank.ts';
import { Cards } from '#tests/simulation/parties/cards.ts';
import { Custodian } from '#tests/simulation/parties/custodian.ts';
import { Carrier, Lists } from '#tests/simulation/parties/lists.ts';
import { SimulatedMarket } from '#tests/simulation/parties/market.ts';
import { MARKET_URL } from '#tests/simulation/parties/market-url.ts';
import { PostOffice } from '#tests/simulation/parties/post-office.ts';
import { Rates } from '#tests/simulation/parties/rates.ts';
import type { Fleet, ServerProgram } from '#tests/simulation/server/process.ts';
import type { Load } from '#tests/simulation/world/bundle.ts';
import { Database } from '#tests/simulation/world/database.ts';
import { apart } from '#tests/simulation/world/host.ts';
import { Network, type Sent } from '#tests/simulation/world/network.ts';
import { Violation, World } from '#tests/simulation/world/world.ts';
import { atRest } from './at-rest.ts';
import { Copies } from './copies.ts';
import { begin } from './fleet.ts';
import { type Begun, initiate, initiativeNames, type Kind } from './initiatives.ts';
import { behindOf } from './outcomes.ts';
import { deviceNumbers } from './people.ts';
import type { Customer, Known, Simulation } from './simulation.ts';

/** A database in which customers came before the world began. */
export interface Founded {
  readonly customers: readonly Known[];
  readonly database: () => Promise<PGlite>;
}

export interface Programs extends DevicePrograms {
  readonly server: Load<ServerProgram>;
  /** What every world begins with. */
  readonly founded: Founded;
}

export interface Plan {
  readonly seed: number;
  /** After so many steps nobody begins anything new, and all must come to rest. */
  readonly steps: number;
  /** Only these initiatives, out of so many: a story that was made shorter. */
  readonly only?: { readonly among: number; readonly which: ReadonlyMap<number, Kind> };
  /** Nothing but this is begun: a plant names what it is about. */
  readonly kinds?: readonly Kind[];
  /** Ends as soon as each wanted kind was begun and came to something. */
  readonly reach?: boolean;
  /** Two of three turns begin one of these, until they have: all, where none are named. */
  readonly wanted?: readonly Kind[];
  /** Given up after so many milliseconds of the world. */
  readonly withinMs?: number;
}

/** Something somebody began by themselves. */
export interface Told extends Begun {
  readonly number: number;
  readonly at: number;
}

export interface Outcome {
  readonly world: World;
  readonly failure: Violation | undefined;
  /** What was begun, in order. */
  readonly story: readonly Told[];
  /** How many initiatives there were, those included that came to nothing. */
  readonly initiatives: number;
  readonly digest: string;
}

async function set(
  world: World,
  pglite: PGlite,
  programs: Programs,
  wanted: readonly Kind[],
): Promise<Simulation> {
  const names = new Map<string, number>();
  const fresh = (what: string): string => {
    const number = (names.get(what) ?? 0) + 1;
    names.set(what, number);
    return `${what} ${number}`;
  };
  const database = new Database(world, pglite);
  const network = new Network(world);
  const custodian = new Custodian(world);
  const bank = new SimulatedBank(world);
  const market = new SimulatedMarket(world);
  const cards = new Cards(world);
  const rates = new Rates(world);
  const lists = new Lists(world);
  const carrier = new Carrier(world);
  const mail = new PostOffice(world);
  const fleet: Fleet = {
    world,
    database,
    load: programs.server,
    parties: (caller) => ({
      ...custodian.for(caller),
      bank: bank.for(caller),
      payment: cards.for(caller),
      forex: rates.for(caller),
      screening: lists.for(caller),
      travelRule: carrier.for(caller),
      mail: mail.for(caller),
      sandboxed: new Set<never>(),
    }),
    prices: (caller, url) => market.answer(caller, url.slice(MARKET_URL.length)),
  };
  const customers = programs.founded.customers.map(
    (one): Customer => ({
      ...one,
      ...{ sentPasswords: [], recoversIn: undefined, closed: false },
    }),
  );
  const copies = new Copies();
  /** When each call left: of one that left before a restore the books know nothing. */
  const leftAt = new WeakMap<Sent, number>();
  const told = new ToldOutcomes();
  const history = new BalanceHistory();
  await history.record(world, database);
  const refreshes = new Refreshes();
  const devices: Device[] = [];
  const hearing: Hearing = {
    sent: (tab, sent) => {
      leftAt.set(sent, world.now);
      refreshes.sent(world, tab, sent);
    },
    over: (sent) => refreshes.over(sent),
    gaveUp: (tab, lock) => refreshes.gaveUp(tab, lock),
    received: (actor, sent, received) => {
      if (Number(leftAt.get(sent)) > copies.restoredAt) told.received(sent, received);
      const tab = devices.flatMap(({ tabs }) => tabs).find((one) => one.actor === actor);
      // The page of a recovery names its account: whoever has the link reads the account's mails.
      if (!sent.path.includes('recovery')) {
        checkAnswer(world, customers, tab?.app.userId(), received);
      }
      const code = openBody(received.body)?.code;
      if (typeof code !== 'string') return;
      world.count(`refusal: ${code}`);
      world.count(`refused: ${sent.path.replace(/\?.*/, '')} ${code}`);
    },
  };
  const device = (name: keyof typeof deviceNumbers): Device => {
    const made = new Device(world, name, network, programs, hearing);
    made.storage.entries.set('kopa-device-id', deviceNumbers[name]);
    devices.push(made);
    return made;
  };
  const [first, ...others] = customers.slice(0, -2);
  const [leaver, forgetful] = customers.slice(-2);
  if (!first || !leaver || !forgetful) throw new Error('nobody came');
  return {
    world,
    database,
    network,
    fleet,
    custodian,
    bank,
    market,
    cards,
    rates,
    lists,
    carrier,
    mail,
    devices: [device('phone'), device('laptop'), device('tablet')],
    customers: [first, ...others],
    leaver,
    forgetful,
    told,
    history,
    trades: new Trades(),
    mails: new Mails(),
    outcomes: new Outcomes(),
    copies,
    authenticators: new Map(),
    fresh,
    wanted,
    triedAt: new Map(),
    unchecked: true,
    checkedAt: 0,
    resting: false,
    passed: 0,
  };
}

/** The books are looked at again after so many steps at least: what is wrong in them stays. */
const LOOK_AFTER_STEPS = 25;

/** What is looked at between two steps. */
async function check(sim: Simulation): Promise<void> {
  const { world, database } = sim;
  if (!database.isFree) return;
  if (database.mailed) await sim.mails.check(world, database, sim.mail);
  if (database.dirty) {
    database.dirty = false;
    sim.unchecked = true;
    await sim.history.record(world, database);
    await sim.told.check(world, database);
  }
  if (sim.unchecked && world.steps >= sim.checkedAt + LOOK_AFTER_STEPS) {
    sim.unchecked = false;
    sim.checkedAt = world.steps;
    await checkBooks(world, database, sim);
    await sim.trades.check(world, database, sim);
    await sim.outcomes.look(world, database, sim.copies);
  }
  await world.settle();
}

const operator = { name: 'somebody', alive: true };

/** A whole Kopa on one seed, until something is wrong or all is at rest. */
export async function run(plan: Plan, programs: Programs): Promise<Outcome> {
  const world = new World(plan.seed);
  if (plan.withinMs !== undefined) world.endsAt = world.startedAt + plan.withinMs;
  return apart(world, async () => {
    const pglite = await programs.founded.database();
    try {
      return await live(world, plan, pglite, programs);
    } finally {
      await pglite.close();
    }
  });
}

async function live(
  world: World,
  { steps, only, kinds, reach = false, wanted = kinds ? [] : initiativeNames }: Plan,
  pglite: PGlite,
  programs: Programs,
): Promise<Outcome> {
  const story: Told[] = [];
  let initiatives = 0;
  let failure: Violation | undefined;
  let digest = '';
  try {
    const sim = await set(world, pglite, programs, wanted);
    begin(sim);
    begin(sim);
    while (!sim.network.processes.every(({ ready }) => ready)) await world.step();
    for (const [at, device] of sim.devices.entries()) {
      const { app } = device.open();
      const owner = sim.customers[at % sim.customers.length];
      if (owner) void app.signIn(owner.email, owner.password, undefined);
    }
    await world.settle();
    const until = world.steps + steps;
    const isOver = (): boolean =>
      only
        ? initiatives >= only.among
        : world.steps >= until || (reach && behindOf(world.counts, wanted).length === 0);
    const pace = world.chance('initiatives');
    const next = (): void => {
      world.schedule(operator, pace.between(100, 2_500), 'begins something', () => {
        if (isOver()) return;
        for (const device of sim.devices)
          checkLeft(world, [...sim.customers, sim.leaver, sim.forgetful], device);
        const number = initiatives++;
        const kind = only?.which.get(number);
        const begun = only && !kind ? undefined : initiate(sim, number, { kinds, kind });
        if (begun) story.push({ ...begun, number, at: world.now - world.startedAt });
        next();
      });
    };
    next();
    while (!isOver() && (await world.step()) !== undefined) await check(sim);
    await atRest(sim, () => check(sim));
    digest = await sim.database.digest();
  } catch (error) {
    if (!(error instanceof Violation)) throw error;
    failure = error;
  }
  return { world, failure, story, initiatives, digest: `${world.digest} ${digest}` };
}
