import * as v from 'valibot';
import { decimal, signedDecimal } from '#core/contract/schemas.ts';

/** Market prices, which the server sends to every open page when one of them changes (LIVE-02). */
export const toldPrices = v.object({
  /** When the server learned them, in milliseconds since the epoch. */
  at: v.number(),
  /** By asset, as in the wallet: USD per unit, and the change in 24 h in percent. */
  of: v.record(v.string(), v.object({ price: decimal, change_24h: signedDecimal })),
});
export type ToldPrices = v.InferOutput<typeof toldPrices>;
