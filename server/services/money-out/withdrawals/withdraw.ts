import { randomUUID } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { Payee } from '#core/contract/money/payee.ts';
import { formatUnits, mulDivUp, pow10 } from '#core/money/decimal.ts';
import { formatFiat } from '#core/money/format.ts';
import { destinationOf } from '#core/networks/address/destination.ts';
import type { Counterparty } from '#core/people/counterparty.ts';
import type { Chosen } from '#core/people/notifications.ts';
import { withdrawalRequestedMail } from '#server/adapters/mail/texts.ts';
import type { Clock } from '#server/base/clock.ts';
import type { Deps } from '#server/deps.ts';
import { customer } from '#server/ledger/accounts.ts';
import { postJournal } from '#server/ledger/post.ts';
import { derivedId } from '#server/platform/derived-id.ts';
import {
  DAILY_WITHDRAWAL_USD_CENTS,
  UNSURE_PAYEE_HELD_SECONDS,
  WITHDRAWAL_HELD_SECONDS,
} from '#server/policy.ts';
import { insufficientBalance, notFound } from '#server/refusal/refusals.ts';
import { isRefused, type Refused, refuse } from '#server/refusal/refused.ts';
import { type ShownFactor, tryAgain } from '#server/services/access/credentials/second-factor.ts';
import {
  checkShown,
  type ShownPassword,
} from '#server/services/access/credentials/shown-password.ts';
import { whySql } from '#server/services/checks/gates/why.ts';
import { screeningOf } from '#server/services/checks/screening/screenings.ts';
import { travelOf } from '#server/services/checks/travel-rule/travel-rule.ts';
import { lockAccount, type UserRow } from '#server/services/customers/users/users.ts';
import type { cashPrices } from '#server/services/exchange/offers/cash-price.ts';
import type { RouteRow } from '#server/services/exchange/offers/payment-routes.ts';
import { chosenOf, chosenSql } from '#server/services/messages/notices/notification-settings.ts';
import { noticeOf } from '#server/services/messages/notices/notify.ts';
import { queuedOf } from '#server/services/messages/notices/outbox.ts';
import { alarmedRecipientFrom } from '#server/services/messages/notices/recipients.ts';
import { newReportLink } from '#server/services/messages/notices/report-links.ts';
import { takeSecondFactorAndTell } from '#server/services/messages/notices/second-factor-shown.ts';
import { owesSql, refusedByDebt } from '#server/services/money-in/debts/debts.ts';
import { inOneStatement } from '#server/store/one-statement.ts';
import type { Tx } from '#server/store/schema/schema.ts';
import { checkBookOnly } from './address-book-only.ts';
import { familiarityOf, knownAddressesSql } from './known-addresses.ts';
import { linkedSql, linkedWorth, recipientFor, statementsSql } from './recipients.ts';
import { wayOutOf, wayOutRefusal } from './refused-way-out.ts';
import { spendGrant } from './second-factor-grant.ts';
import { takeConfirmation } from './transfer-confirmation.ts';
import type { CheckedWithdrawal } from './withdrawal-checks.ts';
import { addressOf } from './withdrawal-steps.ts';

const SENT_ALREADY =
  'This withdrawal was sent already, before our records were restored from an earlier copy. It will be in your history once we have booked it.';

export interface Withdrawal {
  readonly userId: string;
  readonly sessionId: string;
  /** The idempotency key of the call. */
  readonly key: string;
  readonly route: RouteRow;
  readonly checked: CheckedWithdrawal;
  /** For a payout: the bank's answer about the account's name. */
  readonly payee?: Payee;
  /** What cash is worth, for what is owed (HARD-50). */
  readonly cashPrices: Awaited<ReturnType<typeof cashPrices>>;
  /** USD per unit in 1e-8, for the limit. */
  readonly price: bigint;
  readonly otp: string;
  /** The confirmation of this transfer, if it needs one (KEEP-15). */
  readonly transferCode: string;
  /** Required for a recipient never sent to before, and beside a mailed code, if 2FA is off. */
  readonly shown: ShownPassword | Refused;
  /** The customer confirmed the address after a warning that it looks like another one. */
  readonly looked: boolean;
  /** For a transfer on a network: its value, and what the review showed of its recipient. */
  readonly travel:
    | { readonly eurCents: bigint | undefined; readonly saidAt: string | undefined }
    | undefined;
}

/**
 * The id under which a party is asked to send it: the same for the same request of the customer, so that a
 * device which asks again after its row was lost gets no second transfer (HARD-82).
 */
const withdrawalIdOf = ({ userId, key }: Withdrawal): string =>
  derivedId('withdrawal', userId, key);

/** In cents, rounded up: against the limit. */
const centsOf = ({ checked, price }: Withdrawal): bigint =>
  mulDivUp(checked.units + checked.feeUnits, price, pow10(checked.asset.scale) * pow10(6));

/** What was withdrawn in the last 24 hours, in cents of USD, as an SQL expression. */
export const withdrawnSql = (clock: Clock, userId: string): RawBuilder<string> => sql<string>`(
  select coalesce(sum(usd_cents), 0)::text from withdrawals
  where user_id = ${userId} and status not in ('failed', 'refunded', 'cancelled')
    and created_at > ${clock.sqlIn(-24 * 3600)})`;

/** What is left of the daily limit after so much was withdrawn, in cents of USD. */
function leftAfter(withdrawn: string): bigint {
  const left = DAILY_WITHDRAWAL_USD_CENTS - BigInt(withdrawn);
  return left > 0n ? left : 0n;
}

/** What a withdrawal to a network, or of cash to a bank, depends on, in one statement. */
async function readFacts(tx: Tx, deps: Deps, withdrawal: Withdrawal, network: string) {
  const { clock } = deps;
  const { userId, checked } = withdrawal;
  const { withdrawn, chosen, ...facts } = await tx
    .selectNoFrom([
      withdrawnSql(clock, userId).as('withdrawn'),
      whySql(deps, {
        ...{ way: wayOutOf(checked.asset.code), user: userId, codes: [checked.asset.code] },
      }).as('why'),
      sql<boolean>`exists (select 1 from transfers_aside
        where reference = ${withdrawalIdOf(withdrawal)})`.as('isSent'),
      knownAddressesSql(clock, userId, sql<string>`${network}::text`).as('addresses'),
      statementsSql(tx, userId, network).as('statements'),
      chosenSql(sql`${userId}`).as('chosen'),
      owesSql(userId).as('owing'),
      linkedSql(clock, userId).as('linked'),
    ])
    .executeTakeFirstOrThrow();
  return { ...facts, left: leftAfter(withdrawn), chosen: chosenOf(chosen) };
}

/** The limit of 24 hours and what is left of it, in USD (BEY-09). */
export const limitAfter = (withdrawn: string) => ({
  usd: formatUnits(DAILY_WITHDRAWAL_USD_CENTS, 2),
  usd_left: formatUnits(leftAfter(withdrawn), 2),
});

/**
 * Sets the amount and its fee aside: from available to hold, until the custodian has sent it. The
 * customer's row is locked first, so that limits hold however many are asked for at once.
 */
export async function requestWithdrawal(deps: Deps, tx: Tx, withdrawal: Withdrawal) {
  const { userId } = withdrawal;
  const user = await lockAccount(tx, userId);
  if (!user) return notFound();
  const { address, tag } = withdrawal.checked;
  const to = { network: withdrawal.route.network, address, tag };
  const facts = await readFacts(tx, deps, withdrawal, to.network);
  const { left, isSent, why, addresses, statements, chosen, owing, linked } = facts;
  if (why) return wayOutRefusal(why, user, withdrawal.checked.asset.code, deps.clock.now());
  // The party has sent it, and a person books it: its row was lost.
  if (isSent) return refuse('KEY_CONFLICT', SENT_ALREADY);
  const unsaved = checkBookOnly(addresses, user, to, deps.clock.now());
  if (unsaved) return unsaved;
  const counterparty =
    withdrawal.travel &&
    recipientFor(statements, to, {
      ...withdrawal.travel,
      eurCents: linkedWorth(withdrawal.travel.eurCents, linked, withdrawal.cashPrices),
      market: user.currency_code,
    });
  if (isRefused(counterparty)) return counterparty;
  const confirmed = await takeConfirmation(deps, tx, user, withdrawal);
  if (isRefused(confirmed)) return confirmed;
  // A passkey that verified its person counts as two factors.
  const isSigned = confirmed === 'passkey';
  const shown = user.two_factor && !isSigned && (await secondFactorShown(deps, tx, withdrawal));
  if (isRefused(shown)) return tryAgain(shown);
  if (centsOf(withdrawal) > left) {
    return refuse(
      'LIMIT_EXCEEDED',
      `This is more than you can withdraw in 24 hours. ${formatFiat(formatUnits(left, 2), 'USD')} (USD) of it is left, fee included.`,
    );
  }
  const { known, lookalike, neverSent } = familiarityOf(addresses, to);
  if (lookalike && !withdrawal.looked) {
    return refuse(
      'ADDRESS_LOOKALIKE',
      `This address looks like ${lookalike.label || 'one you used before'}, but it is a different one. Compare every character.`,
    );
  }
  const unproved =
    user.two_factor || (known !== 'new' && !neverSent && confirmed !== 'code')
      ? undefined
      : checkShown(user, withdrawal.shown);
  if (unproved) return unproved;
  const isUnsure = withdrawal.payee?.answer === 'unknown' && !user.two_factor && !isSigned;
  const isNew = known === 'new';
  const heldSeconds =
    isUnsure && (isNew || neverSent)
      ? UNSURE_PAYEE_HELD_SECONDS
      : WITHDRAWAL_HELD_SECONDS[isNew || isUnsure ? 'new' : 'known'];
  return setAside(deps, tx, { user, chosen, owing, withdrawal, counterparty, heldSeconds });
}

/** The dialog's code counts for this withdrawal; without one, a new code is checked. */
const secondFactorShown = async (
  deps: Deps,
  tx: Tx,
  { userId, sessionId, otp }: Withdrawal,
): Promise<true | ShownFactor | Refused> =>
  (await spendGrant(tx, deps.clock, sessionId)) ||
  takeSecondFactorAndTell(deps, tx, { userId, sessionId, use: 'withdrawal' }, otp);

interface Granted {
  readonly user: UserRow;
  readonly chosen: Chosen;
  readonly owing: boolean;
  readonly withdrawal: Withdrawal;
  readonly counterparty: Counterparty | undefined;
  readonly heldSeconds: number;
}

/** Moves the money, and writes down what follows from it. */
async function setAside(
  deps: Deps,
  tx: Tx,
  { user, chosen, owing, withdrawal, counterparty, heldSeconds }: Granted,
) {
  const { userId, sessionId, route, payee } = withdrawal;
  const { asset, units, feeUnits, address, tag, holder } = withdrawal.checked;
  const id = withdrawalIdOf(withdrawal);
  const total = units + feeUnits;
  const posted = await postJournal(tx, deps.clock, {
    class: 'payment',
    kind: 'withdrawal',
    userId,
    reference: `withdrawal:${id}`,
    comment: `Withdrawal/${id}`,
    network: route.network,
    // A payout's account stands with the payout, which is erased with its customer.
    recipient: holder === '' ? address : '',
    postings: [
      { account: customer(userId, 'available', asset.code), units: -total },
      { account: customer(userId, 'hold', asset.code), units: total },
    ],
  });
  if (posted.kind !== 'posted') return insufficientBalance();
  const indebted = owing && (await refusedByDebt(tx, userId, withdrawal.cashPrices));
  if (indebted) return indebted;
  const mailId = randomUUID();
  const until = new Date(posted.createdAt.getTime() + heldSeconds * 1000);
  const row = tx.insertInto('withdrawals').values({
    id,
    user_id: userId,
    payment_route_id: route.id,
    currency: asset.code,
    units: String(units),
    fee_units: String(feeUnits),
    usd_cents: String(centsOf(withdrawal)),
    address,
    // An account at a bank has one form.
    destination: holder === '' ? destinationOf(withdrawal.route.network, address, tag).address : '',
    tag,
    holder,
    ...(payee && { payee_answer: payee.answer, payee_name: payee.name }),
    status: 'requested',
    created_at: posted.createdAt,
    mail_id: mailId,
    session_id: sessionId,
    cancellable_until: until,
    due_at: until,
  });
  const transfer = { subject: 'withdrawal', reference: id, userId } as const;
  const amount = formatUnits(units, asset.scale);
  const told = { amount, currency: asset.code, address: addressOf(withdrawal.checked), until };
  const link = newReportLink(deps, tx, userId, { sessionId });
  const to = alarmedRecipientFrom(user, link);
  const notice = noticeOf(deps, tx, userId, {
    event: 'transactionCreated',
    chosen,
    popup: 'A withdrawal was requested.',
    // The open app adds the sum, which no locked screen may show.
    about: id,
    page: '/transactions',
    alarm: true,
    bySession: sessionId,
  });
  await inOneStatement(tx, [
    row,
    link.write,
    queuedOf(deps, tx, withdrawalRequestedMail(to, told), { id: mailId }),
    screeningOf(tx, deps.clock, transfer),
    ...(counterparty ? [travelOf(tx, deps.clock, { ...transfer, counterparty })] : []),
    ...(notice ? [notice] : []),
  ]);
  return {
    withdrawal_id: id,
    amount,
    fee: formatUnits(feeUnits, asset.scale),
    total: formatUnits(total, asset.scale),
    currency_id: asset.code,
  };
}
