import { API_BASE } from '#core/contract/endpoint.ts';
import { createWithdrawal } from '#core/contract/money/withdrawal.ts';
import type { AssetCode } from '#core/money/currencies.ts';
import type { OpenTab } from '#tests/simulation/device/device.ts';
import type { Chance } from '#tests/simulation/world/chance.ts';
import { type AtHome, ableOne, assetOfOwner } from './able.ts';
import { running } from './fleet.ts';
import type { Customer, Simulation } from './simulation.ts';
import { loadAnew, recipientsOn, routes, visitWithdrawal } from './visits.ts';
import { hasCome, passes } from './waiting.ts';

/*
 * What is begun for a reason and followed to its end, so that it comes to something: whoever does it is one who may,
 * and time passes meanwhile.
 */

/** So long a withdrawal to a new recipient can be cancelled. */
const NEW_RECIPIENT_MS = 300_000;
const ENDS_MS = 400_000;
const ENDED = `select 1 from withdrawals where id = $1
  and status in ('completed', 'refunded', 'cancelled')`;

interface Way {
  readonly tab: OpenTab;
  readonly code: AssetCode;
  readonly to: string;
  readonly thousandths?: number;
}

/** So much that one officer alone may not release it (KEEP-10). */
const MUCH = { code: 'BTC', thousandths: 600 } as const;

/** Somebody who has much, and sends it. */
async function wayOfMuch(sim: Simulation, chance: Chance): Promise<Way | undefined> {
  const able = await ableOne(sim, chance, ({ balances }) => Number(balances[MUCH.code]) > 1);
  const to = chance.pick(recipientsOn(routes[MUCH.code].network));
  return able && { tab: able.tab, to, ...MUCH };
}

/** Somebody who may withdraw, something they have, and where it can be sent to. */
async function wayOut(sim: Simulation, chance: Chance): Promise<Way | undefined> {
  const able = await ableOne(sim, chance, ({ balances }) => Object.keys(balances).length > 0);
  const code = able && (await assetOfOwner(sim, chance, able.owner));
  if (!code) return undefined;
  return { tab: able.tab, code, to: chance.pick(recipientsOn(routes[code].network)) };
}

/** Asks for a withdrawal. Resolves with its id. */
const asks = (sim: Simulation, { tab, code, ...how }: Way): Promise<string | undefined> =>
  new Promise((asked) => {
    visitWithdrawal(sim, tab, code, { ...how, asked });
  });

/** A withdrawal that nobody gives up, until it has ended; `fate` decides over it once it is asked for. */
export async function sendOut(
  sim: Simulation,
  chance: Chance,
  fate: (id: string) => void,
): Promise<void> {
  const way = await wayOut(sim, chance);
  const id = way && (await asks(sim, way));
  if (id === undefined) return;
  fate(id);
  await passes(sim, NEW_RECIPIENT_MS);
  await hasCome(sim, ENDS_MS, ENDED, [id]);
}

/** A withdrawal that its customer gives up again. */
export async function sendAndCancel(sim: Simulation, chance: Chance): Promise<void> {
  const way = await wayOut(sim, chance);
  const id = way && (await asks(sim, way));
  if (!way || id === undefined) return;
  const { ok } = await way.tab.app.cancel(id);
  if (ok) sim.world.count('a customer cancels');
}

const PATH = API_BASE + createWithdrawal.path;
const DELAYED_MS = 15_000;
const outside = { name: 'a customer', alive: true };

/** A withdrawal whose customer loads the page anew, which asks what became of it before it has arrived. */
export async function losePatience(sim: Simulation, chance: Chance): Promise<void> {
  const way = await wayOut(sim, chance);
  if (!way) return;
  const { tab, code, to } = way;
  sim.network.delayed.set(PATH, DELAYED_MS);
  const again = (): void => {
    if (!tab.actor.alive) return;
    sim.world.count('a customer is impatient');
    loadAnew(sim, tab);
  };
  visitWithdrawal(sim, tab, code, {
    ...{ to, asked: () => undefined },
    confirmed: () => {
      sim.world.schedule(outside, chance.between(500, 2_000), 'is impatient', again);
    },
  });
}

const MATCHED = "select 1 from screenings where reference = $1 and state = 'match'";
const DECIDED =
  "select 1 from screenings where reference = $1 and state in ('released', 'rejected')";
const FOUND_MS = 120_000;
/** An officer's authenticator shows another code by then. */
const NEXT_CODE_MS = 31_000;
const LOOKS_OF_OFFICERS = 5;
const LISTED_MS = 3_600_000;

/**
 * Somebody is on a list while a customer sends to them, at times much. Officers decide while they are, or once they are
 * not.
 */
export async function sendToListed(
  sim: Simulation,
  chance: Chance,
  { isReleased, isMuch = false }: { readonly isReleased: boolean; readonly isMuch?: boolean },
): Promise<void> {
  const { lists } = sim;
  const way = await (isMuch ? wayOfMuch : wayOut)(sim, chance);
  if (!way) return;
  lists.add(way.to, LISTED_MS);
  sim.world.count('somebody is listed');
  const id = await asks(sim, way);
  if (id !== undefined && (await hasCome(sim, FOUND_MS, MATCHED, [id]))) {
    if (isReleased) lists.remove(way.to);
    for (let looks = 0; looks < LOOKS_OF_OFFICERS; looks++) {
      decide(sim);
      if (await hasCome(sim, NEXT_CODE_MS, DECIDED, [id])) break;
    }
  }
  lists.remove(way.to);
}

/** Officers see to what screening found. */
export function decide(sim: Simulation): void {
  const [process] = running(sim).filter(({ ready, stopping }) => ready && !stopping);
  const isListed = (matched: string): boolean =>
    [...sim.lists.listed.keys()].some((entry) => matched.includes(entry.replaceAll(' ', '_')));
  const decided = process?.server.decideFound(isListed);
  const told = (all: readonly string[]): void => {
    for (const what of all) sim.world.count(what);
  };
  void decided?.then(told, () => undefined);
}

/** Who may pay out cash without a code that is mailed for it (KEEP-15), and has some. */
const hasCash = ({ balances, market }: Customer): boolean =>
  market === 'AUD' && balances[market] !== undefined;

/** A payout of all there is. Resolves with whether it has ended. */
async function payAllOut(sim: Simulation, { tab, owner }: AtHome): Promise<boolean> {
  const id = await tab.app.payOut('all', `${owner.name} Simulated`, owner.password);
  if (id === undefined) return false;
  sim.world.count('a payout is asked for');
  await passes(sim, NEW_RECIPIENT_MS);
  return hasCome(sim, ENDS_MS, ENDED, [id]);
}

export async function payOutOnce(sim: Simulation, chance: Chance): Promise<void> {
  const able = await ableOne(sim, chance, hasCash);
  if (able) await payAllOut(sim, able);
}

const CREDITED = "select 1 from bank_transfers where external_id = $1 and state = 'credited'";
const OWED = 'select 1 from bank_transfers where external_id = $1 and owed > 0';
const PAID =
  "select 1 from bank_transfers where external_id = $1 and state = 'recalled' and owed = 0";

/** Somebody pays in at their bank, which settles it at once. */
export async function payInSoon(sim: Simulation, { tab, owner }: AtHome, amount: string) {
  const { id, name, market: currency } = owner;
  if (!(await tab.app.openBankAccount()).ok) return undefined;
  const payment = { currency, amount, payer: `${name} Simulated` };
  return sim.bank.receive(`${id}-${currency}`, payment, 'soon');
}

/** Whether what somebody paid in is credited, by and by. */
export const isCredited = (sim: Simulation, { id }: { readonly id: string }): Promise<boolean> =>
  hasCome(sim, ENDS_MS, CREDITED, [id]);

/** Somebody pays in, pays it all out, hears that it is taken back, and pays in again. */
export async function fallIntoDebt(sim: Simulation, chance: Chance): Promise<void> {
  const able = await ableOne(sim, chance, hasCash);
  const paid = able && (await payInSoon(sim, able, '250.00'));
  if (!paid || !(await isCredited(sim, paid)) || !(await payAllOut(sim, able))) return;
  sim.bank.takeBack(paid);
  if (!(await hasCome(sim, ENDS_MS, OWED, [paid.id]))) return;
  await payInSoon(sim, able, '700.00');
  await hasCome(sim, ENDS_MS, PAID, [paid.id]);
}

const DAY_MS = 24 * 3_600_000;
/** The first day is the one that it will be then. */
const AHEAD_MS = 36 * 3_600_000;
/** What is bought on a day is bought some hours after its beginning. */
const BUYS_AFTER_MS = 2.1 * 3_600_000;
const RAN = "select 1 from recurring_runs where buy_id = $1 and outcome = 'bought'";

/** A recurring buy from tomorrow on. Resolves with its id. */
export async function setUpBuying(
  sim: Simulation,
  { tab }: Pick<AtHome, 'tab'>,
  code: AssetCode,
  amount: string,
): Promise<{ readonly id: string; readonly from: number } | undefined> {
  const first = Math.floor((sim.world.now + AHEAD_MS) / DAY_MS) * DAY_MS;
  const day = new Date(first).toISOString().slice(0, 10);
  const outcome = await tab.app.buyWeekly(code, amount, day);
  if (!outcome.ok) return undefined;
  sim.world.count('a recurring buy is set up');
  return { id: outcome.value.data.buy_id, from: first };
}

/** Somebody pays in and buys of it every week; the first day comes. */
export async function buyFromTomorrow(sim: Simulation, home: AtHome): Promise<void> {
  const paid = await payInSoon(sim, home, '300.00');
  if (!paid || !(await isCredited(sim, paid))) return;
  const buy = await setUpBuying(sim, home, 'BTC', '40');
  if (!buy) return;
  await passes(sim, Math.max(0, buy.from + BUYS_AFTER_MS - sim.world.now));
  await hasCome(sim, ENDS_MS, RAN, [buy.id]);
}

/** Somebody wants to buy every week, and pauses that again. */
export async function pauseNew(sim: Simulation, tab: OpenTab): Promise<void> {
  const buy = await setUpBuying(sim, { tab }, 'ETH', '20');
  if (!buy) return;
  const { ok } = await tab.app.pauseBuying(buy.id);
  if (ok) sim.world.count('a recurring buy is paused');
}

const BOUGHT = "select 1 from purchases where id = $1 and status = 'success'";
const TAKEN = 'select 1 from charge_backs where purchase_id = $1 and charged > 0';
const GIVEN = 'select 1 from charge_backs where purchase_id = $1 and charged = 0';
/** The lists of parties are compared so often. */
const COMPARED_MS = 3_600_000;

/** A purchase by card that is paid for certain. Resolves with its id once it is credited. */
export async function buyForCertain(
  sim: Simulation,
  chance: Chance,
  tab: OpenTab,
): Promise<string | undefined> {
  const code = chance.pick<AssetCode>(['BTC', 'ETH', 'SOL', 'XRP']);
  const amount = `${chance.between(20, 60)}`;
  const id = await tab.app.buyByCard(code, amount);
  if (id === undefined) return undefined;
  sim.world.count('a purchase is begun');
  sim.cards.pay(id, chance, true);
  await passes(sim, 10_000);
  void tab.app.returned(id, code, amount);
  return (await hasCome(sim, ENDS_MS, BOUGHT, [id])) ? id : undefined;
}

/** A card's bank takes back what was bought with, and gives it again, or does not. */
export async function dispute(sim: Simulation, chance: Chance, tab: OpenTab): Promise<void> {
  const id = await buyForCertain(sim, chance, tab);
  if (id === undefined) return;
  sim.cards.decide(id, 'taken');
  await passes(sim, COMPARED_MS);
  if (!(await hasCome(sim, ENDS_MS, TAKEN, [id]))) return;
  const isWon = !sim.world.counts.has('a card payment is ours again') || chance.oneIn(2);
  sim.cards.decide(id, isWon ? 'won' : 'lost');
  if (!isWon) return;
  await passes(sim, COMPARED_MS);
  await hasCome(sim, ENDS_MS, GIVEN, [id]);
}

const RANG = 'select 1 from price_alerts where user_id = $1 and fired_at is not null';
const MINUTES = [0, 1, 2, 3, 4, 5, 6];
const RINGS_MS = 600_000;

/** Somebody wants to hear of a price that will come, or may. */
export async function wantToHear(sim: Simulation, tab: OpenTab, owner: Customer): Promise<void> {
  const { market, rates, world } = sim;
  const next = MINUTES.map((minute) => market.worth('BTC', world.now + minute * 60_000));
  const above = ((next[0] ?? 0) + Math.max(...next)) / 2 / rates.worth(owner.market);
  const { ok } = await tab.app.alertAbove('BTC', `${Math.round(above)}`);
  if (!ok) return;
  world.count('a price alert is set');
  await hasCome(sim, RINGS_MS, RANG, [owner.id]);
}
