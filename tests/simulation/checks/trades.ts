import { findCash, type KeptCode, keptOf } from '#core/money/cash.ts';
import type { AssetCode } from '#core/money/currencies.ts';
import type { SimulatedMarket } from '#tests/simulation/parties/market.ts';
import type { Rates } from '#tests/simulation/parties/rates.ts';
import type { Database } from '#tests/simulation/world/database.ts';
import type { World } from '#tests/simulation/world/world.ts';

interface Leg {
  readonly id: string;
  readonly at: Date;
  readonly currency: KeptCode;
  readonly units: string;
}

/** A quote stands ten seconds, and its price may be of a little before. */
const BEFORE_MS = [0, 15_000, 30_000, 60_000];
/** Spreads are smaller, and what is wrong here is wrong by more. */
const MOST_GAIN = 0.08;
const MOST_LOSS = 0.15;

/** Nobody trades at a price that is wrong: by what everything truly is worth, a trade is nearly even. */
export class Trades {
  readonly #seen = new Set<string>();

  async check(
    world: World,
    database: Database,
    { market, rates }: { readonly market: SimulatedMarket; readonly rates: Rates },
  ): Promise<void> {
    const legs = await database.look<Leg>(
      `select journals.id, journals.created_at as at, currency, amount::text as units
        from journals join postings on postings.journal_id = journals.id
        where class = 'conversion' and account_id not like 'house/%' and not journals.id = any($1)`,
      [[...this.#seen]],
    );
    for (const [id, of] of Map.groupBy(legs, (leg) => leg.id)) {
      this.#seen.add(id);
      const worth = ({ currency, units, at }: Leg): readonly number[] => {
        const cash = findCash(currency);
        const amount = Number(units) / 10 ** keptOf(currency).scale;
        return BEFORE_MS.map(
          (ms) =>
            amount *
            (cash
              ? rates.worth(cash.code)
              : market.worth(currency as AssetCode, at.getTime() - ms)),
        );
      };
      const values = of.map(worth);
      const given = values.filter(([value = 0]) => value < 0);
      const got = values.filter(([value = 0]) => value > 0);
      const sum = (all: readonly (readonly number[])[], pick: (...of: number[]) => number) =>
        all.reduce((total, one) => total + pick(...one.map(Math.abs)), 0);
      const gain = sum(got, Math.min) / sum(given, Math.max) - 1;
      const loss = 1 - sum(got, Math.max) / sum(given, Math.min);
      // What is a few cents is rounded by more than this.
      if (sum(given, Math.max) < 1) continue;
      const percent = (part: number): string => `${id} ${(part * 100).toFixed(1)} %`;
      if (gain > MOST_GAIN) world.violated('nobody gains by a wrong price', percent(gain));
      if (loss > MOST_LOSS) world.violated('nobody loses by a wrong price', percent(loss));
    }
  }
}
