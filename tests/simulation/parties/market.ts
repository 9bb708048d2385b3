import type { AssetCode } from '#core/domain/currencies.ts';
import type { Market, Price } from '#server/adapters/market/market.ts';
import { type Actor, START, type World } from '#tests/simulation/world/world.ts';
import { Party } from './party.ts';

const first: Readonly<Record<AssetCode, number>> = {
  BTC: 60_000,
  SOL: 150,
  ETH: 3_000,
  AVAX: 30,
  XRP: 0.6,
  USDT: 1,
  USDC: 1,
};

const EVERY_MS = 10_000;

/** A market whose prices wander with time. */
export class SimulatedMarket extends Party {
  constructor(world: World) {
    super(world, 'market');
  }

  /** In USD, what it truly is worth at a moment. */
  worth(asset: AssetCode, at: number): number {
    const minutes = Math.floor((at - START) / 60_000);
    const wave = asset.startsWith('USD') ? 0 : Math.sin(minutes + asset.length) * 0.03;
    return first[asset] * (1 + wave);
  }

  /** The provider computes a new price every so often, and tells it until the next one. */
  #price(asset: AssetCode): Price {
    const at = Math.floor(this.world.now / EVERY_MS) * EVERY_MS;
    return { asset, usd: this.worth(asset, at).toFixed(4), at: new Date(at) };
  }

  for(caller: Actor): Market {
    return {
      price: (asset) => this.ask(caller, 'price', () => this.#price(asset)),
      newest: async () => (await this.ask(caller, 'newest', () => [...this.all().values()])) ?? [],
      tickers: async () => {
        const all = (): ReturnType<typeof this.all> => this.all();
        return (await this.ask(caller, 'tickers', all)) ?? new Map();
      },
      candles: () => Promise.resolve(undefined),
    };
  }

  all() {
    const codes = Object.keys(first) as AssetCode[];
    return new Map(
      codes.map((code) => [code, { ...this.#price(code), change24h: '0.00', spark: [] }]),
    );
  }
}
