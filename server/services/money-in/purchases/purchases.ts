import { type Selectable, sql } from 'kysely';
import {
  type ReturnCause,
  type refundStates,
  returnOf,
  type UnseenPurchase,
} from '#core/contract/money/payment.ts';
import { formatUnits, parseUnits } from '#core/money/decimal.ts';
import { PRICE_SCALE } from '#core/money/price.ts';
import { FIAT_SCALE } from '#core/money/purchase-approval.ts';
import {
  type PurchaseToTell,
  purchaseDoneMail,
  purchaseNotDoneMail,
  purchaseReturnedMail,
} from '#server/adapters/mail/texts.ts';
import type { PurchaseStatus } from '#server/adapters/payment/payment.ts';
import type { Deps } from '#server/deps.ts';
import { customer, house } from '#server/ledger/accounts.ts';
import type { Journal } from '#server/ledger/journal.ts';
import { postTrade } from '#server/ledger/post.ts';
import { storedAsset } from '#server/ledger/stored-asset.ts';
import type { Owner } from '#server/platform/standing-session.ts';
import { notFound, unavailable } from '#server/refusal/refusals.ts';
import type { Refused } from '#server/refusal/refused.ts';
import { answerOf, whySql } from '#server/services/checks/gates/why.ts';
import { findUser, lockAccount, withAccount } from '#server/services/customers/users/users.ts';
import { notify, withdrawNotices } from '#server/services/messages/notices/notify.ts';
import { queueMail } from '#server/services/messages/notices/outbox.ts';
import { recipientOf } from '#server/services/messages/notices/recipients.ts';
import { keepForClosed } from '#server/services/money-in/closed-money/closed-money.ts';
import type { Purchases } from '#server/store/schema/parties-schema.ts';
import type { Reader, Tx } from '#server/store/schema/schema.ts';
import { endHolderCase, type JudgedHolder, judgeHolder, noteUnnamed } from './card-holder.ts';
import { isTakenBack } from './charge-backs.ts';
import { type Settlement, settlementOf } from './purchase-price.ts';

/** A customer's own purchase; somebody else's counts as not found. */
export const findPurchase = (reader: Reader, userId: string, id: string) =>
  reader
    .selectFrom('purchases')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();

/** The terms of a purchase, as far as they were recorded. */
export const termsOf = ({ price, spread_bps }: Pick<Row, 'price' | 'spread_bps'>) => ({
  ...(price !== null && { price }),
  ...(spread_bps !== null && { spread_bps: Number(spread_bps) }),
});

/** How many of a customer's purchases are listed. */
const MOST = 20;

/** Purchases whose end the buyer has not seen, newest first (BEY-17). */
export async function listUnseen(reader: Reader, userId: string): Promise<UnseenPurchase[]> {
  const rows = await reader
    .selectFrom('purchases')
    .selectAll()
    .select(
      sql<boolean>`exists (select from card_holder_cases held where held.purchase_id = purchases.id
        and held.match = 'near' and held.decided_at is null)`.as('is_checked'),
    )
    .where('user_id', '=', userId)
    .where('seen_at', 'is', null)
    .orderBy('created_at', 'desc')
    .limit(MOST)
    .execute();
  return rows.map((row) => {
    const { code, scale } = storedAsset(row.crypto_currency);
    const textOf = (units: string): string => formatUnits(BigInt(units), scale);
    return {
      transaction_id: row.id,
      ...statusOf(row),
      amount: row.amount,
      currency: row.currency,
      crypto_value: textOf(row.crypto_units),
      ...(row.agreed_units !== null && { agreed_value: textOf(row.agreed_units) }),
      crypto_currency: code,
      usdc: row.usdc,
      ...termsOf(row),
      ...(row.is_checked && { checking: true }),
      created_at: row.created_at.toISOString(),
    };
  });
}

/** Records that the buyer has seen how a purchase ended. An open purchase stays in the list. */
export async function markSeen(deps: Deps, owner: Owner, id: string): Promise<Refused | undefined> {
  const { userId } = owner;
  return withAccount(deps, owner, async (tx) => {
    if (!(await findPurchase(tx, userId, id))) return notFound();
    await tx
      .updateTable('purchases')
      .set({ seen_at: deps.clock.sql })
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .where('status', 'not in', ['pending', 'unknown'])
      .where('seen_at', 'is', null)
      .execute();
    // The buyer saw it on the page, so a later pop-up is not needed.
    await withdrawNotices(tx, userId, id);
    return undefined;
  });
}

type Row = Selectable<Purchases>;
type Recorded = Row['status'];

/** A purchase's state in the contract's words: everything that did not succeed has failed. */
export function statusOf({ status, returned_for }: Pick<Row, 'status' | 'returned_for'>): {
  readonly status: PurchaseStatus | 'pending';
  readonly refund?: (typeof refundStates)[number];
  readonly returned_for?: ReturnCause;
} {
  switch (status) {
    case 'refunding':
      return { status: 'failed', refund: 'under-way', ...returnOf(returned_for) };
    case 'refunded':
      return { status: 'failed', refund: 'done', ...returnOf(returned_for) };
    default:
      return { status };
  }
}

/**
 * The states that an outcome may replace. After a declined card, another one may work on the same payment
 * page, so a payment that was made is always credited or refunded, and nothing replaces it.
 */
function replaceable(outcome: PurchaseStatus): readonly Recorded[] {
  switch (outcome) {
    case 'success':
      return ['pending', 'unknown', 'failed', 'declined', 'cancelled'];
    case 'unknown':
      return ['pending'];
    case 'failed':
    case 'declined':
    case 'cancelled':
      return ['pending', 'unknown'];
  }
}

/** The outcome of a payment, and the price by which it is judged. */
export interface Outcome {
  readonly status: PurchaseStatus;
  /** When it was paid; by default now. */
  readonly paidAt?: Date | undefined;
  /** The price of a whole unit then, in 1e-8 of the charged currency; undefined if unknown. */
  readonly ask?: bigint | undefined;
  /** With `cancelled`: nobody paid in time. */
  readonly expired?: boolean;
  /** With `success`: the name on the card, where the provider gives it. */
  readonly holder?: string | undefined;
  /** With `success`: the provider has given it back, which the books had lost. */
  readonly refunded?: boolean;
}

/** What a payment buys; undefined if the needed price is unknown. */
function judged(deps: Deps, row: Row, { paidAt, ask }: Outcome): Settlement | undefined {
  const units = BigInt(row.crypto_units);
  const at = paidAt?.getTime() ?? deps.clock.now();
  if (row.price_until === null) return { kind: 'bought', units };
  const holds = at <= row.price_until.getTime();
  if (ask === undefined) return holds ? { kind: 'bought', units } : undefined;
  const cents = parseUnits(row.amount, FIAT_SCALE) ?? 0n;
  const { scale } = storedAsset(row.crypto_currency);
  return settlementOf({ cents, units, scale, ask }, holds);
}

/** No name was looked at. */
const none: JudgedHolder = { verdict: 'fits', match: null };

/**
 * An officer decides whose card has paid. The purchase is open until then, also where an earlier card was declined, so
 * that its provider is asked again.
 */
async function waitForOfficer(
  tx: Tx,
  { id, status }: Pick<Row, 'id' | 'status'>,
): Promise<Recorded> {
  if (status === 'pending' || status === 'unknown') return status;
  await tx
    .updateTable('purchases')
    .set({ status: 'unknown', seen_at: null })
    .where('id', '=', id)
    .execute();
  return 'unknown';
}

/**
 * Records how a purchase ended, once: the first to find it open writes the outcome, and others read it,
 * whether it is the page, a notice or the reconciliation. A paid one is credited in the same transaction, or
 * marked for a refund. Undefined: not decided, because a price is missing. Refused, and rolled back: the
 * house sells no more of the asset in this minute. In both cases the provider is asked again.
 */
export async function recordPurchase(
  deps: Deps,
  tx: Tx,
  purchase: { readonly id: string; readonly userId: string; readonly deviceType?: string },
  outcome: Outcome,
): Promise<Recorded | Refused | undefined> {
  const { id, userId } = purchase;
  // The customer before the purchase, as wherever both are changed.
  await lockAccount(tx, userId);
  // Locked first: whoever follows a dispute holds it meanwhile, and what they wrote is read only by the next statement.
  await tx.selectFrom('purchases').select('id').where('id', '=', id).forUpdate().execute();
  const row = await tx
    .selectFrom('purchases')
    .selectAll()
    .select(
      whySql(deps, {
        ...{ way: 'card-paid', user: sql<string>`purchases.user_id` },
        codes: [sql<string>`crypto_currency`, sql<string>`currency`],
      }).as('why'),
    )
    .select(isTakenBack.as('is_taken_back'))
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  if (!row || !replaceable(outcome.status).includes(row.status)) {
    return row && row.status !== 'pending' ? row.status : 'unknown';
  }
  const paid = outcome.status === 'success';
  // A payment waits while its asset is closed: it neither buys at a doubted price nor is lost.
  // So does that of a customer on a list; that of somebody we excluded goes back (HARD-56), and so does that of somebody
  // whom the identity check has rejected since the page was opened (SPEC-05). One that the card's bank took back
  // before anything was bought buys nothing any more (HARD-93).
  const stop = answerOf(row.why, 'card-paid');
  const waits = stop === 'waits';
  const back = { kind: 'returned' } as const;
  const isBack = outcome.refunded || row.is_taken_back || stop === 'returned';
  const holder =
    paid && !isBack && !waits ? await judgeHolder(deps, tx, { id, userId }, outcome.holder) : none;
  if (holder.verdict === 'waits') return waitForOfficer(tx, row);
  const isAnother = holder.verdict === 'another';
  const settlement =
    paid && (isBack || isAnother) ? back : !paid || waits ? undefined : judged(deps, row, outcome);
  if (paid && !settlement) return undefined;
  const returned = settlement?.kind === 'returned';
  const cause: ReturnCause = settlement !== back ? 'price' : isAnother ? 'another-name' : 'other';
  const units = settlement?.kind === 'bought' ? settlement.units : BigInt(row.crypto_units);
  const status = returned ? 'refunding' : outcome.status;
  const isMoved = units !== BigInt(row.crypto_units);
  /** Bought at the price of the moment instead of the agreed one. */
  const moved =
    isMoved && outcome.ask !== undefined ? formatUnits(outcome.ask, PRICE_SCALE) : undefined;
  await tx
    .updateTable('purchases')
    .set({
      status,
      recorded_at: deps.clock.sql,
      // The outcome may differ from what the buyer was told before.
      seen_at: null,
      expired: outcome.expired ?? false,
      ...(purchase.deviceType !== undefined && { device_type: purchase.deviceType }),
      ...(paid && { paid_at: outcome.paidAt ?? new Date(deps.clock.now()) }),
      ...(isMoved && {
        crypto_units: String(units),
        agreed_units: row.crypto_units,
        ...(moved && { price: moved }),
      }),
      ...(returned && { next_check_at: deps.clock.sql, returned_for: cause }),
      ...(holder.match && { card_match: holder.match }),
    })
    .where('id', '=', id)
    .execute();
  if (status !== 'unknown') await endHolderCase(deps, tx, id);
  const asset = storedAsset(row.crypto_currency);
  const { code, name } = asset;
  const isDeleted = (await findUser(tx, userId)) === undefined;
  const { amount, currency } = row;
  const bought = {
    crypto: formatUnits(units, asset.scale),
    code,
    cause,
    total: amount,
    currency,
    ...termsOf({ ...row, ...(moved && { price: moved }) }),
  };
  if (!isDeleted) await tellPurchase(deps, tx, { id, userId, name, bought }, status);
  if (status !== 'success') return status;
  const journal: Journal = {
    class: 'trade',
    kind: 'purchase',
    userId,
    reference: `purchase:${id}`,
    comment: `Card purchase/${id}`,
    paymentMethod: 'Debit Card',
    postings: [
      { account: customer(userId, 'available', code), units },
      { account: house('card', code), units: -units },
    ],
  };
  const posted = await postTrade(tx, deps.clock, journal, deps.config.exposureCaps);
  if (posted.kind === 'capped') {
    deps.log.error('exposure cap reached by a purchase', { purchase: id, asset: code });
    return unavailable();
  }
  if (posted.kind !== 'posted') throw new Error('an open purchase had been credited before');
  if (holder.match === 'unnamed') await noteUnnamed(deps, tx, { id, userId });
  await keepForClosed(deps, tx, { userId, cause: 'card', about: id });
  return status;
}

/** The provider has refunded a payment: recorded once, and told. */
export const recordRefund = (tx: Tx, { sql: now }: Deps['clock'], id: string) =>
  tx
    .updateTable('purchases')
    .set({ status: 'refunded', refunded_at: now, seen_at: null })
    .where('id', '=', id)
    .where('status', '=', 'refunding')
    .execute();

/** Tells the buyer how a purchase ended. */
async function tellPurchase(
  deps: Deps,
  tx: Tx,
  {
    id: about,
    userId,
    name,
    bought,
  }: {
    readonly id: string;
    readonly userId: string;
    readonly name: string;
    readonly bought: PurchaseToTell & { readonly cause: ReturnCause };
  },
  outcome: Recorded,
): Promise<void> {
  switch (outcome) {
    case 'success':
      return notify(deps, tx, userId, {
        event: 'orderCompleted',
        about,
        popup: `Your purchase of ${name} was completed.`,
        mail: (to) => purchaseDoneMail(to, bought),
      });
    case 'cancelled':
      return notify(deps, tx, userId, {
        event: 'orderCancelled',
        about,
        popup: `Your purchase of ${name} was cancelled.`,
        mail: purchaseNotDoneMail,
      });
    case 'failed':
    case 'declined':
      return notify(deps, tx, userId, {
        event: 'orderRejected',
        about,
        popup: `Your purchase of ${name} did not go through.`,
        mail: purchaseNotDoneMail,
      });
    case 'refunding':
      // Always mailed, because customers would look for this money.
      await queueMail(
        deps,
        tx,
        purchaseReturnedMail(await recipientOf(tx, userId), {
          amount: bought.total,
          currency: bought.currency,
          cause: bought.cause,
        }),
      );
      return notify(deps, tx, userId, {
        event: 'orderRejected',
        about,
        popup: `Your purchase of ${name} did not go through. Your payment goes back to your card.`,
      });
    case 'refunded':
    case 'pending':
    case 'unknown':
      return undefined;
  }
}
