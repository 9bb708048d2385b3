import { Gauge, type Registry } from 'prom-client';
import { cashes } from '#core/money/cash.ts';
import { assetCodes } from '#core/money/currencies.ts';
import { formatUnits } from '#core/money/decimal.ts';
import type { Deps } from '#server/deps.ts';
import type { Conditions } from '#server/platform/conditions.ts';
import { hashing } from '#server/services/access/credentials/passwords.ts';
import {
  type AllWaiting,
  readWaiting,
  type Waiting,
} from '#server/services/operation/watch/waiting.ts';
import { isJudged, lastPositions } from '#server/services/records/position/position.ts';
import type { PoolUse } from '#server/store/postgres-pool.ts';
import { withPatience } from './patience.ts';

const PARTY_DOWN = 'party down: ';

/** The sources of metrics besides requests. */
export interface Measured {
  readonly deps: Pick<Deps, 'config' | 'db' | 'clock' | 'parties' | 'log'>;
  /** The results of the watches. */
  readonly told: Pick<Conditions, 'looked'>;
  readonly poolUse: () => PoolUse | undefined;
  readonly version: string;
  readonly build: string;
}

/** Metrics of this process. The returned function updates them. */
function processMetrics(registers: Registry[], { poolUse, version, build }: Measured): () => void {
  const connections = new Gauge({
    name: 'kopa_pool_connections',
    help: 'Connections to PostgreSQL by what they do',
    labelNames: ['state'],
    registers,
  });
  const poolWaiting = new Gauge({
    name: 'kopa_pool_waiting',
    help: 'Who waits for a connection to PostgreSQL',
    registers,
  });
  const hashingWaiting = new Gauge({
    name: 'kopa_passwords_waiting',
    help: 'Passwords that wait to be hashed',
    registers,
  });
  const info = new Gauge({
    name: 'kopa_build_info',
    help: 'Always 1',
    labelNames: ['version', 'build'],
    registers,
  });
  info.set({ version, build }, 1);
  return () => {
    hashingWaiting.set(hashing.waiting());
    const use = poolUse();
    if (!use) return;
    connections.set({ state: 'busy' }, use.busy);
    connections.set({ state: 'idle' }, use.idle);
    poolWaiting.set(use.waiting);
  };
}

/** The last results of the watches. */
function watchMetrics(registers: Registry[], { told, deps: { clock } }: Measured): () => void {
  const condition = new Gauge({
    name: 'kopa_condition',
    help: 'Whether what the log names is wrong now',
    labelNames: ['condition'],
    registers,
  });
  const partyUp = new Gauge({
    name: 'kopa_party_up',
    help: 'Whether a party was reached; those that a sandbox plays are left out',
    labelNames: ['party'],
    registers,
  });
  const booksSound = new Gauge({
    name: 'kopa_books_sound',
    help: 'Whether every stored balance is the sum of its postings',
    registers,
  });
  const booksAge = new Gauge({
    name: 'kopa_books_checked_age_seconds',
    help: 'How long ago that was looked at',
    registers,
  });
  const databaseUp = new Gauge({
    name: 'kopa_database_up',
    help: 'Whether the database answers and can be written to',
    registers,
  });
  // Nothing is known before the first check.
  for (const gauge of [booksSound, booksAge, databaseUp]) gauge.remove();
  return () => {
    for (const [name, { wrong }] of told.looked) {
      if (name.startsWith(PARTY_DOWN)) {
        partyUp.set({ party: name.slice(PARTY_DOWN.length) }, wrong ? 0 : 1);
      } else condition.set({ condition: name }, wrong ? 1 : 0);
    }
    const books = told.looked.get('balances differ from their postings');
    if (books) {
      booksSound.set(books.wrong ? 0 : 1);
      booksAge.set((clock.now() - books.at) / 1000);
    }
    const database = told.looked.get('database unavailable');
    if (database) databaseUp.set(database.wrong ? 0 : 1);
  };
}

/**
 * The work that waits in the database. If the database does not answer, there is no value rather than an old
 * one.
 */
function waitingMetrics(registers: Registry[], { deps }: Measured): () => Promise<void> {
  const pair = (name: string, what: string, labelNames: readonly string[]) => {
    const labels = [...labelNames];
    const items = new Gauge({ name, help: `How many ${what}`, labelNames: labels, registers });
    const oldest = new Gauge({
      name: `${name}_oldest_seconds`,
      help: `How long the first of the ${what} has waited`,
      labelNames: labels,
      registers,
    });
    return { items, oldest };
  };
  const gauges = {
    queues: { label: 'queue', ...pair('kopa_queue', 'pieces of work that wait', ['queue']) },
    holds: { label: 'reason', ...pair('kopa_withdrawals_held', 'withdrawals held', ['reason']) },
    asides: { label: 'what', ...pair('kopa_set_aside', 'matters for a person', ['what']) },
  };
  const known = new Gauge({
    name: 'kopa_queues_known',
    help: 'Whether the database said what waits',
    registers,
  });
  const write = ({ label, items, oldest }: (typeof gauges)['queues'], of: readonly Waiting[]) => {
    for (const one of of) {
      items.set({ [label]: one.name }, one.items);
      oldest.set({ [label]: one.name }, one.oldest);
    }
  };
  const read = withPatience<AllWaiting>(deps.clock, async () => {
    try {
      return await readWaiting(deps);
    } catch (error) {
      deps.log.error('queues not measured', {}, error);
      return undefined;
    }
  });
  return async () => {
    const waiting = await read();
    known.set(waiting ? 1 : 0);
    for (const kind of ['queues', 'holds', 'asides'] as const) {
      const { items, oldest } = gauges[kind];
      items.reset();
      oldest.reset();
      if (waiting) write(gauges[kind], waiting[kind]);
    }
  };
}

/** The age of the newest price of each asset; +Inf if none is known. */
function priceMetrics(registers: Registry[], { deps }: Measured): () => Promise<void> {
  const { clock, parties } = deps;
  const age = new Gauge({
    name: 'kopa_price_age_seconds',
    help: 'How old the newest price is; +Inf: none is known',
    labelNames: ['asset'],
    registers,
  });
  const read = withPatience(clock, () => parties.market.newest().catch(() => undefined));
  return async () => {
    const prices = await read();
    for (const asset of assetCodes) {
      const price = prices?.find((one) => one.asset === asset);
      const old = price ? (clock.now() - price.at.getTime()) / 1000 : Number.POSITIVE_INFINITY;
      age.set({ asset }, old);
    }
  };
}

/** The age of the exchange rate of each cash currency; +Inf if none is believed (HARD-48, HARD-49). */
function rateMetrics(registers: Registry[], { deps }: Measured): () => Promise<void> {
  const { clock, parties } = deps;
  const age = new Gauge({
    name: 'kopa_rate_age_seconds',
    help: 'How long ago the exchange rate in use was made; +Inf: none is believed',
    labelNames: ['currency'],
    registers,
  });
  const read = withPatience(clock, () => parties.forex.current().catch(() => undefined));
  return async () => {
    const forex = await read();
    for (const { code } of cashes) {
      const known = forex && Object.hasOwn(forex.rates, code);
      const old = known ? (clock.now() - forex.at.getTime()) / 1000 : Number.POSITIVE_INFINITY;
      age.set({ currency: code }, old);
    }
  };
}

/** The position that this process last read, in whole units: for graphs, which are no books. */
function positionMetrics(registers: Registry[], { deps }: Measured): () => void {
  const { db, parties } = deps;
  const position = new Gauge({
    name: 'kopa_position',
    help: 'In whole units: owed to customers, held by the books and by the holder’s own word, and the house’s own',
    labelNames: ['currency', 'of'],
    registers,
  });
  const covered = new Gauge({
    name: 'kopa_customers_covered',
    help: 'Whether what is held covers what customers are owed; parties that a sandbox plays are left out',
    labelNames: ['currency'],
    registers,
  });
  return () => {
    position.reset();
    for (const one of lastPositions(db) ?? []) {
      const { currency, scale, owed, books, told, house } = one;
      for (const [of, held] of Object.entries({ owed, books, told, house })) {
        if (held === undefined) continue;
        const whole = formatUnits(held, scale);
        position.set({ currency, of }, Number(whole));
      }
      if (isJudged(one, parties)) covered.set({ currency }, one.covered ? 1 : 0);
    }
  };
}

/** All metrics that are read on demand; each function updates its values. */
export const gaugesOf = (
  registry: Registry,
  measured: Measured,
): readonly (() => void | Promise<void>)[] =>
  [processMetrics, watchMetrics, waitingMetrics, priceMetrics, rateMetrics, positionMetrics].map(
    (gauges) => gauges([registry], measured),
  );
