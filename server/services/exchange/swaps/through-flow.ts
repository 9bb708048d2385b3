/** A trade of a customer: so much of one thing was given for another, by value. */
export interface Traded<Node extends string> {
  readonly from: Node;
  readonly to: Node;
  /** In any unit of value, the same for all trades. */
  readonly value: bigint;
}

type Left = Map<string, Map<string, bigint>>;

const leastOf = (a: bigint, b: bigint): bigint => (a < b ? a : b);

function add(left: Left, from: string, to: string, value: bigint): void {
  const out = left.get(from) ?? new Map<string, bigint>();
  left.set(from, out.set(to, (out.get(to) ?? 0n) + value));
}

/** The shortest way on which something is left, from its end to its beginning. */
function wayThrough(left: Left, from: string, to: string): readonly string[] | undefined {
  const before = new Map<string, string>();
  const next = [from];
  for (const here of next) {
    if (here === to) break;
    for (const [there, value] of left.get(here) ?? []) {
      if (value <= 0n || there === from || before.has(there)) continue;
      before.set(there, here);
      next.push(there);
    }
  }
  if (!before.has(to)) return undefined;
  const way = [to];
  for (let here = before.get(to); here !== undefined; here = before.get(here)) way.push(here);
  return way;
}

/**
 * How much of one thing can have become another through these trades, directly or through others between them, in
 * whatever order they were made: the largest flow through them. What was bought and not sold on, or sold and not
 * bought, is on no way and does not count.
 */
export function throughFlow<Node extends string>(
  trades: readonly Traded<Node>[],
  from: Node,
  to: Node,
): bigint {
  const left: Left = new Map();
  for (const trade of trades) add(left, trade.from, trade.to, trade.value);
  let sum = 0n;
  for (;;) {
    const way = wayThrough(left, from, to);
    if (!way) return sum;
    const steps = way.slice(1).map((here, at) => [here, way[at] ?? to] as const);
    const value = steps.map(([here, there]) => left.get(here)?.get(there) ?? 0n).reduce(leastOf);
    for (const [here, there] of steps) {
      add(left, here, there, -value);
      add(left, there, here, value);
    }
    sum += value;
  }
}
