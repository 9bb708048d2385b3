import { type AssetCode, assetCodes, assetOf } from '#core/money/currencies.ts';
import type { Device, OpenTab } from '#tests/simulation/device/device.ts';
import { JUMPS_AFTER_MS } from '#tests/simulation/parties/market.ts';
import { type Manners, type Party, polite } from '#tests/simulation/parties/party.ts';
import { kill } from '#tests/simulation/server/process.ts';
import { type Chance, chanceOf } from '#tests/simulation/world/chance.ts';
import { clear, type Weather } from '#tests/simulation/world/network.ts';
import { Authenticator } from '#tests/support/authenticator.ts';
import { signedOut, tabOf, tabsOf } from './able.ts';
import { restore } from './copies.ts';
import {
  buyForCertain,
  buyFromTomorrow,
  decide,
  dispute,
  fallIntoDebt,
  isCredited,
  losePatience,
  pauseNew,
  payInSoon,
  payOutOnce,
  sendAndCancel,
  sendOut,
  sendToListed,
  setUpBuying,
  wantToHear,
} from './errands.ts';
import { begin, running } from './fleet.ts';
import { mailedKey } from './mailbox.ts';
import { hasComeOf } from './outcomes.ts';
import type { Customer, Simulation } from './simulation.ts';
import {
  everyRecipient,
  loadAnew,
  recipientsOn,
  routes,
  visitConversion,
  visitWallet,
  visitWithdrawal,
} from './visits.ts';
import { hasCome, leapOver, passes } from './waiting.ts';
import { enterAs, passwordOf, recover } from './ways-in.ts';

/** Something somebody begins by themselves. Returns what it is, in words, or undefined: it was not to be. */
type Initiative = (sim: Simulation, chance: Chance) => string | undefined;

const nobody = { name: 'the operator', alive: true };

const signedIn = (sim: Simulation, chance: Chance): OpenTab | undefined => {
  const [first, ...more] = tabsOf(sim, true);
  return first && chance.pick([first, ...more]);
};

const ownerOf = (sim: Simulation, tab: OpenTab): Customer | undefined =>
  sim.customers.find(({ id }) => id === tab.app.userId());

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

/** Somebody withdraws, now and then what they never had. Where it is wanted, one is sent first, and one cancelled. */
const withdraw: Initiative = (sim, chance) => {
  const { counts } = sim.world;
  const isWanted = sim.wanted.includes('withdraw');
  if (isWanted && !counts.has('a transfer is confirmed')) {
    void sendOut(sim, chance, () => undefined);
    return 'somebody withdraws';
  }
  if (isWanted && !counts.has('a customer cancels')) {
    void sendAndCancel(sim, chance);
    return 'somebody withdraws, and cancels';
  }
  const tab = signedIn(sim, chance);
  const owner = tab && ownerOf(sim, tab);
  if (!tab || !owner) return undefined;
  const had = assetCodes.filter((code) => owner.balances[code] !== undefined);
  const code = chance.oneIn(8)
    ? anyAsset(chance)
    : (had[chance.between(0, had.length - 1)] ?? 'BTC');
  visitWithdrawal(sim, tab, code);
  return `${tab.actor.name}: withdraw ${code}`;
};

const look: Initiative = (sim, chance) => {
  const tab = signedIn(sim, chance);
  if (!tab) return undefined;
  void visitWallet(sim, tab);
  return `${tab.actor.name}: wallet`;
};

/** So many payments come at a time, as long as there are assets that nobody has received. */
const MORE_AT_ONCE = 3;

/** A customer asks for their addresses; somebody pays to them a little later. */
const receive: Initiative = (sim, chance) => {
  const tab = signedIn(sim, chance);
  if (!tab) return undefined;
  const never = assetCodes.filter((code) => !sim.world.counts.has(`${code} moves`));
  const codes = never.length > 0 ? never.slice(0, MORE_AT_ONCE) : [anyAsset(chance)];
  for (const code of codes) receiveOne(sim, chance, tab, code);
  return `${tab.actor.name}: receives ${codes.join(', ')}`;
};

function receiveOne(sim: Simulation, chance: Chance, tab: OpenTab, code: AssetCode): void {
  const { id, network } = routes[code];
  // Stablecoins and XRP are worth less by the piece.
  const thousandths = chance.between(1, 900) * (chance.oneIn(2) ? 1 : 100);
  const amount = (thousandths / 1_000).toFixed(chance.between(3, assetOf(code).scale + 4));
  const sender = chance.pick(recipientsOn(network));
  void tab.app.address(code, id).then((outcome) => {
    if (!outcome.ok) return;
    const { address, tag = '' } = outcome.value.data;
    sim.world.count('a deposit is paid');
    sim.custodian.receive({ network, address, tag, currency: code, amount, sender });
  });
}

/** A customer pays in from their bank, at times from an account of somebody else. */
const payIn: Initiative = (sim, chance) => {
  const tab = signedIn(sim, chance);
  const owner = sim.customers.find(({ id }) => id === tab?.app.userId());
  if (!tab || !owner) return undefined;
  const amount = `${chance.between(1, 900)}.${chance.between(10, 99)}`;
  const isUsual = sim.world.counts.has('a bank transfer is given back');
  const payer = chance.oneIn(isUsual ? 6 : 2) ? 'Somebody Else' : `${owner.name} Simulated`;
  void tab.app.openBankAccount().then((outcome) => {
    if (!outcome.ok) return;
    const { id, market: currency } = owner;
    const pace = sim.world.counts.has('a bank transfer is settled') ? undefined : 'later';
    sim.bank.receive(`${id}-${currency}`, { currency, amount, payer }, pace);
  });
  return `${tab.actor.name}: ${payer} pays in ${amount}`;
};

/** A payer's bank takes its transfers back: any, or one whose money is gone. */
const recall: Initiative = (sim, chance) => {
  if (sim.world.counts.has('a debt is paid') && chance.oneIn(3)) {
    sim.bank.recall(chance);
    return 'a bank takes transfers back';
  }
  void fallIntoDebt(sim, chance);
  return 'somebody spends what is taken back';
};

const buyWeekly: Initiative = (sim, chance) => {
  const tab = signedIn(sim, chance);
  const owner = tab && ownerOf(sim, tab);
  if (!tab || !owner) return undefined;
  const isWanted = sim.wanted.includes('buy weekly');
  if (isWanted && !sim.world.counts.has('a recurring buy is bought')) {
    void buyFromTomorrow(sim, { tab, owner });
    return `${tab.actor.name}: pays in, and buys BTC weekly`;
  }
  const code = chance.pick<AssetCode>(['BTC', 'ETH', 'SOL']);
  void setUpBuying(sim, { tab }, code, String(chance.between(10, 60))).then((buy) => {
    if (!buy) return;
    // At times its day passes while nobody is there: it is not made up for.
    const hours = chance.oneIn(3) ? 30 : 2.1;
    sim.world.schedule(nobody, 4_000, 'its day comes', () => {
      leapOver(sim, Math.max(0, buy.from + hours * 3_600_000 - sim.world.now));
    });
  });
  return `${tab.actor.name}: buys ${code} weekly`;
};

const pauseBuying: Initiative = (sim, chance) => {
  const tab = signedIn(sim, chance);
  if (!tab) return undefined;
  if (!sim.world.counts.has('a recurring buy is paused')) {
    void pauseNew(sim, tab);
    return `${tab.actor.name}: buys weekly, and pauses that`;
  }
  void tab.app.recurringBuys().then((outcome) => {
    const [first] = outcome.ok ? outcome.value.data : [];
    if (!first) return;
    void tab.app.pauseBuying(first.buy_id).then(({ ok }) => {
      if (ok) sim.world.count('a recurring buy is paused');
    });
  });
  return `${tab.actor.name}: pauses a recurring buy`;
};

/** Cash goes to the customer's own account, more than there is now and then. */
const payOut: Initiative = (sim, chance) => {
  if (!sim.world.counts.has('a payout is confirmed')) {
    void payOutOnce(sim, chance);
    return 'somebody pays all out';
  }
  const tab = signedIn(sim, chance);
  const owner = tab && ownerOf(sim, tab);
  if (!tab || !owner) return undefined;
  const part = chance.oneIn(3) ? chance.between(200, 900) : chance.between(20, 120);
  const amount = chance.oneIn(3) ? 'all' : `${part}`;
  void tab.app.payOut(amount, `${owner.name} Simulated`, owner.password).then((id) => {
    if (id === undefined) return;
    sim.world.count('a payout is asked for');
    if (chance.oneIn(8)) void tab.app.cancel(id);
  });
  return `${tab.actor.name}: pays out ${amount}`;
};

/** A purchase by card; the customer comes back from the provider's page, or does not. */
const buyByCard: Initiative = (sim, chance) => {
  const tab = signedIn(sim, chance);
  if (!tab) return undefined;
  if (!sim.world.counts.has('a purchase is credited')) {
    void buyForCertain(sim, chance, tab);
    return `${tab.actor.name}: buys by card`;
  }
  const code = chance.pick<AssetCode>(['BTC', 'ETH', 'SOL', 'XRP']);
  const amount = `${chance.between(20, 400)}`;
  void tab.app.buyByCard(code, amount).then((id) => {
    if (id === undefined) return;
    sim.world.count('a purchase is begun');
    sim.cards.pay(id, chance);
    if (chance.oneIn(3)) return;
    sim.world.schedule(tab.actor, chance.between(1_000, 20_000), 'comes back from paying', () => {
      void tab.app.returned(id, code, amount);
    });
  });
  return `${tab.actor.name}: buys ${code} for ${amount} by card`;
};

/** A card's bank takes a payment back. */
const disputeOne: Initiative = (sim, chance) => {
  const tab = signedIn(sim, chance);
  if (!tab) return undefined;
  void dispute(sim, chance, tab);
  return `${tab.actor.name}: buys by card, and disputes it`;
};

/** Whose password changes cannot withdraw for long: whoever has most is careful. */
const isCareful = (sim: Simulation, customer: Customer, chance: Chance): boolean =>
  customer === sim.customers[0] && !chance.oneIn(4);

/** “This wasn't me.” */
const freeze: Initiative = (sim, chance) => {
  const tab = signedIn(sim, chance);
  const owner = tab && ownerOf(sim, tab);
  if (!tab || !owner || isCareful(sim, owner, chance)) return undefined;
  void tab.app.freeze(owner.password).then(({ ok }) => {
    if (ok) sim.world.count('an account is frozen');
  });
  return `${tab.actor.name}: freezes the account`;
};

const recoverOne: Initiative = (sim, chance) => {
  const customer = chance.pick(sim.customers);
  if (isCareful(sim, customer, chance)) return undefined;
  void signedOut(sim, chance).then((tab) => tab && recover(sim, tab, customer));
  return `${customer.name} sets a new password`;
};

/** Somebody with a few cents signs in, gives them up and closes the account. */
const closeAccount: Initiative = (sim, chance) => {
  const { leaver } = sim;
  if (leaver.closed) return undefined;
  const leave = async (): Promise<void> => {
    const tab = await signedOut(sim, chance);
    if (!tab) return;
    await enterAs(sim, tab, leaver, leaver.password);
    if (tab.app.userId() !== leaver.id) return;
    // What a customer has, who asks for more than that, is not taken.
    const amount = chance.oneIn(4) ? '0.04' : '0.05';
    const { ok } = await tab.app.closeAccount(leaver.password, [{ currency_id: 'USDC', amount }]);
    if (ok) leaver.closed = true;
    if (ok) sim.world.count('an account is closed');
  };
  void leave();
  return `${leaver.name} closes the account`;
};

/** What has the customer's passkeys: the same on all their devices. */
const keysOf = (sim: Simulation, { id }: Customer): Authenticator => {
  const known = sim.authenticators.get(id);
  if (known) return known;
  const seed = sim.world.chance(`passkey of ${id}`).bytes(32);
  const made = new Authenticator('http://localhost:8080', undefined, seed);
  sim.authenticators.set(id, made);
  return made;
};

const addPasskey: Initiative = (sim, chance) => {
  const [first, ...more] = tabsOf(sim, true).filter((tab) => {
    const owner = ownerOf(sim, tab);
    return owner && !isCareful(sim, owner, chance);
  });
  const tab = first && chance.pick([first, ...more]);
  const owner = tab && ownerOf(sim, tab);
  if (!tab || !owner) return undefined;
  void tab.app.makePasskey(keysOf(sim, owner), owner.password).then((ok) => {
    if (ok) sim.world.count('a passkey is added');
  });
  return `${tab.actor.name}: adds a passkey`;
};

const signInByPasskey: Initiative = (sim, chance) => {
  const withOne = sim.customers.filter(({ id }) => sim.authenticators.has(id));
  const customer = withOne[chance.between(0, withOne.length - 1)];
  if (!customer) return undefined;
  const enter = async (): Promise<void> => {
    const tab = await signedOut(sim, chance);
    const ok = await tab?.app.signInByPasskey(keysOf(sim, customer));
    if (ok) sim.world.count('somebody signs in with a passkey');
    if (ok && tab?.app.userId() !== customer.id) {
      sim.world.violated('a passkey opens its own account', customer.name);
    }
  };
  void enter();
  return `${customer.name} signs in with a passkey`;
};

/** Longer than a recovery waits. */
const RECOVERY_MS = 73 * 3_600_000;
const WAITING = "select 1 from recoveries where user_id = $1 and stage = 'waiting'";

/** Somebody who lost the phone shows who they are, and days later signs in with the password alone. */
async function recoverLostFactor(sim: Simulation, chance: Chance): Promise<void> {
  const { forgetful: customer, world } = sim;
  const tab = await signedOut(sim, chance);
  if (!tab) return;
  const link = await mailedKey(
    sim,
    customer.email,
    'recovery',
    async () => (await tab.app.askForRecovery(customer.email)).ok,
  );
  if (link === undefined || !tab.actor.alive) return;
  await tab.app.showIdentity(link);
  if (!(await hasCome(sim, 10_000, WAITING, [customer.id]))) return;
  world.count('a recovery waits');
  if ((await enterAs(sim, tab, customer, customer.password)) === 'signed-in') {
    world.violated('a recovery that waits opens nothing', customer.name);
  }
  await passes(sim, RECOVERY_MS);
}

const recoverFactor: Initiative = (sim, chance) => {
  if (sim.world.counts.has('a lost factor is removed')) return undefined;
  void recoverLostFactor(sim, chance);
  return `${sim.forgetful.name} has lost the phone`;
};

const setAlert: Initiative = (sim, chance) => {
  const tab = signedIn(sim, chance);
  const owner = tab && ownerOf(sim, tab);
  if (!tab || !owner) return undefined;
  void wantToHear(sim, tab, owner);
  return `${tab.actor.name}: wants to hear of a price`;
};

/** Processes ask for prices and rates so often: by then they have heard of it. */
const HEARD_MS = 15_500;

/** Nothing happens for a while, and then all that was to happen meanwhile. */
const pass = (sim: Simulation, ms: number): void => {
  sim.world.schedule(nobody, 500, 'time passes', () => leapOver(sim, ms));
};

/** Somebody who hears of a price that is wrong trades by it, a while from now. */
function tradeSoon(sim: Simulation, ms: number, kind: 'swap' | 'sell', source?: AssetCode): void {
  const chance = sim.world.chance(sim.fresh('trader'));
  sim.world.schedule(nobody, ms + chance.between(0, 2_000), 'hears of a price', () => {
    const tab = signedIn(sim, chance);
    if (tab) visitConversion(sim, tab, kind, source);
  });
}

const wrongPrice: Initiative = (sim, chance) => {
  if (sim.market.wrong) return undefined;
  const tab = signedIn(sim, chance);
  const had = assetCodes.filter((code) => tab && ownerOf(sim, tab)?.balances[code]);
  const code = had[chance.between(0, had.length - 1)] ?? anyAsset(chance);
  const wrong = { code, factor: chance.pick([0.5, 2]), at: sim.world.now };
  pass(sim, HEARD_MS);
  for (const kind of ['swap', 'sell', 'swap'] as const) tradeSoon(sim, HEARD_MS, kind, code);
  sim.market.wrong = wrong;
  sim.world.count('fault: a wrong price');
  sim.world.schedule(nobody, chance.between(30_000, 45_000), 'the price is right', () => {
    if (sim.market.wrong === wrong) sim.market.wrong = undefined;
  });
  return `${wrong.code} is told at ${wrong.factor} of its price`;
};

const wrongRate: Initiative = (sim, chance) => {
  if (sim.rates.wrong) return undefined;
  const code = chance.pick(['AUD', 'EUR'] as const);
  const wrong = { code, factor: chance.pick([0.01, 1.3, 10]), at: sim.world.now };
  pass(sim, HEARD_MS);
  for (const ms of [0, 1_000, 2_000]) tradeSoon(sim, HEARD_MS + ms, 'sell');
  sim.rates.wrong = wrong;
  sim.world.count('fault: a wrong exchange rate');
  sim.world.schedule(nobody, chance.between(40_000, 60_000), 'the rate is right', () => {
    if (sim.rates.wrong === wrong) sim.rates.wrong = undefined;
  });
  return `${wrong.code} is told at ${wrong.factor} of its rate`;
};

/** Long enough after the market has moved that no price of before may be traded at. */
const MOVED_LONG_AGO_MS = JUMPS_AFTER_MS + 62_000;

const standStill: Initiative = (sim, chance) => {
  if (sim.market.isStanding) return undefined;
  sim.market.standStill(chance.between(190_000, 240_000), chance.pick([0.85, 1.18]));
  sim.world.count('fault: prices stand still');
  pass(sim, MOVED_LONG_AGO_MS);
  for (const ms of [3_000, 5_000, 8_000]) tradeSoon(sim, MOVED_LONG_AGO_MS + ms, 'sell');
  return 'the market moves, and its provider stands still';
};

/** Officers look so often at what came in. */
const OFFICERS_LOOK_MS = 31_000;

/** Somebody is put on a list: a recipient while a customer sends to them, or whoever may come. */
const listOne: Initiative = (sim, chance) => {
  const { counts } = sim.world;
  const isReleased = counts.has('an officer releases a held withdrawal');
  const isRejected = counts.has('an officer rejects a held withdrawal');
  if (!isReleased || !isRejected || chance.oneIn(2)) {
    void sendToListed(sim, chance, {
      isReleased: isReleased === isRejected ? chance.oneIn(2) : isRejected,
    });
    return 'somebody sends to who is listed';
  }
  const entry = chance.pick([...everyRecipient, 'Somebody Else']);
  sim.lists.add(entry, chance.between(60_000, 300_000));
  sim.world.count('somebody is listed');
  for (const times of [1, 2, 3, 4]) {
    sim.world.schedule(nobody, times * OFFICERS_LOOK_MS, 'officers look', () => decide(sim));
  }
  return `${entry} is listed`;
};

/** A transfer fails at the custodian, and its money comes back. */
const failTransfer: Initiative = (sim, chance) => {
  void sendOut(sim, chance, (id) => sim.custodian.failing.add(id));
  return 'somebody withdraws, which fails';
};

/** A customer who does not wait for an answer. */
const impatient: Initiative = (sim, chance) => {
  void losePatience(sim, chance);
  return 'somebody withdraws, and loads the page anew';
};

/** A recipient's provider refuses what is sent to its customer, or takes it. */
const refuseParties: Initiative = (sim, chance) => {
  const isRefused = !sim.world.counts.has('a provider refuses a transfer');
  void sendOut(sim, chance, (id) => isRefused && sim.carrier.refusing.add(id));
  return `somebody withdraws to whose provider ${isRefused ? 'refuses' : 'takes'} it`;
};

/** What is much takes two of them. */
const officers: Initiative = (sim, chance) => {
  const isWanted = sim.wanted.includes('officers');
  if (isWanted && !sim.world.counts.has('a second officer releases a held withdrawal')) {
    void sendToListed(sim, chance, { isReleased: true, isMuch: true });
    return 'somebody sends much to who is listed, and two officers release it';
  }
  decide(sim);
  return 'officers look at what was found';
};

/** Time passes in which nobody does anything: what was begun goes on. */
const wait: Initiative = (sim, chance) => {
  const ms = chance.pick([5_000, 20_000, 60_000, 180_000]);
  sim.world.now += ms;
  return `${ms / 1_000} seconds later`;
};

/** Longer than anybody looks at what a device keeps. */
const OFFLINE_MS = 1_800_000;

function offlineFor(sim: Simulation, device: Device, ms: number): void {
  device.setOnline(false);
  sim.world.schedule(nobody, ms, 'back online', () => device.setOnline(true));
}

/** A wallet is looked at without a network, after money came of which the device has not heard. */
const keptCopy: Initiative = (sim, chance) => {
  const device = chance.pick(sim.devices);
  const tab = device.tabs.find(({ app }) => app.isSignedIn());
  const owner = tab && ownerOf(sim, tab);
  if (!tab || !owner) return undefined;
  const look = async (): Promise<void> => {
    const paid = await payInSoon(sim, { tab, owner }, '20.00');
    await visitWallet(sim, tab);
    offlineFor(sim, device, OFFLINE_MS);
    if (paid) await isCredited(sim, paid);
    await visitWallet(sim, tab);
    device.setOnline(true);
  };
  void look();
  return `${device.name}: looks at what it kept`;
};

/** A tab is left open while somebody else signs in at the same device, and is looked at. */
const changeHands: Initiative = (sim, chance) => {
  const device = chance.pick(sim.devices);
  const [first] = device.tabs;
  if (!first?.app.isSignedIn()) return undefined;
  const other = sim.customers.find(({ id }) => id !== first.app.userId());
  if (!other) return undefined;
  const change = async (): Promise<void> => {
    await visitWallet(sim, first);
    await first.app.logOut();
    await enterAs(sim, first, other, passwordOf(other, chance));
    // Without a network the page shows what the device keeps: nothing of whoever was there before.
    const isOffline = chance.oneIn(2);
    if (isOffline) offlineFor(sim, device, OFFLINE_MS);
    await visitWallet(sim, first);
    if (isOffline) device.setOnline(true);
  };
  void change();
  return `${first.actor.name}: ${other.name} takes over`;
};

/** A device of which an account knows nothing, as after its browser's data were cleared. */
function clearedTab(sim: Simulation, tab: OpenTab): OpenTab {
  const device = sim.devices.find(({ tabs }) => tabs.includes(tab));
  if (!device) return tab;
  device.close(tab);
  const number = Buffer.from(sim.world.chance('new devices').bytes(16)).toString('hex');
  device.storage.entries.set('kopa-device-id', number);
  return device.open();
}

const NEW_DEVICE = 'a new device is proved with a mailed code';

const signIn: Initiative = (sim, chance) => {
  const european = sim.customers.find(({ market }) => market === 'EUR');
  const isWanted = sim.wanted.includes('sign in');
  if (isWanted && european && !sim.world.counts.has(NEW_DEVICE)) {
    const enter = async (): Promise<void> => {
      const tab = await signedOut(sim, chance);
      if (tab) await enterAs(sim, clearedTab(sim, tab), european, passwordOf(european, chance));
    };
    void enter();
    return `${european.name} signs in on a new device`;
  }
  const [first, ...more] = tabsOf(sim, false);
  if (!first) return undefined;
  const tab = chance.pick([first, ...more]);
  const customer = chance.oneIn(3) ? sim.customers[0] : chance.pick(sim.customers);
  void enterAs(sim, tab, customer, passwordOf(customer, chance));
  return `${tab.actor.name}: ${customer.name} signs in`;
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
  offlineFor(sim, device, chance.between(500, 40_000));
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
  const party = chance.pick([
    ...[sim.custodian, sim.custodian, sim.custodian, sim.mail, sim.mail, sim.bank],
    ...[sim.market, sim.cards, sim.rates, sim.lists, sim.carrier],
  ] as unknown as readonly [Party, ...Party[]]);
  const manners: Manners = {
    deaf: share(chance),
    silent: share(chance),
    slow: chance.oneIn(2) ? chance.next() * 0.8 : 0,
  };
  party.manners = manners;
  sim.world.schedule(nobody, chance.between(10_000, 90_000), 'manners again', () => {
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
  const isWanted = !sim.world.counts.has('fault: a transaction conflicts');
  sim.database.conflicts = isWanted ? 150 : chance.between(10, 150);
  sim.database.slowness = isWanted ? 3 : chance.pick([3, 30, 300]);
  const ms = isWanted ? 60_000 : chance.between(3_000, 30_000);
  sim.world.schedule(nobody, ms, 'the database is quiet', () => {
    sim.database.conflicts = 0;
    sim.database.slowness = 3;
  });
  return 'the database is busy';
};

/** Everything stands still and goes on much later, as after a suspended machine or a long night. */
const leap: Initiative = (sim, chance) => {
  const ms = chance.pick([20 * 60_000, 3_600_000, 26 * 3_600_000, 50 * 3_600_000]);
  leapOver(sim, ms);
  // Whoever comes back looks at everything that is open, all at once.
  for (const device of sim.devices) {
    if (!device.tabs.some(({ app }) => app.isSignedIn())) continue;
    if (device.tabs.length < 2) device.open();
    for (const tab of device.tabs) void visitWallet(sim, tab);
  }
  return `${ms / 60_000} minutes later`;
};

const initiatives = [
  [6, 'swap', convert('swap')],
  [4, 'sell', convert('sell')],
  [8, 'withdraw', withdraw],
  [3, 'look', look],
  [4, 'receive', receive],
  [5, 'pay in', payIn],
  [4, 'pay out', payOut],
  [4, 'buy by card', buyByCard],
  [2, 'charge back', disputeOne],
  [2, 'recall', recall],
  [2, 'buy weekly', buyWeekly],
  [1, 'pause buying', pauseBuying],
  [1, 'travel rule', refuseParties],
  [1, 'lost phone', recoverFactor],
  [1, 'failed transfer', failTransfer],
  [1, 'lose patience', impatient],
  [1, 'kept copy', keptCopy],
  [2, 'freeze', freeze],
  [2, 'set a password', recoverOne],
  [1, 'close the account', closeAccount],
  [2, 'add a passkey', addPasskey],
  [3, 'passkey sign-in', signInByPasskey],
  [2, 'set an alert', setAlert],
  [1, 'wrong price', wrongPrice],
  [1, 'wrong rate', wrongRate],
  [1, 'stand still', standStill],
  [2, 'list', listOne],
  [2, 'officers', officers],
  [6, 'sign in', signIn],
  [1, 'sign out', signOut],
  [3, 'change hands', changeHands],
  [2, 'open a tab', openTab],
  [1, 'close a tab', closeTab],
  [3, 'reload', reload],
  [1, 'offline', offline],
  [2, 'storm', storm],
  [4, 'rude', rude],
  [2, 'confuse', confuse],
  [2, 'crash', crash],
  [1, 'deploy', deploy],
  [1, 'conflicts', conflicts],
  [10, 'wait', wait],
  [3, 'leap', leap],
  [0, 'restore', restore],
] as const satisfies readonly (readonly [weight: number, name: string, run: Initiative])[];

/** What customers and the world can do, for the table of coverage. */
export const initiativeNames = initiatives.map(([, name]) => name);

/** How many initiatives there are until each was begun as often as its weight says. */
export const ROUND = initiatives.reduce((sum, [weight]) => sum + weight, 0 as number);

const every = initiatives.map(([, name, run]) => ({ name, run }));

/** Each as often as its weight says; none: only where nothing else has to come to something. */
const deck = initiatives.flatMap(([weight, name, run]) =>
  Array.from({ length: weight }, () => ({ name, run })),
);

export type Kind = (typeof initiativeNames)[number];

/** All of them in an order of chance: none is missing for long, as it may be where each is drawn by itself. */
function shuffled(chance: Chance, of: typeof deck): typeof deck {
  const cards = [...of];
  for (let at = cards.length - 1; at > 0; at--) {
    const other = chance.between(0, at);
    [cards[at], cards[other]] = [cards[other], cards[at]] as [(typeof deck)[0], (typeof deck)[0]];
  }
  return cards;
}

/** Tried in its place where something was not to be. */
const MORE = 3;

/** What was begun, and in words. */
export interface Begun {
  readonly kind: Kind;
  readonly what: string;
}

interface Choice {
  /** Nothing but these happens, each as often as it is named. */
  readonly kinds?: readonly Kind[] | undefined;
  /** This happens. */
  readonly kind?: Kind | undefined;
}

/** Before this turn a restore is tried only where it is all that is left. */
const FIRST_RESTORE = 90;
/** So many turns pass until the same is tried again: what was begun takes its time. */
const TRIED_AGAIN = 10;
/** Where fewer are signed in, somebody signs in first, and that takes so many turns. */
const AT_HOME = 2;
const SIGNING_IN = 4;
/** What lets hours or days pass, which end sessions: first tried as what was tried at a turn in the middle. */
const LATE = 50;
const late: readonly Kind[] = ['charge back', 'pause buying', 'buy weekly', 'leap', 'lost phone'];

/** What has not come to anything and was not tried for longest; a restore, which signs everybody out, comes last. */
function wantedAt(sim: Simulation, number: number): typeof deck {
  const { triedAt, wanted, world } = sim;
  const left = shuffled(chanceOf(world.seed, 'wanted'), every).filter(
    ({ name }) => wanted.includes(name) && !hasComeOf(name, world.counts),
  );
  const others = left.filter(({ name }) => name !== 'restore');
  const last = (name: Kind): number => triedAt.get(name) ?? (late.includes(name) ? LATE : -1);
  const [first] = (others.length > 0 && number < FIRST_RESTORE ? others : left)
    .filter(({ name }) => number - last(name) >= TRIED_AGAIN || !triedAt.has(name))
    .sort((one, other) => last(one.name) - last(other.name));
  if (first) triedAt.set(first.name, number);
  return first ? [first] : [];
}

/** What is tried at a turn, until something is to be. */
function choicesAt(sim: Simulation, number: number, { kinds, kind }: Choice): typeof deck {
  const only = kind && every.find(({ name }) => name === kind);
  if (only) return [only];
  const all = kinds ? kinds.flatMap((one) => every.find(({ name }) => name === one) ?? []) : deck;
  const round = Math.floor(number / all.length);
  const cards = shuffled(chanceOf(sim.world.seed, `deck ${round}`), all);
  const drawn = Array.from({ length: MORE + 1 }, (_, more) => (number + more * 41) % all.length);
  const isEmpty =
    !kinds &&
    tabsOf(sim, true).length < AT_HOME &&
    number - (sim.triedAt.get('sign in') ?? -SIGNING_IN) >= SIGNING_IN;
  if (isEmpty) sim.triedAt.set('sign in', number);
  return [
    ...(isEmpty ? every.filter(({ name }) => name === 'sign in') : []),
    // Two of three turns belong to what has not come to anything yet.
    ...(kinds || number % 3 === 0 ? [] : wantedAt(sim, number)),
    ...drawn.flatMap((at) => cards[at] ?? []),
  ];
}

/** Begins the initiative of a number. What it does depends on its number and kind, and on what is there. */
export function initiate(sim: Simulation, number: number, choice: Choice): Begun | undefined {
  for (const { name, run } of choicesAt(sim, number, choice)) {
    // Its own, so that it does the same where nothing else was tried before it.
    const what = run(sim, sim.world.chance(`initiative ${number} ${name}`));
    if (what === undefined) continue;
    sim.world.count(`initiative: ${name}`);
    return { kind: name, what };
  }
  return undefined;
}
