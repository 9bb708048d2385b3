import * as v from 'valibot';
import { costMethods } from '#core/domain/cost-basis.ts';
import { journalKinds } from '#core/domain/journal-kind.ts';
import { endpoint } from './endpoint.ts';
import {
  decimal,
  id,
  instant,
  sentInstant,
  signedDecimal,
  success,
  text,
  whole,
} from './schemas.ts';

/** Sums of money are in the customer's currency, with two decimals. */
const money = decimal;
const signedMoney = signedDecimal;

/** A deposit of which only the customer can know what it cost. */
const costAsked = v.object({
  journal_id: v.string(),
  created_at: instant,
  amount: decimal,
  /** What it was worth when it came, where that was written down. */
  value: v.optional(money),
  /** What the customer said that it cost. */
  stated: v.optional(money),
});
export type CostAsked = v.InferOutput<typeof costAsked>;

const gains = v.object({
  currency_id: v.string(),
  /** The currency of all sums. */
  money_id: v.string(),
  method: v.picklist(costMethods),
  /** What is held now, in whole units, and how much of it has no known cost. */
  amount: decimal,
  unknown_amount: decimal,
  /** Of what is held and has a known cost; the average is of one whole unit, eight decimals. */
  cost: money,
  average_cost: v.optional(decimal),
  /** Gained since the beginning by disposals, as far as costs are known. */
  realised: signedMoney,
  /** What disposals brought of which no cost is known: no gain is counted for it. */
  uncounted: signedMoney,
  /** Disposals of which nobody wrote down what they brought. */
  unvalued: v.number(),
  /** What selling everything of known cost at the market's price would gain; absent without a price. */
  unrealised: v.optional(signedMoney),
  /** That price, of one whole unit. */
  price: v.optional(decimal),
  /**
   * The disposals of which it is known what they brought: before fees, their fees, and what had been paid
   * for what they took. An older server does not tell of them.
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
  request: v.object({ currency_id: text(10) }),
  answer: v.object({ ...success, data: gains, as_of: instant }),
});

/** Says what a deposit cost, in the customer's currency; said again, it takes the first one's place. */
export const stateCost = endpoint({
  path: '/exchange/state-cost',
  access: 'user',
  effect: 'write',
  repeatable: true,
  request: v.object({ journal_id: id, cost: decimal }),
  answer: v.object(success),
});

/** What changed what the customer owns, with what it was worth: what a report of gains is made of. */
export const taxJournal = v.object({
  journal_id: v.string(),
  kind: v.picklist(journalKinds),
  created_at: instant,
  legs: v.array(
    v.object({ currency_id: v.string(), amount: signedDecimal, value: v.optional(money) }),
  ),
  /** Of the asset that came; of the asset that left. */
  spread: v.optional(decimal),
  fee: v.optional(decimal),
  paid: v.optional(money),
  stated: v.optional(money),
});
export type TaxJournalTold = v.InferOutput<typeof taxJournal>;

/** Oldest first; `next` continues behind the last one. */
export const getTaxJournals = endpoint({
  path: '/exchange/tax-journals',
  access: 'user',
  effect: 'read',
  request: v.object({
    limit: v.optional(whole(1, 2_000), 2_000),
    after: v.optional(text(200)),
    /** Those from this instant on. */
    from: v.optional(sentInstant),
    /** Those before this instant. */
    before: v.optional(sentInstant),
    /** Wants `lines` in place of `data`. */
    as_lines: v.optional(v.boolean()),
  }),
  answer: v.object({
    ...success,
    data: v.array(taxJournal),
    /** The journals as `tax-lines.ts` writes them. A server of the version before never does. */
    lines: v.optional(v.string()),
    money_id: v.string(),
    next: v.optional(v.string()),
    as_of: instant,
  }),
});
