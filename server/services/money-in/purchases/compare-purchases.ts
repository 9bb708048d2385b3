import { type Selectable, sql } from 'kysely';
import { parseUnits } from '#core/money/decimal.ts';
import { FIAT_SCALE } from '#core/money/purchase-approval.ts';
import type { CardPage } from '#server/adapters/payment/payment.ts';
import type { Deps } from '#server/deps.ts';
import { looksLikeOurs } from '#server/platform/derived-id.ts';
import { doAll, doEach } from '#server/platform/due.ts';
import { comparingLoop, cursorOf, keepCursor } from '#server/services/operation/copies/compared.ts';
import { restAll, tellOlderCopy } from '#server/services/operation/copies/older-copy.ts';
import type { Purchases } from '#server/store/schema/parties-schema.ts';
import type { Db, Reader, Tx } from '#server/store/schema/schema.ts';
import { inTransaction } from '#server/store/transaction.ts';
import { followDisputed } from './follow-disputed.ts';
import { noteListed, settleUnknownPurchases } from './unknown-purchases.ts';

const FEED = 'payment#list';
/** What was bought so long ago is on the list, if it is to be there at all. */
const LATE_SECONDS = 2 * 3600;
/** What was bought longer ago is not looked for: the list may begin after it. */
const BEGIN_SECONDS = 300 * 24 * 3600;
/** How many purchases that no list had are asked about at once. */
const ASKED = 100;
/** How soon a purchase about which the provider said nothing is asked about again. */
const AGAIN_SECONDS = 6 * 3600;

/** How a purchase ends that nobody paid. */
const UNPAID = ['failed', 'declined', 'cancelled'] as const;

/** What the provider says of a purchase against the books. */
type Against =
  /** It was paid, and the books lack it. */
  | 'unknown'
  /** The books do not have it as paid. */
  | 'paid'
  /** It was given back, and the books have it as bought. */
  | 'given-back'
  /** The books have given it back, and the list has only its payment. */
  | 'kept'
  /** Another amount or currency was paid than the books have as bought. */
  | 'amount'
  /** It was given back, and the books lack it: nobody lost anything. */
  | 'over';

type Status = Selectable<Purchases>['status'];

/** What a movement says against the books; undefined if they agree. */
function againstOf(status: Status | undefined, isBack: boolean): Against | undefined {
  switch (status) {
    case undefined:
      return isBack ? 'over' : 'unknown';
    case 'pending':
    case 'unknown':
      return 'paid';
    case 'failed':
    case 'declined':
    case 'cancelled':
      return isBack ? undefined : 'paid';
    case 'success':
      return isBack ? 'given-back' : undefined;
    case 'refunding':
      return undefined;
    case 'refunded':
      return isBack ? undefined : 'kept';
  }
}

interface Difference {
  readonly id: string;
  readonly against: Against;
}

/** What a page says against the books. */
async function differencesOf(reader: Reader, page: CardPage): Promise<readonly Difference[]> {
  const back = new Set(
    page.movements.filter(({ kind }) => kind === 'refunded').map(({ trackingId }) => trackingId),
  );
  // What is disputed was paid, which is on the list as well.
  const ids = [
    ...new Set(
      page.movements.flatMap(({ kind, trackingId }) => (kind === 'disputed' ? [] : trackingId)),
    ),
  ];
  if (ids.length === 0) return [];
  const rows = await reader
    .selectFrom('purchases')
    .select(['id', 'status', 'refund_settled_at', 'amount', 'currency'])
    .where(sql<boolean>`id = any(${ids}::text[])`)
    .execute();
  const known = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = known.get(id);
    // An officer has given it back another way, which no list of the provider shows.
    if (row?.refund_settled_at) return [];
    const against = againstOf(row?.status, back.has(id));
    if (against || !row) return against ? [{ id, against }] : [];
    const cents = parseUnits(row.amount, FIAT_SCALE);
    const isOther = page.movements.some(
      ({ trackingId, units, currency }) =>
        trackingId === id && units !== undefined && (units !== cents || currency !== row.currency),
    );
    return isOther && row.status === 'success' ? [{ id, against: 'amount' as const }] : [];
  });
}

const withWhat = (found: readonly Difference[], what: Against): readonly string[] =>
  found.filter(({ against }) => against === what).map(({ id }) => id);

const isOneOf = (ids: readonly string[]) => sql<boolean>`id = any(${[...ids]}::text[])`;

/**
 * Whether the provider has kept what the books have given back: the list may only not have it yet. Undefined: it does
 * not say, as of a payment that it no longer knows. That stops no other: it is asked again by itself.
 */
async function isKept(
  deps: Deps,
  { id, token }: { readonly id: string; readonly token: string },
): Promise<boolean | undefined> {
  const heard = await deps.parties.payment.outcome(token);
  if (!heard) {
    deps.log.warn('the payment provider says nothing of a card payment that was given back', {
      purchase: id,
    });
    return undefined;
  }
  const kept = heard.status === 'success' && !heard.refunded;
  if (kept) {
    deps.log.error('a card payment that was given back is still at its provider', { purchase: id });
  }
  return kept;
}

/** Looks which purchases that the books have given back the provider has kept, and of which it says nothing. */
async function askKept(deps: Deps, ids: readonly string[]) {
  const kept: string[] = [];
  const silent: string[] = [];
  if (ids.length === 0) return { kept, silent };
  const rows = await deps.db
    .selectFrom('purchases')
    .select(['id', 'token'])
    .where(isOneOf(ids))
    .execute();
  for (const row of rows) {
    const answer = await isKept(deps, row);
    if (answer === undefined) silent.push(row.id);
    else if (answer) kept.push(row.id);
  }
  return { kept, silent };
}

/** Gives back again what the provider has kept. */
const refundAgain = (on: Db | Tx, { clock }: Pick<Deps, 'clock'>, ids: readonly string[]) =>
  on
    .updateTable('purchases')
    .set({ next_check_at: clock.sql, status: 'refunding' })
    .where(isOneOf(ids))
    .where('status', '=', 'refunded')
    .execute();

/** Sets a purchase aside for a person, once: its customer sends nothing meanwhile. */
async function setAside(
  deps: Deps,
  id: string,
  reason: 'given-back' | 'not-paid' | 'amount' | 'paid-otherwise',
): Promise<void> {
  const { numInsertedOrUpdatedRows } = await deps.db
    .insertInto('transfers_aside')
    .values({ reference: id, party: 'payment', reason, seen_at: deps.clock.sql, settled_at: null })
    .onConflict((row) => row.doNothing())
    .executeTakeFirst();
  if (!numInsertedOrUpdatedRows) return;
  deps.log.error('the payment provider contradicts a purchase', {
    purchase: id,
    reason,
    todo: 'what its customer sends waits: see docs/operating/restore.md',
  });
}

/** Does what a page says against the books. */
async function takePage(deps: Deps, page: CardPage): Promise<void> {
  const found = await differencesOf(deps.db, page);
  const unknown = withWhat(found, 'unknown');
  const { kept, silent } = await askKept(deps, withWhat(found, 'kept'));
  await noteListed(deps.db, unknown);
  await settleUnknownPurchases(deps.db, withWhat(found, 'over'));
  for (const id of withWhat(found, 'given-back')) await setAside(deps, id, 'given-back');
  for (const id of withWhat(found, 'amount')) await setAside(deps, id, 'amount');
  const paid = page.movements.filter(({ kind }) => kind === 'paid');
  const rested = await inTransaction(deps.db, async (tx) => {
    const now = deps.clock.sql;
    // It is asked about at once, however long ago its customer was told that it was not paid.
    await tx
      .updateTable('purchases')
      .set({
        next_check_at: now,
        status: sql`case when status = 'pending' then status else 'unknown' end`,
      })
      .where(isOneOf(withWhat(found, 'paid')))
      .where('status', 'in', ['pending', 'unknown', 'failed', 'declined', 'cancelled'])
      .execute();
    await refundAgain(tx, deps, kept);
    await tx
      .updateTable('purchases')
      .set({ listed_at: now })
      .where(isOneOf(paid.map(({ trackingId }) => trackingId)))
      .where('listed_at', 'is', null)
      // One that was not bought and is given back already needs nothing.
      .where('status', 'not in', UNPAID)
      .execute();
    await tx
      .updateTable('purchases')
      .set({ listed_at: null, next_check_at: deps.clock.sqlIn(AGAIN_SECONDS) })
      .where(isOneOf(silent))
      .where('status', '=', 'refunded')
      .execute();
    await keepCursor(tx, deps, FEED, page.cursor);
    return unknown.some(looksLikeOurs) && (await restAll(tx, deps, 'party'));
  });
  if (rested) tellOlderCopy(deps, 'party');
}

/**
 * Purchases that the list had as paid and that their page, asked about since, has not: after a restore the books may
 * have another page of them than the one that was paid. Each is a case (HARD-87).
 */
async function findPaidOtherwise(deps: Deps, stopping?: AbortSignal): Promise<void> {
  const find = (after: string, most: number) =>
    deps.db
      .selectFrom('purchases')
      .select('id')
      .where('listed_at', 'is not', null)
      .where('status', 'in', UNPAID)
      .where((of) =>
        of.not(
          of.exists(
            of
              .selectFrom('transfers_aside')
              .select('reference')
              .whereRef('transfers_aside.reference', '=', 'purchases.id'),
          ),
        ),
      )
      .where('id', '>', after)
      .orderBy('id')
      .limit(most)
      .execute();
  await doAll(deps, {
    ...{ find, most: ASKED, failed: 'purchase not compared', stopping },
    work: ({ id }) => setAside(deps, id, 'paid-otherwise'),
    facts: ({ id }) => ({ purchase: id }),
  });
}

interface AskedPurchase {
  readonly id: string;
  readonly token: string;
}

/** Purchases that were credited long enough ago, and that no list had, after one of them. */
const unlisted = ({ db, clock }: Pick<Deps, 'db' | 'clock'>, last: string) =>
  db
    .selectFrom('purchases')
    .select(['id', 'token'])
    .where('status', '=', 'success')
    .where('listed_at', 'is', null)
    .where('paid_at', '>', clock.sqlIn(-BEGIN_SECONDS))
    .where('paid_at', '<', clock.sqlIn(-LATE_SECONDS))
    .where('id', '>', last)
    .orderBy('id')
    .limit(ASKED)
    .execute();

/** Asks about purchases that the books have as bought and no list has: they may not have been paid. */
async function askUnlisted(deps: Deps, stopping?: AbortSignal): Promise<void> {
  const one = async ({ id, token }: AskedPurchase) => {
    const heard = await deps.parties.payment.outcome(token);
    if (!heard) return;
    if (heard.status !== 'success') await setAside(deps, id, 'not-paid');
    else if (heard.refunded) await setAside(deps, id, 'given-back');
    await deps.db
      .updateTable('purchases')
      .set({ listed_at: deps.clock.sql })
      .where('id', '=', id)
      .execute();
  };
  let last: string | undefined = '';
  do {
    // One after another by their ids, so that those without an answer keep nobody behind them waiting.
    const rows: readonly AskedPurchase[] = await unlisted(deps, last);
    await doEach(deps, rows, 'purchase not compared', one, {
      stopping,
      facts: ({ id }) => ({ purchase: id }),
    });
    last = rows.length === ASKED ? rows.at(-1)?.id : undefined;
  } while (last !== undefined && !stopping?.aborted);
}

/** Purchases that the books have given back, and of which the provider has said nothing yet. */
const unanswered = ({ db, clock }: Pick<Deps, 'db' | 'clock'>, last: string, most: number) =>
  db
    .selectFrom('purchases')
    .select(['id', 'token'])
    .where('status', '=', 'refunded')
    .where('refund_settled_at', 'is', null)
    .where('listed_at', 'is', null)
    .where('next_check_at', '<=', clock.sql)
    .where('paid_at', '>', clock.sqlIn(-BEGIN_SECONDS))
    .where('id', '>', last)
    .orderBy('id')
    .limit(most)
    .execute();

/** Asks about them again, all that are due; one that still gets no answer has its turn hours later. */
async function askUnanswered(deps: Deps, stopping?: AbortSignal): Promise<void> {
  const one = async (row: AskedPurchase) => {
    const kept = await isKept(deps, row);
    if (kept) await refundAgain(deps.db, deps, [row.id]);
    await deps.db
      .updateTable('purchases')
      .set(
        kept === undefined
          ? { next_check_at: deps.clock.sqlIn(AGAIN_SECONDS) }
          : { listed_at: deps.clock.sql },
      )
      .where('id', '=', row.id)
      .execute();
  };
  await doAll(deps, {
    find: (after, most) => unanswered(deps, after, most),
    ...{ most: ASKED, failed: 'purchase not compared', work: one, stopping },
    facts: ({ id }) => ({ purchase: id }),
  });
}

/**
 * Compares what the provider of card payments says was paid and given back with the books, by its state
 * (HARD-82). False if it does not answer, or the server stops.
 */
async function comparePurchases(deps: Deps, stopping?: AbortSignal): Promise<boolean> {
  const { payment } = deps.parties;
  // Before the list has them asked about once more.
  await findPaidOtherwise(deps, stopping);
  let cursor = await cursorOf(deps.db, FEED);
  while (payment.list && !stopping?.aborted) {
    const page = await payment.list(cursor);
    if (!page) {
      deps.log.warn('the payment provider does not tell what was paid: refunds wait');
      return false;
    }
    await takePage(deps, page);
    if (!page.more || page.cursor === cursor) {
      await askUnlisted(deps, stopping);
      await askUnanswered(deps, stopping);
      await followDisputed(deps, stopping);
      return true;
    }
    cursor = page.cursor;
  }
  return false;
}

/** What the provider says against the books, for a check that changes nothing. */
export async function readCardDifferences(
  deps: Pick<Deps, 'db' | 'parties'>,
): Promise<readonly string[]> {
  const { payment } = deps.parties;
  if (!payment.list) return [];
  const found: string[] = [];
  let cursor: string | undefined = await cursorOf(deps.db, FEED);
  while (cursor !== undefined) {
    const page: CardPage | undefined = await payment.list(cursor);
    if (!page) return [...found, 'it does not answer, so nothing was compared'];
    const differences = await differencesOf(deps.db, page);
    for (const what of ['given-back', 'kept', 'amount'] as const) {
      found.push(...withWhat(differences, what));
    }
    cursor = page.more && page.cursor !== cursor ? page.cursor : undefined;
  }
  return found;
}

export const purchaseComparisonLoop = comparingLoop({
  failed: 'card payments not compared',
  listOf: ({ payment }) => (payment.list ? payment : undefined),
  compare: (deps, _, stopping) => comparePurchases(deps, stopping),
});
