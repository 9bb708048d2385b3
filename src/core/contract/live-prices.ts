import * as v from 'valibot';
import { decimal, signedDecimal } from './schemas.ts';

/** What the market's prices are, as the server tells every open page when one has moved (LIVE-02). */
export const toldPrices = v.object({
  /** When the server knew them, in milliseconds since the epoch. */
  at: v.number(),
  /** By asset, as the wallet says them: USD per unit, and the change in 24 h in percent. */
  of: v.record(v.string(), v.object({ price: decimal, change_24h: signedDecimal })),
});
export type ToldPrices = v.InferOutput<typeof toldPrices>;
