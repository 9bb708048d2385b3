/**
 * The same gains, computed in another way: every single unit is a thing of its own with an exact fraction as
 * its cost. Slow, and shares nothing with the code that it judges.
 */
interface Fraction {
  readonly over: bigint;
  readonly under: bigint;
}

interface Unit {
  readonly at: number;
  readonly cost: Fraction;
}

export type OracleStep =
  | {
      readonly kind: 'buy';
      readonly at: number;
      readonly asset: string;
      readonly units: number;
      readonly cost: bigint;
    }
  | {
      readonly kind: 'sell' | 'send';
      readonly at: number;
      readonly asset: string;
      readonly units: number;
    }
  | {
      readonly kind: 'swap';
      readonly at: number;
      readonly asset: string;
      readonly units: number;
      readonly into: string;
      readonly got: number;
    };

const divisor = (a: bigint, b: bigint): bigint => (b === 0n ? a : divisor(b, a % b));

function fraction(over: bigint, under: bigint): Fraction {
  const by = divisor(over, under) || 1n;
  return { over: over / by, under: under / by };
}

const sum = (all: readonly Fraction[]): Fraction =>
  all.reduce((a, b) => fraction(a.over * b.under + b.over * a.under, a.under * b.under), {
    over: 0n,
    under: 1n,
  });

const spread = (whole: Fraction, units: number): Fraction =>
  fraction(whole.over, whole.under * BigInt(units));

export interface OracleSale {
  readonly cost: Fraction;
  readonly first: number;
  readonly last: number;
}

/** The cost of each sale, in order, and when its units were acquired. Nothing may leave that is not there. */
export function oracle(
  steps: readonly OracleStep[],
  method: 'fifo' | 'lifo' | 'average',
): readonly OracleSale[] {
  const held = new Map<string, Unit[]>();
  const sales: OracleSale[] = [];
  const unitsOf = (asset: string): Unit[] => held.get(asset) ?? [];
  const put = (asset: string, units: number, at: number, cost: Fraction): void => {
    const each = { at, cost: spread(cost, units) };
    const all = [...unitsOf(asset), ...Array.from({ length: units }, () => each)];
    const mean = spread(sum(all.map((one) => one.cost)), all.length);
    held.set(asset, method === 'average' ? all.map((one) => ({ ...one, cost: mean })) : all);
  };
  for (const step of steps) {
    const { at, asset, units } = step;
    if (step.kind === 'buy') {
      put(asset, units, at, { over: step.cost, under: 1n });
      continue;
    }
    const all = unitsOf(asset);
    const cut = method === 'lifo' ? all.length - units : units;
    const [front, back] = [all.slice(0, cut), all.slice(cut)];
    const [gone, kept] = method === 'lifo' ? [back, front] : [front, back];
    held.set(asset, kept);
    const cost = sum(gone.map((one) => one.cost));
    if (step.kind === 'swap') put(step.into, step.got, at, cost);
    if (step.kind === 'sell') {
      const times = gone.map((one) => one.at);
      sales.push({ cost, first: Math.min(...times), last: Math.max(...times) });
    }
  }
  return sales;
}
