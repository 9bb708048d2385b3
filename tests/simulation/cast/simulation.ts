import type { Mails } from '#tests/simulation/checks/mails.ts';
import type { Outcomes } from '#tests/simulation/checks/outcomes.ts';
import type { BalanceHistory } from '#tests/simulation/checks/shown.ts';
import type { ToldOutcomes } from '#tests/simulation/checks/told.ts';
import type { Trades } from '#tests/simulation/checks/trades.ts';
import type { Device } from '#tests/simulation/device/device.ts';
import type { SimulatedBank } from '#tests/simulation/parties/bank.ts';
import type { Cards } from '#tests/simulation/parties/cards.ts';
import type { Custodian } from '#tests/simulation/parties/custodian.ts';
import type { Carrier, Lists } from '#tests/simulation/parties/lists.ts';
import type { SimulatedMarket } from '#tests/simulation/parties/market.ts';
import type { PostOffice } from '#tests/simulation/parties/post-office.ts';
import type { Rates } from '#tests/simulation/parties/rates.ts';
import type { Newcomer } from '#tests/simulation/server/founding.ts';
import type { Fleet } from '#tests/simulation/server/process.ts';
import type { Database } from '#tests/simulation/world/database.ts';
import type { Network } from '#tests/simulation/world/network.ts';
import type { Actor, World } from '#tests/simulation/world/world.ts';
import type { Authenticator } from '#tests/support/authenticator.ts';
import type { Copies } from './copies.ts';
import type { Kind } from './initiatives.ts';

/** Somebody who was a customer before the world began. */
export interface Known extends Newcomer {
  readonly id: string;
}

export interface Customer extends Known {
  password: string;
  /** New passwords that were sent and not answered: each of them may be the right one. */
  readonly sentPasswords: string[];
  /** The tab in which they are setting a new password. */
  recoversIn: Actor | undefined;
  closed: boolean;
}

/** Everybody and everything of one run. */
export interface Simulation {
  readonly world: World;
  readonly database: Database;
  readonly network: Network;
  readonly fleet: Fleet;
  readonly custodian: Custodian;
  readonly bank: SimulatedBank;
  readonly market: SimulatedMarket;
  readonly cards: Cards;
  readonly rates: Rates;
  readonly lists: Lists;
  readonly carrier: Carrier;
  readonly mail: PostOffice;
  readonly devices: readonly [Device, ...Device[]];
  readonly customers: readonly [Customer, ...Customer[]];
  /** Who keeps a few cents, and closes the account when they come. */
  readonly leaver: Customer;
  /** Who has lost the second factor, and gets it removed. */
  readonly forgetful: Customer;
  readonly told: ToldOutcomes;
  readonly history: BalanceHistory;
  readonly trades: Trades;
  readonly mails: Mails;
  readonly outcomes: Outcomes;
  readonly copies: Copies;
  /** What has the customers' passkeys, by account. */
  readonly authenticators: Map<string, Authenticator>;
  /** A name that was not used before. */
  readonly fresh: (what: string) => string;
  /** Those of which two of three turns begin one, until all have come to something. */
  readonly wanted: readonly Kind[];
  /** At which turn each of them was tried last. */
  readonly triedAt: Map<Kind, number>;
  /** Whether the books have changed since they were looked at, at this step. */
  unchecked: boolean;
  checkedAt: number;
  /** Customers begin nothing any more: they only hear how it ended. */
  resting: boolean;
  /** So many milliseconds passed at once: nobody had a turn in them (`leapOver`). */
  passed: number;
}
