import type { CashCode } from '#core/money/cash.ts';
import type { ForexRates, MadeRates } from '#server/adapters/forex/forex.ts';
import type { Actor, World } from '#tests/simulation/world/world.ts';
import { Party } from './party.ts';

/** Units of each currency per USD: near the reference that comes with the product. */
const perUsd = { USD: 1, EUR: 0.8772, AUD: 1.6144, GBP: 0.7583, CAD: 1.3945, JPY: 152.6 } as const;

const EVERY_MS = 60_000;
/** For so long a process remembers an answer. */
const KEPT_MS = 15_000;

/** The provider of exchange rates. */
export class Rates extends Party {
  /** The currency about which it is wrong now, and by how much. */
  wrong: { readonly code: CashCode; readonly factor: number; readonly at: number } | undefined;

  constructor(world: World) {
    super(world, 'rate provider');
  }

  /** In USD, what a currency's unit truly is worth. */
  worth(code: CashCode): number {
    return 1 / perUsd[code];
  }

  #rates(): MadeRates {
    // What is wrong is told as of one moment: a second reading of another would confirm it.
    const at = Math.floor((this.wrong?.at ?? this.world.now) / EVERY_MS) * EVERY_MS;
    const rates = Object.entries(perUsd).map(([code, rate]) => {
      const factor = this.wrong?.code === code ? this.wrong.factor : 1;
      return [code, (rate * factor).toFixed(6)] as const;
    });
    const date = new Date(at).toISOString().slice(0, 10);
    return { base: 'USD', date, rates: Object.fromEntries(rates), at: new Date(at) };
  }

  for(caller: Actor): ForexRates {
    let kept: { readonly until: number; readonly rates: MadeRates } | undefined;
    // As the real adapter, it asks now and then only.
    const now = async (): Promise<MadeRates | undefined> => {
      if (kept && this.world.now < kept.until) return kept.rates;
      const rates = await this.ask(caller, 'rates', () => this.#rates());
      if (rates) kept = { until: this.world.now + KEPT_MS, rates };
      return rates;
    };
    return { latest: now, current: now, past: () => Promise.resolve([]) };
  }
}
