import fc from 'fast-check';
import { expect, test } from 'vitest';
import { costBasis, costMethods, type TaxEvent } from './cost-basis.ts';
import { type OracleStep, oracle } from './cost-oracle.fixture.ts';

const assets = ['BTC', 'ETH', 'USDC'];

/** Histories in which nothing leaves that is not there, each step at a moment of its own. */
const histories = fc
  .array(
    fc.record({
      what: fc.constantFrom('buy', 'buy', 'sell', 'send', 'swap'),
      asset: fc.constantFrom(...assets),
      into: fc.constantFrom(...assets),
      units: fc.integer({ min: 1, max: 12 }),
      cost: fc.bigInt({ min: 0n, max: 10n ** 9n }),
    }),
    { maxLength: 25 },
  )
  .map((wishes) => {
    const held = new Map<string, number>();
    const add = (asset: string, units: number): number => {
      const now = (held.get(asset) ?? 0) + units;
      held.set(asset, now);
      return now;
    };
    return wishes.flatMap(({ what, asset, into, units: wished, cost }, at): OracleStep[] => {
      if (what === 'buy') {
        add(asset, wished);
        return [{ kind: 'buy', at, asset, units: wished, cost }];
      }
      const units = Math.min(wished, held.get(asset) ?? 0);
      if (units === 0 || (what === 'swap' && into === asset)) return [];
      add(asset, -units);
      if (what !== 'swap') return [{ kind: what === 'sell' ? 'sell' : 'send', at, asset, units }];
      const got = Math.max(1, (units * 7) % 13);
      add(into, got);
      return [{ kind: 'swap', at, asset, units, into, got }];
    });
  });

function eventOf(step: OracleStep): TaxEvent {
  const { at, asset } = step;
  const base = { id: String(at), at, asset, units: BigInt(step.units) };
  switch (step.kind) {
    case 'buy':
      return { ...base, kind: 'acquired', cost: step.cost };
    case 'sell':
      return { ...base, kind: 'disposed', proceeds: 0n, fees: 0n };
    case 'send':
      return { ...base, kind: 'moved-out' };
    case 'swap':
      return {
        ...base,
        kind: 'exchanged',
        into: { asset: step.into, units: BigInt(step.got) },
      };
  }
}

test.each(costMethods)(
  'HARD-58 a second program with exact fractions computes the same costs, also where swaps carry them over (%s)',
  (method) => {
    fc.assert(
      fc.property(histories, (steps) => {
        const { disposals } = costBasis(steps.map(eventOf), method);
        const expected = oracle(steps, method);
        expect(disposals.length).toBe(expected.length);
        for (const [i, { cost, acquiredFirst, acquiredLast }] of disposals.entries()) {
          const sale = expected[i];
          if (!sale) throw new Error('a sale is missing');
          // Each step may have cut at most one cent off.
          const off = cost * sale.cost.under - sale.cost.over;
          const most = BigInt(steps.length) * sale.cost.under;
          expect(off <= most && off >= -most).toBe(true);
          expect([acquiredFirst, acquiredLast]).toEqual([sale.first, sale.last]);
        }
      }),
      { numRuns: 300 },
    );
  },
);

test('HARD-58 an exchange that is no disposal takes the whole cost along, and what is unknown stays unknown', () => {
  const events: TaxEvent[] = [
    { kind: 'acquired', id: 'a', at: 0, asset: 'BTC', units: 4n, cost: 1_000n },
    { kind: 'acquired', id: 'b', at: 1, asset: 'BTC', units: 4n, cost: undefined },
    {
      ...{ kind: 'exchanged', id: 'c', at: 2, asset: 'BTC', units: 6n },
      into: { asset: 'ETH', units: 30n },
    },
  ];
  const { disposals, positions } = costBasis(events, 'fifo');
  expect(disposals).toEqual([]);
  expect(positions.get('BTC')).toEqual({ units: 2n, cost: 0n, unknownUnits: 2n });
  expect(positions.get('ETH')).toEqual({ units: 30n, cost: 1_000n, unknownUnits: 10n });
});
