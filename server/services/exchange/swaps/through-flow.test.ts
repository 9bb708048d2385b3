import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Traded, throughFlow } from './through-flow.ts';

type Thing = 'cash' | 'stable' | 'BTC' | 'ETH' | 'SOL';
const things: readonly Thing[] = ['cash', 'stable', 'BTC', 'ETH', 'SOL'];

const traded = (from: Thing, to: Thing, value: bigint): Traded<Thing> => ({ from, to, value });

test('HARD-48 what was bought with cash and sold on for stable coins counts, on whatever way and in whatever order', () => {
  const ways = [
    [traded('cash', 'stable', 100n)],
    [traded('cash', 'BTC', 100n), traded('BTC', 'stable', 100n)],
    [traded('BTC', 'stable', 100n), traded('cash', 'BTC', 100n)],
    [traded('ETH', 'stable', 100n), traded('BTC', 'ETH', 100n), traded('cash', 'BTC', 100n)],
    [
      ...[traded('cash', 'BTC', 60n), traded('cash', 'ETH', 40n)],
      ...[traded('ETH', 'BTC', 40n), traded('BTC', 'stable', 100n)],
    ],
  ];
  for (const way of ways) expect(throughFlow(way, 'cash', 'stable')).toBe(100n);
});

test('HARD-48 what was bought and kept, or was there before it was sold, is no exchange of cash for stable coins', () => {
  const honest = [
    ...[traded('cash', 'BTC', 900n), traded('ETH', 'stable', 900n), traded('BTC', 'cash', 300n)],
    ...[traded('stable', 'SOL', 500n), traded('SOL', 'ETH', 500n)],
  ];
  expect(throughFlow(honest, 'cash', 'stable')).toBe(0n);
  expect(throughFlow(honest, 'stable', 'cash')).toBe(0n);
});

/** A customer who begins with cash alone and trades at random: everything they have came from it. */
const days = fc.array(
  fc.tuple(fc.constantFrom(...things), fc.constantFrom(...things), fc.nat(1_000)),
  { maxLength: 40 },
);

test('HARD-48 whoever had only cash ends the day with no more in stable coins than what counts', () => {
  fc.assert(
    fc.property(days, (wishes) => {
      const has = new Map<Thing, bigint>([['cash', 100_000n]]);
      const trades: Traded<Thing>[] = [];
      for (const [from, to, wish] of wishes) {
        const value = [BigInt(wish), has.get(from) ?? 0n].reduce((a, b) => (a < b ? a : b));
        if (from === to || value === 0n) continue;
        has.set(from, (has.get(from) ?? 0n) - value);
        has.set(to, (has.get(to) ?? 0n) + value);
        trades.push(traded(from, to, value));
      }
      const counted = throughFlow(trades, 'cash', 'stable');
      expect(counted).toBeGreaterThanOrEqual(has.get('stable') ?? 0n);
      // And never more than went out of cash, or came into stable coins.
      const out = trades.filter(({ from }) => from === 'cash').reduce((a, b) => a + b.value, 0n);
      const into = trades.filter(({ to }) => to === 'stable').reduce((a, b) => a + b.value, 0n);
      expect(counted <= out && counted <= into).toBe(true);
    }),
  );
});
