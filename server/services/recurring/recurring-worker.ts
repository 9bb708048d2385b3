import { type Selectable, sql } from 'kysely';
import type { RunOutcome } from '#core/contract/recurring-buys.ts';
import { findCash } from '#core/domain/cash.ts';
import { findAsset } from '#core/domain/currencies.ts';
import { formatUnits } from '#core/domain/decimal.ts';
import { latest, momentOf } from '#core/domain/recurrence.ts';
import { buySkippedMail, type Recipient } from '#server/adapters/mail/texts.ts';
import type { Deps } from '#server/deps.ts';
import { doEach, takeDue } from '#server/platform/due.ts';
import type { Loop } from '#server/platform/repeat.ts';
import { isRefused, type Refused } from '#server/refusal/refused.ts';
import { notify } from '#server/services/notices/notify.ts';
import { cashPrices } from '#server/services/offers/cash-price.ts';
import { refusedToBuy } from '#server/services/risk/limited.ts';
import { executeQuote } from '#server/services/swaps/swap-confirm.ts';
import { quoteSwap } from '#server/services/swaps/swap-quote.ts';
import { lockAccount } from '#server/services/users/users.ts';
import type { RecurringBuys } from '#server/store/bank-schema.ts';
import type { Tx } from '#server/store/schema.ts';
import { inTransaction } from '#server/store/transaction.ts';
import { dueNext, lastDay } from './recurring-buys.ts';

/** Until then nobody else takes a day's buy; after it, one that could not be made is tried again. */
const LEASE_SECONDS = 300;
/** A day without a price within the stated spread is over after so long. */
const PATIENCE_MS = 20 * 3600_000;
const QUOTE_SECONDS = 10;
const AT_ONCE = 20;

type Buy = Selectable<RecurringBuys>;

const told: Readonly<Record<Exclude<RunOutcome, 'bought' | 'skipped'>, string>> = {
  limited: 'was skipped: your data has to be updated first',
  short: 'was skipped: there is not enough cash',
  missed: 'was skipped: there was no price within the spread you agreed to',
};

/**
 * Does a day once: its work, what became of it and the next day are one transaction. Of those who try, and
 * of a customer who skips or pauses meanwhile, the row's lock lets one be first.
 */
const once = (
  deps: Deps,
  buy: Buy,
  outcome: RunOutcome,
  work: (tx: Tx) => Promise<unknown>,
): Promise<Refused | undefined> =>
  inTransaction(deps.db, async (tx) => {
    // Whoever deletes the account locks it first, too.
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

/** The day is over without a buy, and the customer is told. */
const without = (deps: Deps, buy: Buy, outcome: keyof typeof told) =>
  once(deps, buy, outcome, (tx) => {
    const name = findAsset(buy.asset)?.name ?? buy.asset;
    const popup = `Your ${buy.every} buy of ${name} ${told[outcome]}.`;
    const mail = (to: Recipient) => buySkippedMail(to, popup);
    return notify(deps, tx, buy.user_id, { popup, page: '/cash', mail });
  });

async function buyOnce(deps: Deps, buy: Buy): Promise<void> {
  if (deps.clock.now() > momentOf(buy.next_on) + PATIENCE_MS) {
    await without(deps, buy, 'missed');
    return;
  }
  const { user_id: userId, cash: source, asset: target } = buy;
  if (await refusedToBuy(deps, userId)) {
    await without(deps, buy, 'limited');
    return;
  }
  const amount = formatUnits(BigInt(buy.units), findCash(buy.cash)?.scale ?? 2);
  // What they buy with is the cash of their market.
  const asked = { userId, market: source, source, target, amount, ttl: QUOTE_SECONDS };
  const quote = await quoteSwap(deps, asked);
  // No price, a closed market or a spread wider than agreed: tried again once the lease is over.
  if (isRefused(quote) || quote.spread_bps > buy.most_spread_bps) return;
  const prices = await cashPrices(deps);
  const chosen = { quoteId: quote.conversion_quote_id, insteadOf: undefined };
  const refused = await once(deps, buy, 'bought', (tx) =>
    executeQuote(deps, tx, { userId, sessionId: undefined }, chosen, prices),
  );
  if (refused?.refusal.code === 'INSUFFICIENT_BALANCE') await without(deps, buy, 'short');
}

/** Buys what is due today, each once (BANK-08). */
export async function buyDue(deps: Deps, stopping?: AbortSignal): Promise<void> {
  const { db, clock } = deps;
  const due = await takeDue<Buy>(db, {
    table: 'recurring_buys',
    when: sql`state = 'active' and due_at <= ${clock.sql}`,
    order: sql`due_at`,
    most: AT_ONCE,
    set: sql`due_at = ${clock.sqlIn(LEASE_SECONDS)}`,
  });
  await doEach(deps, due, 'recurring buy not made', (buy) => buyOnce(deps, buy), {
    stopping,
    facts: ({ id }) => ({ buy: id }),
  });
}

export const recurring: Loop = {
  everyMs: 10_000,
  failed: 'recurring buys not looked at',
  round: buyDue,
};
