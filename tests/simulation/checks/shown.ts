import type { WalletEntry } from '#core/contract/wallet/wallet.ts';
import { type KeptCode, keptOf } from '#core/money/cash.ts';
import { formatUnits } from '#core/money/decimal.ts';
import type { Database } from '#tests/simulation/world/database.ts';
import type { World } from '#tests/simulation/world/world.ts';

interface Row {
  readonly owner: string;
  readonly kind: string;
  readonly currency: KeptCode;
  readonly balance: string;
}

interface Version {
  readonly from: number;
  /** By kind and currency, in whole units. */
  readonly balances: ReadonlyMap<string, string>;
}

/** Every state that each customer's balances were ever in, with when it began. */
export class BalanceHistory {
  readonly #versions = new Map<string, Version[]>();

  /** Takes down what has changed. */
  async record(world: World, database: Database): Promise<void> {
    const rows = await database.look<Row>(
      `select owner, kind, currency, balance::text from accounts where owner <> 'house' order by id`,
    );
    const byOwner = Map.groupBy(rows, ({ owner }) => owner);
    for (const [owner, theirs] of byOwner) {
      const balances = new Map(
        theirs.map(({ kind, currency, balance }) => [
          `${kind} ${currency}`,
          formatUnits(BigInt(balance), keptOf(currency).scale),
        ]),
      );
      const versions = this.#versions.get(owner) ?? [];
      this.#versions.set(owner, versions);
      const last = versions.at(-1);
      const same =
        last?.balances.size === balances.size &&
        [...balances].every(([name, value]) => last.balances.get(name) === value);
      if (same) continue;
      for (const [name, value] of last ? balances : []) {
        const [, currency] = name.split(' ');
        if (last?.balances.get(name) !== value) world.count(`${currency} moves`);
      }
      versions.push({ from: world.now, balances });
    }
  }

  /** Whether these were a customer's balances at `at`, give or take a millisecond for rounding. */
  wasTrue(userId: string, entries: readonly WalletEntry[], at: number): boolean {
    const versions = this.#versions.get(userId) ?? [];
    return versions.some(({ from, balances }, index) => {
      const to = versions[index + 1]?.from ?? Number.POSITIVE_INFINITY;
      return from <= at + 1 && to >= at - 1 && entries.every((entry) => isAs(entry, balances));
    });
  }

  /** How often a customer's balances have changed so far. */
  changesOf(userId: string): number {
    return this.#versions.get(userId)?.length ?? 0;
  }

  /** Whether they are now. */
  isTrueNow(userId: string, entries: readonly WalletEntry[]): boolean {
    const last = this.#versions.get(userId)?.at(-1);
    return last !== undefined && entries.every((entry) => isAs(entry, last.balances));
  }
}

function isAs(entry: WalletEntry, balances: ReadonlyMap<string, string>): boolean {
  const { currency_id } = entry.currency;
  const of = (kind: string): string => balances.get(`${kind} ${currency_id}`) ?? '0';
  return (
    of('available') === entry.free_balance &&
    of('hold') === entry.hold_balance &&
    of('pending') === entry.pending_balance
  );
}
