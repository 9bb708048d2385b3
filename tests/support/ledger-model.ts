import type { AssetCode } from '#core/money/currencies.ts';
import { customer, house } from '#server/ledger/accounts.ts';
import type { Journal } from '#server/ledger/journal.ts';

/** A generator of pseudo-random numbers (mulberry32): the same seed gives the same numbers. */
export function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % below;
  };
}

export const modelAssets = ['BTC', 'USDC', 'XRP'] as const satisfies readonly AssetCode[];

/** A simple model of the ledger, to compare it with: customers' balances and used references in memory. */
export class LedgerModel {
  readonly balances = new Map<string, bigint>();
  readonly references = new Set<string>();

  /** The expected outcome of posting a journal. Changes the model only if that is `posted`. */
  apply(journal: Journal): 'posted' | 'insufficient' | 'duplicate' {
    const next = new Map(this.balances);
    for (const { account, units } of journal.postings) {
      if (account.owner === 'house') continue;
      const key = `${account.owner}/${account.kind}/${account.currency}`;
      next.set(key, (next.get(key) ?? 0n) + units);
    }
    if ([...next.values()].some((balance) => balance < 0n)) return 'insufficient';
    if (journal.reference !== undefined && this.references.has(journal.reference)) {
      return 'duplicate';
    }
    if (journal.reference !== undefined) this.references.add(journal.reference);
    for (const [key, balance] of next) this.balances.set(key, balance);
    return 'posted';
  }
}

/** A random journal of a kind that the product posts. About a third exceed the balances. */
export function randomJournal(
  random: (below: number) => number,
  users: readonly string[],
): Journal {
  const userId = users[random(users.length)] ?? '';
  const asset = modelAssets[random(modelAssets.length)] ?? 'BTC';
  const other = modelAssets[random(modelAssets.length)] ?? 'BTC';
  const units = BigInt(1 + random(1_000_000));
  const available = customer(userId, 'available', asset);
  const hold = customer(userId, 'hold', asset);
  switch (random(6)) {
    case 0:
      return {
        ...{ class: 'manual', kind: 'deposit', userId, reference: `deposit:${random(400)}` },
        postings: [
          { account: house('chain', asset), units: -units },
          { account: available, units },
        ],
      };
    case 1:
      return {
        ...{ class: 'payment', kind: 'withdrawal', userId },
        postings: [
          { account: available, units: -units },
          { account: hold, units },
        ],
      };
    case 2:
      return {
        ...{ class: 'payment', kind: 'withdrawal-sent', userId },
        postings: [
          { account: hold, units: -units },
          { account: house('chain', asset), units: units - units / 100n },
          { account: house('fees', asset), units: units / 100n },
        ],
      };
    case 3:
      return {
        ...{ class: 'payment', kind: 'withdrawal-returned', userId },
        postings: [
          { account: hold, units: -units },
          { account: available, units },
        ],
      };
    default: {
      const received = BigInt(1 + random(1_000_000));
      const spread = received / 400n;
      return {
        ...{ class: 'conversion', kind: 'swap', userId },
        postings: [
          { account: available, units: -units },
          { account: house('inventory', asset), units },
          { account: house('inventory', other), units: -(received + spread) },
          { account: customer(userId, 'available', other), units: received },
          { account: house('spread', other), units: spread },
        ],
      };
    }
  }
}
