import * as v from 'valibot';
import { endpoint } from '#core/contract/endpoint.ts';
import {
  currencyId,
  decimal,
  done,
  empty,
  id,
  success,
  text,
  whole,
} from '#core/contract/schemas.ts';
import { rhythms } from '#core/time/recurrence.ts';

/**
 * The outcome of one purchase. `short`: there was not enough cash. `missed`: all day it could not be bought at a
 * price within the agreed spread. `skipped`: by the customer. `limited`: the account was limited. `frozen`: it was
 * frozen by its owner.
 */
export const runOutcomes = ['bought', 'short', 'missed', 'skipped', 'limited', 'frozen'] as const;
export type RunOutcome = (typeof runOutcomes)[number];

const day = text(10);

/** An asset bought repeatedly with cash (BANK-08). */
export const recurringBuy = v.object({
  buy_id: v.string(),
  /** The asset that is bought, and the cash that pays for it. */
  currency_id: v.string(),
  cash_id: v.string(),
  amount: decimal,
  every: v.picklist(rhythms),
  state: v.picklist(['active', 'paused']),
  /** The day of the next purchase; null while paused. */
  next_on: v.nullable(v.string()),
  /** The largest acceptable spread, in basis points: nothing is bought at a wider one. */
  most_spread_bps: whole(0, 10_000),
  /** The last purchases, newest first. */
  runs: v.array(v.object({ on: v.string(), outcome: v.picklist(runOutcomes) })),
});
export type RecurringBuy = v.InferOutput<typeof recurringBuy>;

export const listRecurringBuys = endpoint({
  path: '/exchange/list-recurring-buys',
  access: 'user',
  effect: 'read',
  givesWay: 'histories',
  request: empty,
  answer: v.object({
    ...success,
    data: v.array(recurringBuy),
    /** The largest acceptable spread of a new one, in basis points. */
    most_spread_bps: whole(0, 10_000),
  }),
});

/** Adds one per idempotency key, because two of the same would buy twice. */
export const addRecurringBuy = endpoint({
  path: '/exchange/add-recurring-buy',
  access: 'user',
  effect: 'money',
  request: v.object({
    currency_id: currencyId,
    amount: decimal,
    every: v.picklist(rhythms),
    /** The day of the first purchase. */
    first_on: day,
  }),
  answer: v.object({ ...success, data: v.object({ buy_id: v.string() }) }),
});

/** Safe to repeat: a day that was skipped is not skipped twice. */
export const changeRecurringBuy = endpoint({
  path: '/exchange/change-recurring-buy',
  access: 'user',
  effect: 'write',
  repeatable: true,
  request: v.union([
    v.object({ buy_id: id, to: v.picklist(['paused', 'active', 'ended']) }),
    v.object({ buy_id: id, skip: day }),
  ]),
  answer: done,
});
