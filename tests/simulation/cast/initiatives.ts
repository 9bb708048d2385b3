import { type AssetCode, assetCodes, assetOf } from '#core/domain/currencies.ts';
import type { Device, OpenTab } from '#tests/simulation/device/device.ts';
import { type Manners, polite } from '#tests/simulation/parties/party.ts';
import { kill, type ServerProcess, startProcess } from '#tests/simulation/server/process.ts';
import type { Chance } from '#tests/simulation/world/chance.ts';
import { clear, type Weather } from '#tests/simulation/world/network.ts';
import type { Simulation } from './simulation.ts';
import { loadAnew, visitConversion, visitWallet, visitWithdrawal } from './visits.ts';

/** Something somebody begins by themselves. Returns what it is, in words, or undefined: it was not to be. */
type Initiative = (sim: Simulation, chance: Chance) => string | undefined;

const nobody = { name: 'the operator', alive: true };

function tabOf(sim: Simulation, chance: Chance): { device: Device; tab: OpenTab } | undefined {
  const device = chance.pick(sim.devices);
  const [first, ...more] = device.tabs;
  return first && { device, tab: chance.pick([first, ...more]) };
}

const signedIn = (sim: Simulation, chance: Chance): OpenTab | undefined => {
  const found = tabOf(sim, chance);
  return found?.tab.app.isSignedIn() ? found.tab : undefined;
};

const convert =
  (kind: 'swap' | 'sell'): Initiative =>
  (sim, chance) => {
    const tab = signedIn(sim, chance);
    if (!tab) return undefined;
    visitConversion(sim, tab, kind);
    return `${tab.actor.name}: ${kind}`;
  };

const anyAsset = (chance: Chance): AssetCode =>
  assetCodes[chance.between(0, assetCodes.length - 1)] ?? 'BTC';

const withdraw: Initiative = (sim, chance) => {
  const tab = signedIn(sim, chance);
  if (!tab) return undefined;
  const code = anyAsset(chance);
  visitWithdrawal(sim, tab, code);
  return `${tab.actor.name}: withdraw ${code}`;
};

const look: Initiative = (sim, chance) => {
  const tab = signedIn(sim, chance);
  if (!tab) return undefined;
  visitWallet(sim, tab);
  return `${tab.actor.name}: wallet`;
};

const routes = {
  BTC: { id: 'btc-bitcoin', network: 'Bitcoin' },
  ETH: { id: 'eth-ethereum', network: 'Ethereum' },
  SOL: { id: 'sol-solana', network: 'Solana' },
  AVAX: { id: 'avax-avalanche-c-chain', network: 'Avalanche C-Chain' },
  XRP: { id: 'xrp-xrp-ledger', network: 'XRP Ledger' },
  USDT: { id: 'usdt-ethereum', network: 'Ethereum' },
  USDC: { id: 'usdc-ethereum', network: 'Ethereum' },
} as const satisfies Readonly<Record<AssetCode, object>>;

/** A customer asks for their address; somebody pays to it a little later. */
const receive: Initiative = (sim, chance) => {
  const tab = signedIn(sim, chance);
  if (!tab) return undefined;
  const code = anyAsset(chance);
  const { id, network } = routes[code];
  // Stablecoins and XRP are worth less by the piece.
  const thousandths = chance.between(1, 900) * (chance.oneIn(2) ? 1 : 100);
  const amount = (thousandths / 1_000).toFixed(chance.between(3, assetOf(code).scale + 4));
  void tab.app.address(code, id).then((outcome) => {
    if (!outcome.ok) return;
    const { address, tag = '' } = outcome.value.data;
    sim.world.count('a deposit is paid');
    sim.custodian.receive({ network, address, tag, currency: code, amount });
  });
  return `${tab.actor.name}: receive ${amount} ${code}`;
};

/** A customer pays in from their bank, at times from an account of somebody else. */
const payIn: Initiative = (sim, chance) => {
  const tab = signedIn(sim, chance);
  const owner = sim.customers.find(({ id }) => id === tab?.app.userId());
  if (!tab || !owner) return undefined;
  const amount = `${chance.between(1, 900)}.${chance.between(10, 99)}`;
  const payer = chance.oneIn(6) ? 'Somebody Else' : `${owner.name} Simulated`;
  void tab.app.openBankAccount().then((outcome) => {
    if (!outcome.ok) return;
    const { id, market: currency } = owner;
    sim.bank.receive(`${id}-${currency}`, { currency, amount, payer });
  });
  return `${tab.actor.name}: ${payer} pays in ${amount}`;
};

const recall: Initiative = (sim, chance) =>
  sim.bank.recall(chance) ? 'a bank takes a transfer back' : undefined;

const buyWeekly: Initiative = (sim, chance) => {
  const tab = signedIn(sim, chance);
  if (!tab) return undefined;
  const code = chance.pick<AssetCode>(['BTC', 'ETH', 'SOL']);
  const tomorrow = new Date(sim.world.now + 36 * 3_600_000).toISOString().slice(0, 10);
  void tab.app.buyWeekly(code, String(chance.between(10, 120)), tomorrow).then((outcome) => {
    if (outcome.ok) sim.world.count('a recurring buy is set up');
  });
  return `${tab.actor.name}: buys ${code} weekly`;
};

const pauseBuying: Initiative = (sim, chance) => {
  const tab = signedIn(sim, chance);
  if (!tab) return undefined;
  void tab.app.recurringBuys().then((outcome) => {
    const [first] = outcome.ok ? outcome.value.data : [];
    if (first) void tab.app.pauseBuying(first.buy_id);
  });
  return `${tab.actor.name}: pauses a recurring buy`;
};

const signIn: Initiative = (sim, chance) => {
  const found = tabOf(sim, chance);
  if (!found || found.tab.app.isSignedIn()) return undefined;
  const customer = chance.pick(sim.customers);
  void found.tab.app.signIn(customer.email, customer.password, undefined);
  return `${found.tab.actor.name}: ${customer.name} signs in`;
};

const signOut: Initiative = (sim, chance) => {
  const tab = signedIn(sim, chance);
  if (!tab) return undefined;
  void tab.app.logOut();
  return `${tab.actor.name}: signs out`;
};

const openTab: Initiative = (sim, chance) => {
  const device = chance.pick(sim.devices);
  if (device.tabs.length >= 3) return undefined;
  return `${device.open().actor.name}: opened`;
};

const closeTab: Initiative = (sim, chance) => {
  const found = tabOf(sim, chance);
  if (!found) return undefined;
  found.device.close(found.tab);
  return `${found.tab.actor.name}: closed`;
};

const reload: Initiative = (sim, chance) => {
  const found = tabOf(sim, chance);
  if (!found) return undefined;
  const anew = loadAnew(sim, found.tab);
  return `${found.tab.actor.name}: loaded anew as ${anew?.actor.name}`;
};

const offline: Initiative = (sim, chance) => {
  const device = chance.pick(sim.devices);
  device.setOnline(false);
  sim.world.schedule(nobody, chance.between(500, 40_000), 'back online', () =>
    device.setOnline(true),
  );
  return `${device.name}: no network for a while`;
};

const share = (chance: Chance): number => (chance.oneIn(2) ? chance.next() * 0.35 : 0);

const storm: Initiative = (sim, chance) => {
  const weather: Weather = {
    lostBefore: share(chance),
    lostAfter: share(chance),
    repeated: share(chance),
    late: share(chance),
    cut: share(chance),
    gateway: share(chance),
  };
  sim.network.weather = weather;
  const words = Object.entries(weather).flatMap(([name, part]) => (part > 0 ? [name] : []));
  sim.world.schedule(nobody, chance.between(3_000, 60_000), 'the storm is over', () => {
    if (sim.network.weather === weather) sim.network.weather = clear;
  });
  return `storm: ${words.join(', ')}`;
};

const rude: Initiative = (sim, chance) => {
  const party = chance.pick([sim.custodian, sim.custodian, sim.bank, sim.market, sim.mail]);
  const manners: Manners = { deaf: share(chance), silent: share(chance), slow: share(chance) };
  party.manners = manners;
  sim.world.schedule(nobody, chance.between(3_000, 60_000), 'manners again', () => {
    if (party.manners !== manners) return;
    party.manners = polite;
  });
  return `${party.actor.name} misbehaves`;
};

const confuse: Initiative = (sim, chance) => {
  sim.custodian.confused = true;
  sim.world.schedule(nobody, chance.between(20_000, 90_000), 'the custodian is clear', () => {
    sim.custodian.confused = false;
  });
  return 'the custodian is confused';
};

const running = (sim: Simulation): readonly ServerProcess[] =>
  sim.network.processes.filter(({ actor }) => actor.alive);

export function begin(sim: Simulation): ServerProcess {
  const process = startProcess(sim.fleet, sim.fresh('server'));
  sim.network.processes = [...running(sim), process];
  return process;
}

const crash: Initiative = (sim, chance) => {
  const [first, ...more] = running(sim);
  if (!first) return undefined;
  const process = chance.pick([first, ...more]);
  // At any step of the next second: in the middle of a transaction, too.
  sim.world.schedule(nobody, chance.next() * 1_000, `kills ${process.actor.name}`, () => {
    sim.world.count('fault: a process was killed');
    return kill(sim.database, process);
  });
  sim.world.schedule(nobody, chance.between(1_500, 20_000), 'starts a process', () => begin(sim));
  return `${process.actor.name} dies`;
};

/** A new process first, then the old one stops: it ends what it has begun, if that is in time. */
const deploy: Initiative = (sim, chance) => {
  const [first] = running(sim).filter(({ stopping }) => !stopping);
  if (!first) return undefined;
  begin(sim);
  first.stopping = true;
  sim.world.count('a process is replaced');
  void first.stop();
  sim.world.schedule(nobody, chance.between(2_000, 12_000), `ends ${first.actor.name}`, () =>
    kill(sim.database, first),
  );
  return `${first.actor.name} is replaced`;
};

const conflicts: Initiative = (sim, chance) => {
  sim.database.conflicts = chance.between(10, 150);
  sim.database.slowness = chance.pick([3, 30, 300]);
  sim.world.schedule(nobody, chance.between(3_000, 30_000), 'the database is quiet', () => {
    sim.database.conflicts = 0;
    sim.database.slowness = 3;
  });
  return 'the database is busy';
};

/** Everything stands still and goes on much later, as after a suspended machine or a long night. */
const leap: Initiative = (sim, chance) => {
  const ms = chance.pick([60_000, 15 * 60_000, 20 * 60_000, 3_600_000, 26 * 3_600_000]);
  sim.world.now += ms;
  return `${ms / 60_000} minutes later`;
};

const initiatives: readonly (readonly [weight: number, name: string, run: Initiative])[] = [
  [22, 'swap', convert('swap')],
  [10, 'sell', convert('sell')],
  [18, 'withdraw', withdraw],
  [10, 'look', look],
  [8, 'receive', receive],
  [8, 'pay in', payIn],
  [2, 'recall', recall],
  [3, 'buy weekly', buyWeekly],
  [1, 'pause buying', pauseBuying],
  [14, 'sign in', signIn],
  [2, 'sign out', signOut],
  [5, 'open a tab', openTab],
  [4, 'close a tab', closeTab],
  [8, 'reload', reload],
  [3, 'offline', offline],
  [7, 'storm', storm],
  [6, 'rude', rude],
  [4, 'confuse', confuse],
  [4, 'crash', crash],
  [2, 'deploy', deploy],
  [2, 'conflicts', conflicts],
  [2, 'leap', leap],
];

const weights = initiatives.reduce((sum, [weight]) => sum + weight, 0);

/** Lets chance choose what somebody begins now. */
export function initiate(sim: Simulation, chance: Chance): string | undefined {
  let draw = chance.next() * weights;
  for (const [weight, name, run] of initiatives) {
    draw -= weight;
    if (draw >= 0) continue;
    const told = run(sim, chance);
    if (told !== undefined) sim.world.count(`initiative: ${name}`);
    return told;
  }
  return undefined;
}
