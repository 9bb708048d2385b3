import * as v from 'valibot';
import { endpoint } from '#core/contract/endpoint.ts';
import { currencyId, decimal, done, id, instant, success } from '#core/contract/schemas.ts';

/** `move`: a change in either direction compared with 24 hours ago. */
export const alertKinds = ['above', 'below', 'move'] as const;
export type AlertKind = (typeof alertKinds)[number];

export const alertChannels = ['push', 'mail'] as const;
export type AlertChannel = (typeof alertChannels)[number];

/** Notifies its customer once when a price condition is met, and is then inactive (LIVE-05). */
export const priceAlert = v.object({
  alert_id: v.string(),
  currency_id: v.string(),
  kind: v.picklist(alertKinds),
  /** A price in `money_id` per whole unit; for `move` percent. */
  value: decimal,
  money_id: v.string(),
  channel: v.picklist(alertChannels),
  /** How it would tell now: by mail, too, where no browser takes notifications. An older server does not say. */
  tells_by: v.optional(v.picklist(alertChannels)),
  /** Null while it is active. */
  fired_at: v.nullable(instant),
});
export type PriceAlert = v.InferOutput<typeof priceAlert>;

/** A customer's alerts, newest first: on one asset, or on all. */
export const listPriceAlerts = endpoint({
  path: '/users/list-price-alerts',
  access: 'user',
  effect: 'read',
  givesWay: 'histories',
  request: v.object({ currency_id: v.optional(currencyId) }),
  answer: v.object({ ...success, data: v.array(priceAlert) }),
});

/**
 * Adds an alert in the customer's currency. Refused if its condition is met already, because then it has no
 * moment to notify of.
 */
export const addPriceAlert = endpoint({
  path: '/users/add-price-alert',
  access: 'user',
  effect: 'write',
  hourly: 60,
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
