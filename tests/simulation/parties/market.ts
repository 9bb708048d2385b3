import { type AssetCode, assetCodes } from '#core/money/currencies.ts';
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

/** As the provider calls them. */
const ids: Readonly<Record<AssetCode, string>> = {
  BTC: 'bitcoin',
  SOL: 'solana',
  ETH: 'ethereum',
  AVAX: 'avalanche-2',
  XRP: 'ripple',
  USDT: 'tether',
  USDC: 'usd-coin',
};

/** So long after the provider stands still the market moves: nobody trades at so old a price. */
export const JUMPS_AFTER_MS = 90_000;
const EVERY_MS = 30_000;

/** A market whose prices wander with time. */
export class SimulatedMarket extends Party {
  constructor(world: World) {
    super(world, 'market');
  }

  /** In USD, what it truly is worth at a moment. */
  worth(asset: AssetCode, at: number): number {
    const minutes = Math.floor((at - START) / 60_000);
    if (asset.startsWith('USD')) return first[asset];
    const wave = Math.sin(minutes + asset.length) * 0.03;
    const moved = this.#jumps.reduce((all, jump) => (jump.at <= at ? all * jump.by : all), 1);
    return first[asset] * (1 + wave) * moved;
  }

  /** The asset about which it is wrong now, and by how much. */
  wrong: { readonly code: AssetCode; readonly factor: number; readonly at: number } | undefined;
  #stuckAt: number | undefined;
  readonly #jumps: { readonly at: number; readonly by: number }[] = [];

  get isStanding(): boolean {
    return this.#stuckAt !== undefined;
  }

  /** The provider tells the same prices for so long, while the market moves far. */
  standStill(ms: number, by: number): void {
    this.#stuckAt = this.world.now;
    this.#jumps.push({ at: this.world.now + JUMPS_AFTER_MS, by });
    this.world.schedule(this.actor, ms, 'tells new prices', () => {
      this.#stuckAt = undefined;
    });
  }

  /** The provider computes new prices every so often, and tells them until the next time. */
  #text(): string {
    const { wrong } = this;
    // What is wrong is told as of one moment: a second reading of another would confirm it.
    const computed = this.#stuckAt ?? wrong?.at ?? this.world.now;
    const at = Math.floor(computed / EVERY_MS) * EVERY_MS;
    const prices = assetCodes.map((code) => {
      const factor = wrong?.code === code ? wrong.factor : 1;
      const usd = (this.worth(code, at) * factor).toFixed(4);
      return `"${ids[code]}":{"usd":${usd},"usd_24h_change":0,"last_updated_at":${at / 1_000}}`;
    });
    return `{${prices.join()}}`;
  }

  /** What the adapter of a server's process is answered; there are no past prices. */
  async answer(caller: Actor, path: string): Promise<Response> {
    const text = await this.ask(caller, 'prices', () =>
      path.startsWith('/simple/price') ? this.#text() : '{"prices":[]}',
    );
    if (text === undefined) throw new TypeError('fetch failed');
    return new Response(text);
  }
}
