import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type CostBasis,
  type CostMethod,
  costBasis,
  costMethods,
  type Disposal,
  openBasis,
  type TaxEvent,
} from './cost-basis.ts';

const DAY = 86_400_000;
const BTC = 10n ** 8n;
const sumOf = <T>(all: Iterable<T>, of: (one: T) => bigint): bigint =>
  [...all].reduce((sum, one) => sum + of(one), 0n);

const bought = (day: number, units: bigint, cost: bigint | undefined, asset = 'BTC'): TaxEvent => ({
  ...{ kind: 'acquired', id: `in ${day}`, at: day * DAY, asset, units, cost },
});
const sold = (day: number, units: bigint, proceeds: bigint | undefined, fees = 0n): TaxEvent => ({
  ...{ kind: 'disposed', id: `out ${day}`, at: day * DAY, asset: 'BTC', units, proceeds, fees },
});

/**
 * By hand. Bought: 1 BTC for $10,000.00, then 2 BTC for $26,000.00. Sold: 0.5 for $7,500.00, 1 for
 * $12,000.00 with $60.00 of fees, and 1.25 for $20,000.00.
 * First in, first out: 0.5 cost 5,000 (half of the first), 1 cost 5,000 + 0.5 × 13,000 = 11,500, and 1.25
 * cost 16,250. Left is 0.25 of the second for 3,250.
 * On average: each cost 36,000 ÷ 3 = 12,000. The sales cost 6,000, 12,000 and 15,000; left is 0.25 for 3,000.
 */
const byHand: readonly TaxEvent[] = [
  bought(0, BTC, 1_000_000n),
  bought(10, 2n * BTC, 2_600_000n),
  sold(20, BTC / 2n, 750_000n),
  sold(400, BTC, 1_200_000n, 6_000n),
  sold(500, (BTC * 5n) / 4n, 2_000_000n),
];

test('INS-02 three disposals are as calculated by hand, first in, first out', () => {
  const { disposals, positions } = costBasis(byHand, 'fifo');
  expect(disposals.map(({ cost, gain }) => [cost, gain])).toEqual([
    [500_000n, 250_000n],
    [1_150_000n, 44_000n],
    [1_625_000n, 375_000n],
  ]);
  expect(disposals.map((one) => [one.acquiredFirst / DAY, one.acquiredLast / DAY])).toEqual([
    [0, 0],
    [0, 10],
    [10, 10],
  ]);
  expect(positions.get('BTC')).toEqual({ units: BTC / 4n, cost: 325_000n, unknownUnits: 0n });
});

test('INS-02 three disposals are as calculated by hand, on average', () => {
  const { disposals, positions } = costBasis(byHand, 'average');
  expect(disposals.map(({ cost, gain }) => [cost, gain])).toEqual([
    [600_000n, 150_000n],
    [1_200_000n, -6_000n],
    [1_500_000n, 500_000n],
  ]);
  expect(positions.get('BTC')).toEqual({ units: BTC / 4n, cost: 300_000n, unknownUnits: 0n });
});

test('INS-02 units of unknown cost are counted apart, never as having cost nothing', () => {
  const all = [bought(0, BTC, undefined), bought(1, BTC, 900_000n)];
  const { disposals } = costBasis(
    [...all, sold(2, BTC / 2n, 600_000n), sold(3, BTC, 1_200_000n, 200n)],
    'fifo',
  );
  expect(disposals).toMatchObject([
    { unknownUnits: BTC / 2n, cost: 0n, uncounted: 600_000n, gain: undefined },
    { unknownUnits: BTC / 2n, cost: 450_000n, uncounted: 599_900n, gain: 149_900n },
  ]);
  const average = costBasis([...all, sold(2, BTC, 1_000_000n)], 'average');
  expect(average.disposals).toMatchObject([
    { unknownUnits: BTC / 2n, cost: 450_000n, uncounted: 500_000n, gain: 50_000n },
  ]);
});

test('INS-02 a sale whose proceeds nobody wrote down has no gain, and its cost is gone', () => {
  const { disposals, positions } = costBasis(
    [bought(0, BTC, 100n), sold(1, BTC, undefined)],
    'fifo',
  );
  expect(disposals).toMatchObject([{ cost: 100n, gain: undefined, uncounted: 0n }]);
  expect(positions.get('BTC')).toEqual({ units: 0n, cost: 0n, unknownUnits: 0n });
});

test('INS-02 a sale stamped before the purchase it waited for takes its units', () => {
  const { disposals } = costBasis([sold(0, 5n, 50n), bought(1, 5n, 20n)], 'fifo');
  expect(disposals).toMatchObject([{ cost: 20n, gain: 30n }]);
  expect(() => costBasis([sold(0, 5n, 50n), bought(1, 4n, 20n)], 'fifo')).toThrow('more BTC');
});

test('HARD-99 INS-02 what was bought at the very moment of a sale was bought before it, and counts on average and as the newest', () => {
  const same: readonly TaxEvent[] = [
    bought(0, 10n, 100n),
    // Of fewer units and less money, which alone would put it first.
    { ...sold(5, 8n, 200n), id: 'a' },
    { ...bought(5, 10n, 300n), id: 'b' },
  ];
  const gains = (method: CostMethod) =>
    [same, same.toReversed()].map((all) => costBasis(all, method).disposals[0]?.gain);
  expect(gains('fifo')).toEqual([120n, 120n]);
  expect(gains('average')).toEqual([40n, 40n]);
  expect(gains('lifo')).toEqual([-40n, -40n]);
});

test('HARD-99 INS-02 of a pool of known and unknown cost the odd unit is one whose cost is known', () => {
  const pool = [bought(0, 1n, 90n), bought(1, 2n, undefined), sold(2, 1n, 100n)];
  const { disposals, positions } = costBasis(pool, 'average');
  expect(disposals).toMatchObject([{ cost: 90n, unknownUnits: 0n, uncounted: 0n, gain: 10n }]);
  expect(positions.get('BTC')).toEqual({ units: 2n, cost: 0n, unknownUnits: 2n });
});

test('HARD-99 an exchange that is no disposal hands on the whole cost, and the odd unit is one whose cost is known', () => {
  const into = { asset: 'ETH', units: 3n };
  const exchanged = (units: bigint): TaxEvent => ({
    ...{ kind: 'exchanged', id: 'x', at: 2 * DAY, asset: 'BTC', units, into },
  });
  const half = costBasis([bought(0, 1n, 90n), bought(1, 1n, undefined), exchanged(2n)], 'fifo');
  expect(half.positions.get('ETH')).toEqual({ units: 3n, cost: 90n, unknownUnits: 1n });
  const known = costBasis([bought(0, 2n, 90n), exchanged(1n)], 'fifo');
  expect(known.positions.get('ETH')).toEqual({ units: 3n, cost: 45n, unknownUnits: 0n });
  expect(known.positions.get('BTC')).toEqual({ units: 1n, cost: 45n, unknownUnits: 0n });
  const unknown = costBasis([bought(0, 2n, undefined), exchanged(2n)], 'fifo');
  expect(unknown.positions.get('ETH')).toEqual({ units: 3n, cost: 0n, unknownUnits: 3n });
});

/** A history in which nothing leaves that is not there; few moments, so that many are equal. */
const histories = (known: boolean): fc.Arbitrary<readonly TaxEvent[]> =>
  fc
    .array(
      fc.record({
        asset: fc.constantFrom('BTC', 'ETH'),
        what: fc.constantFrom('in', 'in', 'out', 'away'),
        wait: fc.integer({ min: 0, max: 1 }),
        units: fc.bigInt({ min: 1n, max: 10n ** 12n }),
        money: fc.bigInt({ min: 0n, max: 10n ** 9n }),
        isUnknown: known ? fc.constant(false) : fc.boolean(),
        part: fc.bigInt({ min: 1n, max: 100n }),
      }),
      { maxLength: 40 },
    )
    .map((steps) => {
      const held = new Map<string, bigint>();
      let at = 0;
      return steps.flatMap(
        ({ asset, what, wait, units, money, isUnknown, part }, i): TaxEvent[] => {
          at += wait;
          const has = held.get(asset) ?? 0n;
          const step = { id: `e${i}`, at, asset };
          const worth = isUnknown ? undefined : money;
          if (what === 'in') {
            held.set(asset, has + units);
            return [{ ...step, kind: 'acquired', units, cost: worth }];
          }
          const leaves = (has * part) / 100n;
          if (leaves === 0n) return [];
          held.set(asset, has - leaves);
          return what === 'away'
            ? [{ ...step, kind: 'moved-out', units: leaves }]
            : [{ ...step, kind: 'disposed', units: leaves, proceeds: worth, fees: money / 100n }];
        },
      );
    });

const methods = fc.constantFrom<CostMethod>(...costMethods);

test('INS-02 the lots that are left are the balance, whatever is known of their cost', () => {
  fc.assert(
    fc.property(histories(false), methods, (events, method) => {
      const { positions } = costBasis(events, method);
      for (const [asset, { units, unknownUnits, cost }] of positions) {
        const own = events.filter((event) => event.asset === asset);
        expect(units).toBe(
          sumOf(own, (event) => (event.kind === 'acquired' ? event.units : -event.units)),
        );
        expect(unknownUnits >= 0n && unknownUnits <= units && cost >= 0n).toBe(true);
        if (unknownUnits === units) expect(cost).toBe(0n);
      }
    }),
  );
});

const costIn = (events: readonly TaxEvent[]): bigint =>
  sumOf(events, (event) => (event.kind === 'acquired' ? (event.cost ?? 0n) : 0n));

const costOut = ({ positions, disposals, moved }: CostBasis): bigint =>
  sumOf(positions.values(), ({ cost }) => cost) +
  sumOf(disposals, ({ cost }) => cost) +
  sumOf(moved, ({ cost }) => cost);

test('INS-02 what was paid is what was sold, moved or is left, to the cent', () => {
  fc.assert(
    fc.property(histories(false), methods, (events, method) => {
      expect(costOut(costBasis(events, method))).toBe(costIn(events));
    }),
  );
});

test('INS-02 the cost of what is left is money in less money out plus gains, to the cent', () => {
  fc.assert(
    fc.property(histories(true), methods, (events, method) => {
      const { positions, disposals, moved } = costBasis(events, method);
      const out = sumOf(events, (event) =>
        event.kind === 'disposed' ? (event.proceeds ?? 0n) - event.fees : 0n,
      );
      const away = sumOf(moved, ({ cost }) => cost);
      const gains = sumOf(disposals, ({ gain }) => gain ?? 0n);
      const left = sumOf(positions.values(), ({ cost }) => cost);
      expect(left).toBe(costIn(events) - out - away + gains);
    }),
  );
});

test('INS-02 every cent of each sale is counted once: as gain, cost, fee or as not counted', () => {
  fc.assert(
    fc.property(histories(false), methods, (events, method) => {
      for (const one of costBasis(events, method).disposals) {
        const { proceeds, fees, cost, uncounted, gain } = one;
        if (proceeds === undefined) expect(gain).toBeUndefined();
        else expect((gain ?? 0n) + cost + uncounted + fees).toBe(proceeds);
      }
    }),
  );
});

const figuresOf = ({ positions, disposals, moved }: CostBasis) => ({
  positions: [...positions].sort(([a], [b]) => (a < b ? -1 : 1)),
  sums: ['BTC', 'ETH'].map((asset) =>
    [disposals, moved].map(
      (all: readonly { asset: string; cost: bigint; unknownUnits: bigint }[]) => {
        const own = all.filter((one) => one.asset === asset);
        return [sumOf(own, ({ cost }) => cost), sumOf(own, ({ unknownUnits }) => unknownUnits)];
      },
    ),
  ),
  gains: sumOf(disposals, ({ gain }) => gain ?? 0n),
});

test('INS-02 neither the order of equal moments nor the ids change any sum', () => {
  const shuffled = histories(false).chain((events) =>
    fc.tuple(
      fc.constant(events),
      fc.shuffledSubarray([...events], { minLength: events.length }),
      fc.infiniteStream(fc.string({ maxLength: 4 })),
    ),
  );
  fc.assert(
    fc.property(shuffled, methods, ([events, others, names], method) => {
      const renamed = others.map((event) => ({ ...event, id: String(names.next().value) }));
      expect(figuresOf(costBasis(renamed, method))).toEqual(figuresOf(costBasis(events, method)));
    }),
  );
});

test('a history that is read in parts has the same figures, whatever the parts are', () => {
  fc.assert(
    fc.property(histories(false), methods, fc.array(fc.nat(40)), (events, method, cuts) => {
      const whole = costBasis(events, method);
      const disposals: Disposal[] = [];
      const basis = openBasis(method, {
        disposed: (one) => disposals.push(one),
        moved: () => undefined,
      });
      const moments = [...new Set(events.map(({ at }) => at))].sort((a, b) => a - b);
      const bounds = [...new Set([...cuts.flatMap((cut) => moments[cut] ?? []), Infinity])];
      let from = -Infinity;
      for (const to of bounds.sort((a, b) => a - b)) {
        basis.add(events.filter(({ at }) => at > from && at <= to));
        from = to;
      }
      expect(basis.positions()).toEqual(whole.positions);
      expect(disposals.toSorted((a, b) => a.at - b.at)).toEqual(whole.disposals);
    }),
  );
});

/** The last sale of a history, in two steps of the same moment instead of one. */
function split(events: readonly TaxEvent[], percent: bigint): readonly TaxEvent[] {
  const at = events.findLastIndex(({ kind }) => kind === 'disposed');
  const sale = events[at];
  if (sale?.kind !== 'disposed') return events;
  const units = (sale.units * percent) / 100n;
  if (units === 0n) return events;
  const share = (whole: bigint): bigint => (whole * percent) / 100n;
  const part = { ...sale, units, proceeds: share(sale.proceeds ?? 0n), fees: share(sale.fees) };
  const rest = {
    ...sale,
    units: sale.units - part.units,
    proceeds: (sale.proceeds ?? 0n) - part.proceeds,
    fees: sale.fees - part.fees,
  };
  return [...events.slice(0, at), part, { ...rest, id: 'rest' }];
}

test('INS-02 splitting a disposal changes nothing, and on average at most one cent', () => {
  fc.assert(
    fc.property(
      histories(true),
      methods,
      fc.bigInt({ min: 0n, max: 100n }),
      (events, method, percent) => {
        const last = events.findLastIndex(({ kind }) => kind === 'disposed');
        // Alone in its moment: what else happens then would come between the two steps.
        const upTo = events
          .slice(0, last + 1)
          .map((event, i) => (i === last ? { ...event, at: event.at + 1 } : event));
        const whole = costBasis(upTo, method);
        const parts = costBasis(split(upTo, percent), method);
        const off = (of: (basis: CostBasis) => bigint): bigint => {
          const change = of(parts) - of(whole);
          return change < 0n ? -change : change;
        };
        const most = method === 'fifo' ? 0n : 1n;
        expect(off((basis) => sumOf(basis.disposals, ({ gain }) => gain ?? 0n)) <= most).toBe(true);
        expect(off((basis) => sumOf(basis.positions.values(), ({ cost }) => cost)) <= most).toBe(
          true,
        );
      },
    ),
  );
});

test('INS-02 100,000 disposals are all counted', () => {
  const events = Array.from(
    { length: 200_000 },
    (_, i): TaxEvent => (i % 2 === 0 ? bought(i, 1_000n, 77n) : sold(i, 999n, 80n)),
  );
  for (const method of costMethods)
    expect(costBasis(events, method).disposals).toHaveLength(100_000);
});
