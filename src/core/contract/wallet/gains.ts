import * as v from 'valibot';
import { endpoint } from '#core/contract/endpoint.ts';
import {
  decimal,
  id,
  instant,
  sentInstant,
  signedDecimal,
  success,
  text,
  whole,
} from '#core/contract/schemas.ts';
import { costMethods } from '#core/statement/cost-basis.ts';
import { journalKinds } from '#core/statement/journal-kind.ts';

/** Sums of money are in the customer's currency, with two decimals. */
const money = decimal;
const signedMoney = signedDecimal;

/** A deposit whose cost only the customer can know. */
const costAsked = v.object({
  journal_id: v.string(),
  created_at: instant,
  amount: decimal,
  /** Its value when it arrived, if that was recorded. */
  value: v.optional(money),
  /** The cost that the customer stated. */
  stated: v.optional(money),
});
export type CostAsked = v.InferOutput<typeof costAsked>;

const gains = v.object({
  currency_id: v.string(),
  /** The currency of all sums. */
  money_id: v.string(),
  method: v.picklist(costMethods),
  /** The amount held now, in whole units, and the part of it whose cost is unknown. */
  amount: decimal,
  unknown_amount: decimal,
  /** Of the held units with a known cost; the average is per whole unit, with eight decimals. */
  cost: money,
  average_cost: v.optional(decimal),
  /** The gain of all disposals so far, as far as costs are known. */
  realised: signedMoney,
  /** Proceeds of units whose cost is unknown; no gain is counted for them. */
  uncounted: signedMoney,
  /** The number of disposals whose proceeds were not recorded. */
  unvalued: v.number(),
  /** The gain if everything of known cost were sold at the market price; absent without a price. */
  unrealised: v.optional(signedMoney),
  /** That price, per whole unit. */
  price: v.optional(decimal),
  /**
   * Of the disposals with known proceeds: their number, proceeds before fees, fees, and the cost of the
   * units. Older servers do not send it.
   */
  sold: v.optional(v.object({ count: v.number(), proceeds: money, fees: money, cost: money })),
  /** Newest first. */
  asked: v.pipe(v.array(costAsked), v.readonly()),
});
export type Gains = v.InferOutput<typeof gains>;

export const getGains = endpoint({
  path: '/exchange/gains',
  access: 'user',
  effect: 'read',
  hourly: 600,
  givesWay: 'histories',
  request: v.object({ currency_id: text(10) }),
  answer: v.object({ ...success, data: gains, as_of: instant }),
});

/** States what a deposit cost, in the customer's currency. A second statement replaces the first. */
export const stateCost = endpoint({
  path: '/exchange/state-cost',
  access: 'user',
  effect: 'write',
  hourly: 600,
  repeatable: true,
  request: v.object({ journal_id: id, cost: decimal }),
  answer: v.object(success),
});

const taxBasis = v.object({
  /** The certified residence whose rule counts; absent before a certification. */
  country: v.optional(v.string()),
  /** How many residences are certified. */
  residences: v.number(),
  /** The zone in which the tax years begin. */
  time_zone: v.string(),
});

/**
 * By which country's rule and in which zone a tax report is made. With `keep` this report counts as made, and
 * the zone of the first one stays for all that follow.
 */
export const openTaxReport = endpoint({
  path: '/exchange/tax-basis',
  access: 'user',
  effect: 'write',
  hourly: 600,
  givesWay: 'exports',
  repeatable: true,
  /** `time_zone`: the customer's, where the residence has none of its own. */
  request: v.object({ time_zone: text(64), keep: v.optional(v.boolean(), false) }),
  answer: v.object({ ...success, data: taxBasis }),
});

/** A change of what the customer owns, with its value: the input of a tax report. */
export const taxJournal = v.object({
  journal_id: v.string(),
  kind: v.picklist(journalKinds),
  created_at: instant,
  legs: v.array(
    v.object({ currency_id: v.string(), amount: signedDecimal, value: v.optional(money) }),
  ),
  /** `spread` in the received asset; `fee` in the sent asset. */
  spread: v.optional(decimal),
  fee: v.optional(decimal),
  paid: v.optional(money),
  stated: v.optional(money),
});
export type TaxJournalTold = v.InferOutput<typeof taxJournal>;

/** Oldest first; `next` continues after the last one. */
export const getTaxJournals = endpoint({
  path: '/exchange/tax-journals',
  access: 'user',
  effect: 'read',
  // Only exports read them.
  givesWay: 'exports',
  request: v.object({
    limit: v.optional(whole(1, 2_000), 2_000),
    after: v.optional(text(200)),
    /** Only journals from this instant on. */
    from: v.optional(sentInstant),
    /** Only journals before this instant. */
    before: v.optional(sentInstant),
    /** Asks for `lines` instead of `data`. */
    as_lines: v.optional(v.boolean()),
  }),
  answer: v.object({
    ...success,
    data: v.array(taxJournal),
    /** The journals as text, in the format of `tax-lines.ts`. Older servers do not send them. */
    lines: v.optional(v.string()),
    money_id: v.string(),
    next: v.optional(v.string()),
    as_of: instant,
  }),
});
