import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { currencyId, decimal, done, id, instant, success } from './schemas.ts';

/** `move`: in either direction, against 24 hours ago. */
export const alertKinds = ['above', 'below', 'move'] as const;
export type AlertKind = (typeof alertKinds)[number];

export const alertChannels = ['push', 'mail'] as const;
export type AlertChannel = (typeof alertChannels)[number];

/** Tells its customer once that a price did something, and then rests (LIVE-05). */
export const priceAlert = v.object({
  alert_id: v.string(),
  currency_id: v.string(),
  kind: v.picklist(alertKinds),
  /** A price in `money_id` for one whole unit; for `move` per cent. */
  value: decimal,
  money_id: v.string(),
  channel: v.picklist(alertChannels),
  /** Null: it still waits. */
  fired_at: v.nullable(instant),
});
export type PriceAlert = v.InferOutput<typeof priceAlert>;

/** A customer's alerts on one asset, the newest first. */
export const listPriceAlerts = endpoint({
  path: '/users/list-price-alerts',
  access: 'user',
  effect: 'read',
  request: v.object({ currency_id: currencyId }),
  answer: v.object({ ...success, data: v.array(priceAlert) }),
});

/** In the customer's own currency. Refused where it is true already: it could not say when it became so. */
export const addPriceAlert = endpoint({
  path: '/users/add-price-alert',
  access: 'user',
  effect: 'write',
  request: v.object({
    currency_id: currencyId,
    kind: v.picklist(alertKinds),
    value: decimal,
    channel: v.picklist(alertChannels),
  }),
  answer: v.object({ ...success, data: v.object({ alert_id: v.string() }) }),
});

export const removePriceAlert = endpoint({
  path: '/users/remove-price-alert',
  access: 'user',
  effect: 'write',
  request: v.object({ alert_id: id }),
  answer: done,
});
