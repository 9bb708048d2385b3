import { type Selectable, sql } from 'kysely';
import type { RunOutcome } from '#core/contract/money/recurring-buys.ts';
import { findCash } from '#core/money/cash.ts';
import { findAsset } from '#core/money/currencies.ts';
import { formatUnits } from '#core/money/decimal.ts';
import { latest, momentOf } from '#core/time/recurrence.ts';
import { buySkippedMail, type Recipient } from '#server/adapters/mail/texts.ts';
import type { Deps } from '#server/deps.ts';
import { doEach, takeDue } from '#server/platform/due.ts';
import type { Loop } from '#server/platform/repeat.ts';
import { isRefused, type Refused } from '#server/refusal/refused.ts';
import { answers, type Gate } from '#server/services/checks/gates/gates.ts';
import { customerWaits, whyNow } from '#server/services/checks/gates/why.ts';
import { lockAccount } from '#server/services/customers/users/users.ts';
import { cashPrices } from '#server/services/exchange/offers/cash-price.ts';
import { executeQuote } from '#server/services/exchange/swaps/swap-confirm.ts';
import { quoteSwap } from '#server/services/exchange/swaps/swap-quote.ts';
import { notify } from '#server/services/messages/notices/notify.ts';
import type { RecurringBuys } from '#server/store/schema/bank-schema.ts';
import type { Tx } from '#server/store/schema/schema.ts';
import { inTransaction } from '#server/store/transaction.ts';
import { dueNext, lastDay } from './recurring-buys.ts';

/** How long a day's purchase belongs to its process; afterwards one that failed is tried again. */
const LEASE_SECONDS = 300;
/** How long a day waits for a price within the agreed spread. */
const PATIENCE_MS = 20 * 3600_000;
const QUOTE_SECONDS = 10;
const AT_ONCE = 20;
/** So many are made beside each other: most of a purchase is waiting for the database. */
const BESIDE = 4;

type Buy = Selectable<RecurringBuys>;

const told: Readonly<Record<Exclude<RunOutcome, 'bought' | 'skipped'>, string>> = {
  limited: 'was skipped: your account is limited, and says why when you open it',
  short: 'was skipped: there is not enough cash',
  missed: 'was skipped: it could not be bought within the spread you agreed to',
  frozen: 'was skipped: your account is frozen',
};

/**
 * Does a day's purchase once: its work, its outcome and the next day are one transaction. The row's lock
 * orders processes, and a customer who skips or pauses at the same moment.
 */
const once = (
  deps: Deps,
  buy: Buy,
  outcome: RunOutcome,
  work: (tx: Tx) => Promise<unknown>,
): Promise<Refused | undefined> =>
  inTransaction(deps.db, async (tx) => {
    // The account is locked first, as everywhere it may be deleted.
    if (!(await lockAccount(tx, buy.user_id))) return undefined;
    const still = await tx
      .selectFrom('recurring_buys')
      .select('id')
      .where('id', '=', buy.id)
      .where('state', '=', 'active')
      .where('next_on', '=', buy.next_on)
      .forUpdate()
      .executeTakeFirst();
    if (!still) return undefined;
    const done = await work(tx);
    if (isRefused(done)) return done;
    await tx
      .insertInto('recurring_runs')
      .values({ buy_id: buy.id, day: buy.next_on, outcome, created_at: deps.clock.sql })
      .execute();
    const last = lastDay(deps.clock.now());
    await tx
      .updateTable('recurring_buys')
      .set(dueNext(buy, latest(last, buy.next_on)))
      .where('id', '=', buy.id)
      .execute();
    return undefined;
  });

/** The day has passed without a purchase, and the customer is told. */
const without = (deps: Deps, buy: Buy, outcome: keyof typeof told) =>
  once(deps, buy, outcome, (tx) => {
    const name = findAsset(buy.asset)?.name ?? buy.asset;
    const popup = `Your ${buy.every} buy of ${name} ${told[outcome]}.`;
    const mail = (to: Recipient) => buySkippedMail(to, popup);
    return notify(deps, tx, buy.user_id, { popup, page: '/cash', mail });
  });

/**
 * How a day without a purchase is told; undefined where it is tried again until the day is over, and then told as
 * one without a price: for somebody on a list other words could be a warning (KEEP-06).
 */
function skippedFor(gate: Gate): 'frozen' | 'limited' | undefined {
  switch (answers[gate].says) {
    case 'frozen':
      return 'frozen';
    case 'paused':
    case 'price':
    case 'nothing':
      return undefined;
    case 'gone':
    case 'uncertified':
    case 'ended':
    case 'outdated':
    case 'unanswered':
    case 'held':
    case 'verify':
    case 'withdrawals-paused':
    case 'paying':
    case 'transfer':
      return 'limited';
  }
}

async function buyOnce(deps: Deps, buy: Buy): Promise<void> {
  if (deps.clock.now() > momentOf(buy.next_on) + PATIENCE_MS) {
    await without(deps, buy, 'missed');
    return;
  }
  const { user_id: userId, cash: source, asset: target } = buy;
  // What closes the pair is asked with its quote: reading the prices may end a doubt about one.
  const why = await whyNow(deps.db, deps, { way: 'recurring', user: userId, codes: [] });
  if (why) {
    const outcome = skippedFor(why.gate);
    if (outcome) await without(deps, buy, outcome);
    return;
  }
  const amount = formatUnits(BigInt(buy.units), findCash(buy.cash)?.scale ?? 2);
  // The source of a recurring buy is always the cash of the customer's market.
  const asked = { userId, market: source, source, target, amount, ttl: QUOTE_SECONDS };
  const quote = await quoteSwap(deps, asked);
  // There is no price, the market is closed or the spread is too wide: tried again when the lease ends.
  if (isRefused(quote) || quote.spread_bps > buy.most_spread_bps) return;
  const prices = await cashPrices(deps);
  const chosen = { quoteId: quote.conversion_quote_id, insteadOf: undefined };
  const refused = await once(deps, buy, 'bought', (tx) =>
    executeQuote(deps, tx, { userId, sessionId: undefined }, chosen, prices),
  );
  if (refused?.refusal.code === 'INSUFFICIENT_BALANCE') await without(deps, buy, 'short');
}

const take = ({ db, clock }: Deps) =>
  takeDue<Buy>(db, {
    table: 'recurring_buys',
    // Its owner may have paused it since the copy was made (HARD-82).
    when: sql`state = 'active' and due_at <= ${clock.sql}
      and not ${customerWaits({ clock }, sql<string>`recurring_buys.user_id`, 'recurring')}`,
    order: sql`due_at`,
    most: AT_ONCE,
    set: sql`due_at = ${clock.sqlIn(LEASE_SECONDS)}`,
  });

/** Makes today's due purchases, each once (BANK-08), for as long as there are more: all of a day are due at once. */
export async function buyDue(deps: Deps, stopping?: AbortSignal): Promise<void> {
  let due: readonly Buy[];
  do {
    due = await take(deps);
    await doEach(deps, due, 'recurring buy not made', (buy) => buyOnce(deps, buy), {
      ...{ atOnce: BESIDE, stopping },
      facts: ({ id }) => ({ buy: id }),
    });
  } while (due.length === AT_ONCE && !stopping?.aborted);
}

export const recurringBuyLoop: Loop = {
  everyMs: 10_000,
  failed: 'recurring buys not looked at',
  round: buyDue,
};
