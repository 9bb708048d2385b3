import { mulDivDown, mulDivUp } from '#core/money/decimal.ts';

/**
 * Computes gains: lots of each asset with their cost, and how they are used up. Units are minor units of the
 * asset, money is in cents of one currency. Everything is exact: rounding differences stay with the units
 * that are left, so nothing is lost or created. First in, first out: the cost of a part of a lot is the
 * difference of two shares counted from the lot's beginning, so selling in two steps costs the same as in
 * one, to the cent; last in, first out in the same way. Average: each step takes its share of the pool, cut to whole cents (and to whole units if
 * some cost in the pool is unknown), so splitting a step can move one cent and one unit.
 */
export const costMethods = ['fifo', 'average', 'lifo'] as const;
export type CostMethod = (typeof costMethods)[number];

interface Step {
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly asset: string;
  readonly units: bigint;
}

export interface Acquisition extends Step {
  readonly kind: 'acquired';
  /** Everything paid for it, fees included; undefined if unknown. */
  readonly cost: bigint | undefined;
}

interface Sale extends Step {
  readonly kind: 'disposed';
  /** The proceeds before fees; undefined if unknown. */
  readonly proceeds: bigint | undefined;
  readonly fees: bigint;
}

/** Moved to another wallet: the cost goes with the units, and nothing is gained. */
interface Departure extends Step {
  readonly kind: 'moved-out';
}

/** Exchanged where the law sees no disposal: what was received takes over the cost. */
interface Exchange extends Step {
  readonly kind: 'exchanged';
  readonly into: Pick<Step, 'asset' | 'units'>;
}

export type TaxEvent = Acquisition | Sale | Departure | Exchange;

/** The units taken out of the lots for a disposal or departure. */
interface TakenLots {
  /** The cost of those units whose cost is known. */
  readonly cost: bigint;
  readonly unknownUnits: bigint;
  /** When the oldest and the newest of these units were acquired (on average those of the oldest units). */
  readonly acquiredFirst: number;
  readonly acquiredLast: number;
}

export interface Disposal extends Omit<Sale, 'kind'>, TakenLots {
  /** The part of the proceeds less fees that belongs to units of unknown cost: no gain is computed for it. */
  readonly uncounted: bigint;
  /** Proceeds less fees, cost and the uncounted part; undefined if no part of it is known. */
  readonly gain: bigint | undefined;
}

export interface Moved extends Omit<Departure, 'kind'>, TakenLots {}

export interface Position {
  readonly units: bigint;
  /** The cost of those units whose cost is known. */
  readonly cost: bigint;
  readonly unknownUnits: bigint;
}

export interface CostBasis {
  /** By asset: what is still held. */
  readonly positions: ReadonlyMap<string, Position>;
  /** Oldest first. */
  readonly disposals: readonly Disposal[];
  readonly moved: readonly Moved[];
}

interface Lot {
  readonly at: number;
  readonly units: bigint;
  readonly cost: bigint | undefined;
  used: bigint;
}

/** So many lots that are used up are forgotten at once. */
const FORGOTTEN = 1_000;

/** The lots of one asset. */
function createLots(method: CostMethod) {
  const lots: Lot[] = [];
  let first = 0;
  let cost = 0n;
  let knownUnits = 0n;
  let unknownUnits = 0n;

  const next = (): Lot | undefined => (method === 'lifo' ? lots.at(-1) : lots[first]);
  const usedUp = (): void => {
    if (method === 'lifo') lots.pop();
    else if (++first === FORGOTTEN) {
      lots.splice(0, first);
      first = 0;
    }
  };

  /**
   * Takes units from the oldest lots, or from the newest, with their dates, their cost, and how many of them
   * have no known cost.
   */
  function takeInOrder(units: bigint): TakenLots {
    const taken = { cost: 0n, unknownUnits: 0n };
    let acquiredFirst = next()?.at ?? Number.NaN;
    let acquiredLast = acquiredFirst;
    for (let wanted = units; wanted > 0n; ) {
      const lot = next();
      if (!lot) throw new Error('more was taken than the lots hold');
      acquiredFirst = Math.min(acquiredFirst, lot.at);
      acquiredLast = Math.max(acquiredLast, lot.at);
      let part = lot.units - lot.used;
      if (part > wanted) part = wanted;
      const used = lot.used + part;
      if (lot.cost === undefined) taken.unknownUnits += part;
      else {
        taken.cost +=
          mulDivDown(lot.cost, used, lot.units) - mulDivDown(lot.cost, lot.used, lot.units);
      }
      lot.used = used;
      wanted -= part;
      if (used === lot.units) usedUp();
    }
    return { ...taken, acquiredFirst, acquiredLast };
  }

  /** The share of the pool for so many units, with known and unknown units in the pool's own proportion. */
  function shareOfPool(units: bigint): Pick<TakenLots, 'cost' | 'unknownUnits'> {
    const known = mulDivUp(units, knownUnits, knownUnits + unknownUnits);
    return {
      cost: knownUnits === 0n ? 0n : mulDivDown(cost, known, knownUnits),
      unknownUnits: units - known,
    };
  }

  return {
    position: (): Position => ({ units: knownUnits + unknownUnits, cost, unknownUnits }),
    add(acquired: Pick<Acquisition, 'at' | 'units' | 'cost'>): void {
      lots.push({ at: acquired.at, units: acquired.units, cost: acquired.cost, used: 0n });
      if (acquired.cost === undefined) unknownUnits += acquired.units;
      else {
        knownUnits += acquired.units;
        cost += acquired.cost;
      }
    },
    holds: (units: bigint): boolean => units <= knownUnits + unknownUnits,
    take(units: bigint): TakenLots {
      const pooled = method === 'average' ? shareOfPool(units) : undefined;
      const taken = { ...takeInOrder(units), ...pooled };
      cost -= taken.cost;
      unknownUnits -= taken.unknownUnits;
      knownUnits -= units - taken.unknownUnits;
      return taken;
    },
  };
}

function disposalOf({ kind: _, ...sale }: Sale, taken: TakenLots): Disposal {
  const { proceeds, fees, units } = sale;
  const known = units - taken.unknownUnits;
  if (proceeds === undefined) return { ...sale, ...taken, uncounted: 0n, gain: undefined };
  const net = proceeds - fees;
  const counted = known === units ? net : (net * known) / units;
  return {
    ...sale,
    ...taken,
    uncounted: net - counted,
    gain: known === 0n ? undefined : counted - taken.cost,
  };
}

const moneyOf = (event: TaxEvent): bigint => {
  switch (event.kind) {
    case 'acquired':
      return event.cost ?? -1n;
    case 'disposed':
      return (event.proceeds ?? -1n) - event.fees;
    case 'moved-out':
      return 0n;
    case 'exchanged':
      return event.into.units;
  }
};

const compare = (a: bigint | string, b: bigint | string): number => (a < b ? -1 : a > b ? 1 : 0);

/**
 * The order of events: by time; at the same moment acquisitions before disposals, then by their content. Two
 * events that still compare as equal have the same effect, so neither ids nor the order of arrival matter.
 */
const byTime = (a: TaxEvent, b: TaxEvent): number =>
  a.at - b.at ||
  compare(a.kind, b.kind) ||
  compare(a.units, b.units) ||
  compare(moneyOf(a), moneyOf(b)) ||
  compare(a.id, b.id);

type Leaving = Sale | Departure | Exchange;

/** What an exchange brings: the whole cost, and of unknown cost the share that had none before. */
function broughtBy({ at, units, into }: Exchange, { cost, unknownUnits }: TakenLots) {
  const known = mulDivUp(into.units, units - unknownUnits, units);
  return [
    { at, units: known, cost },
    { at, units: into.units - known, cost: undefined },
  ].filter((lot) => lot.units > 0n);
}

/** What is told of units as they leave, in the order in which they could. */
interface Heard {
  readonly disposed: (disposal: Disposal) => void;
  readonly moved: (moved: Moved) => void;
}

export interface Basis {
  /** The next events, each later than all of those before. */
  add(events: readonly TaxEvent[]): void;
  /** By asset: what is still held. Throws if more left than ever came, which the ledger excludes. */
  positions(): ReadonlyMap<string, Position>;
}

/**
 * What is held of each asset, with what leaves told to `heard`, so that nobody has to keep a whole history. A journal
 * may have an earlier time than the one that brought its units, because it waited for that one's lock: then it takes
 * the units as soon as they are there.
 */
export function openBasis(method: CostMethod, heard: Heard): Basis {
  const books = new Map<string, { lots: ReturnType<typeof createLots>; waiting: Leaving[] }>();
  const bookOf = (asset: string) => {
    const book = books.get(asset) ?? { lots: createLots(method), waiting: [] };
    books.set(asset, book);
    return book;
  };
  const settle = ({ lots, waiting }: ReturnType<typeof bookOf>): void => {
    for (let next = waiting[0]; next && lots.holds(next.units); next = waiting[0]) {
      waiting.shift();
      const taken = lots.take(next.units);
      switch (next.kind) {
        case 'disposed':
          heard.disposed(disposalOf(next, taken));
          break;
        case 'exchanged': {
          const received = bookOf(next.into.asset);
          for (const lot of broughtBy(next, taken)) received.lots.add(lot);
          settle(received);
          break;
        }
        case 'moved-out': {
          const { kind: _, ...departure } = next;
          heard.moved({ ...departure, ...taken });
        }
      }
    }
  };
  return {
    add(events) {
      for (const event of events.toSorted(byTime)) {
        if (event.units === 0n) continue;
        const book = bookOf(event.asset);
        if (event.kind === 'acquired') book.lots.add(event);
        else book.waiting.push(event);
        settle(book);
      }
    },
    positions() {
      for (const [asset, { waiting }] of books) {
        if (waiting.length > 0) throw new Error(`more ${asset} left than ever came`);
      }
      return new Map([...books].map(([asset, { lots }]) => [asset, lots.position()]));
    },
  };
}

/** The same of all events at once. */
export function costBasis(events: readonly TaxEvent[], method: CostMethod): CostBasis {
  const disposals: Disposal[] = [];
  const moved: Moved[] = [];
  const basis = openBasis(method, {
    disposed: (one) => disposals.push(one),
    moved: (one) => moved.push(one),
  });
  basis.add(events);
  return {
    positions: basis.positions(),
    disposals: disposals.sort((a, b) => a.at - b.at),
    moved: moved.sort((a, b) => a.at - b.at),
  };
}
