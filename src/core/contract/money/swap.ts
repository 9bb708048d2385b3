import * as v from 'valibot';
import { endpoint } from '#core/contract/endpoint.ts';
import { currencyId, decimal, id, instant, success, whole } from '#core/contract/schemas.ts';

export const instrument = v.object({
  instrument_id: v.string(),
  /** 'on' means tradable. */
  is_active: v.string(),
  /** The asset that the customer gives. */
  base_currency_id: v.string(),
  /** The asset that the customer receives. */
  quote_currency_id: v.string(),
  /** Least amount of the base currency. */
  min_quantity: decimal,
});
export type Instrument = v.InferOutput<typeof instrument>;

export const getInstruments = endpoint({
  path: '/exchange/get-instruments',
  access: 'user',
  effect: 'read',
  givesWay: 'quotes',
  request: v.object({
    limit: v.optional(whole(1, 1000), 200),
  }),
  answer: v.object({ ...success, data: v.object({ instruments: v.array(instrument) }) }),
});

/** Asks for a quote: fixed by the server, single use, ten seconds by the server's clock. */
export const swapCrypto = endpoint({
  path: '/exchange/swap-crypto',
  access: 'user',
  effect: 'write',
  givesWay: 'quotes',
  repeatable: true,
  request: v.object({
    sourceCurrencyId: currencyId,
    targetCurrencyId: currencyId,
    ttl: v.optional(whole(1, 10), 10),
    sourceCurrencyAmount: decimal,
  }),
  answer: v.object({
    ...success,
    data: v.object({
      conversion_quote_id: v.string(),
      source_currency_amount: decimal,
      target_currency_amount: decimal,
      /** Target per one source, after the spread, cut towards zero. */
      rate: decimal,
      /** The spread in basis points, included in the rate. */
      spread_bps: v.number(),
      /** The market prices from which it was computed, in USD per unit. Older servers do not send them. */
      source_price: v.optional(decimal),
      target_price: v.optional(decimal),
      expires_at: instant,
      /** The server's clock at the answer: the countdown runs from it to the expiry. */
      server_time: instant,
    }),
  }),
});

export const swapResult = v.object({
  operation_id: v.string(),
  source_currency_id: v.string(),
  source_currency_amount: decimal,
  target_currency_id: v.string(),
  target_currency_amount: decimal,
  created_at: instant,
});
export type SwapResult = v.InferOutput<typeof swapResult>;

/**
 * Executes a quote once; the same Idempotency-Key returns the original result. `insteadOfQuoteId` is the
 * quote that the customer saw at the press, if a newer one is executed: refused if the newer one gives less
 * than `MORE_TIME_BPS` allow.
 */
export const confirmSwap = endpoint({
  path: '/exchange/confirm-swap',
  access: 'user',
  effect: 'money',
  request: v.object({ conversionQuoteId: id, userId: id, insteadOfQuoteId: v.optional(id) }),
  answer: v.object({ ...success, data: swapResult }),
});
