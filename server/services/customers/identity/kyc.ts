import { sql } from 'kysely';
import { type KycStatus, kycStatuses } from '#core/contract/account/identity.ts';
import { oneLine } from '#core/text/one-line.ts';
import type { Review } from '#server/adapters/identity/identity.ts';
import { type IdentityNews, verificationMail } from '#server/adapters/mail/texts.ts';
import type { Deps } from '#server/deps.ts';
import { limit } from '#server/platform/rate-limit.ts';
import { renew } from '#server/services/customers/risk/data-updates.ts';
import { lockAccount, type UserRow } from '#server/services/customers/users/users.ts';
import { notify } from '#server/services/messages/notices/notify.ts';
import { findDebtsOf } from '#server/services/money-in/debts/debt-cases.ts';
import { cancelWaiting } from '#server/services/money-out/withdrawals/withdrawal-steps.ts';
import type { Reader, Tx } from '#server/store/schema/schema.ts';
import { inTransaction } from '#server/store/transaction.ts';
import { confirmByFirst, settleSessionCheck, withdrawConfirmation } from './session-check.ts';
import { closeUnderage, isTooYoung } from './underage.ts';
import {
  decideIdentity,
  hasOpenCase,
  hearPerson,
  type IdentityCase,
  ownerOfCase,
} from './verified.ts';

/** Long enough for any request of a reviewer; bounded, because the text comes from outside. */
const LONGEST_COMMENT = 500;

/** On one line: the customer reads it on a card and in a mail. */
const commentOf = (text: string | undefined): string | undefined =>
  text && oneLine(text).slice(0, LONGEST_COMMENT);

const LONGEST_NAME = 200;
/** Letters that every file can show; a name of others is none in Latin letters, whatever the provider calls it. */
const LATIN = /^[\p{Script=Latin}\p{M}\p{Zs}.'’-]+$/u;

const latinNameOf = (text: string | undefined): string | undefined => {
  const name = text && oneLine(text).slice(0, LONGEST_NAME).trim();
  return name && LATIN.test(name) ? name : undefined;
};

const statusNamed = (name: string | undefined): KycStatus =>
  kycStatuses.find((status) => status === name) ?? 'pending';

/** The last known state of a customer's identity check; `pending` if the stored status is unknown. */
async function readKyc(reader: Reader, userId: string): Promise<Review> {
  const row = await reader
    .selectFrom('users')
    .select(['kyc_status', 'kyc_comment'])
    .where('id', '=', userId)
    .executeTakeFirst();
  return reviewOf(row);
}

export const reviewOf = (
  row: { readonly kyc_status: string; readonly kyc_comment: string | null } | undefined,
): Review => ({
  status: statusNamed(row?.kyc_status),
  comment: row?.kyc_comment ?? undefined,
});

/** Numbers a question: its answer counts only if no later question was answered. */
async function numberQuestion({ db }: Deps, userId: string): Promise<number> {
  const { rows } = await sql<{ asked: number }>`update users set kyc_asked = kyc_asked + 1
    where id = ${userId} returning kyc_asked as asked`.execute(db);
  return rows[0]?.asked ?? 0;
}

/** What the customer is told about a change; undefined if nothing is new to them. */
function newsOf(before: Review, { status, comment }: Review): IdentityNews | undefined {
  switch (status) {
    case 'approved':
    case 'rejected':
      return before.status === status ? undefined : { kind: status };
    case 'incomplete':
      if (before.status === 'approved') return { kind: 'revoked', comment };
      if (before.status === 'submitted') return { kind: 'asked', comment };
      return comment !== undefined && comment !== before.comment
        ? { kind: 'asked', comment }
        : undefined;
    case 'submitted':
    case 'not_started':
    case 'pending':
      return before.status === 'approved' ? { kind: 'revoked', comment: undefined } : undefined;
  }
}

const popups: Readonly<Record<IdentityNews['kind'], string>> = {
  approved: 'Your identity is verified.',
  rejected: 'Your identity check was not successful.',
  asked: 'Your identity check needs something from you.',
  revoked: 'Your identity has to be verified again.',
};

/**
 * Stores an answer and tells the customer what it means (HARD-25). Only approved customers can withdraw: if
 * somebody is not any more, their waiting withdrawals go back to the wallet.
 */
async function keep(deps: Deps, tx: Tx, userId: string, question: number, said: Review) {
  const before = await tx
    .selectFrom('users')
    .selectAll()
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .where('kyc_answered', '<', question)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!before) return;
  const worth = await worthOf(deps, tx, before, said);
  const isUnderage = worth === 'underage';
  const status = isUnderage ? 'approved' : worth;
  const comment = status === 'incomplete' ? commentOf(said.comment) : undefined;
  await tx
    .updateTable('users')
    .set({ kyc_status: status, kyc_comment: comment ?? null, kyc_answered: question })
    .set({
      // That of the last check in which the customer was verified.
      ...(status === 'approved' && { kyc_latin_name: latinNameOf(said.latinName) ?? null }),
    })
    .where('id', '=', userId)
    .execute();
  await follows(deps, tx, userId, {
    ...{ before: reviewOf(before), now: { status, comment } },
    isTold: !isUnderage,
  });
}

/** What follows from a change, whoever decided it: the provider, or an officer about whose document it was. */
async function follows(
  deps: Deps,
  tx: Tx,
  userId: string,
  {
    before,
    now,
    isTold,
  }: {
    readonly before: Review;
    readonly now: Review;
    /** False: the customer reads something else instead. */
    readonly isTold: boolean;
  },
): Promise<void> {
  if (before.status !== now.status && now.status !== 'approved') await retract(deps, tx, userId);
  if (before.status !== now.status && now.status === 'approved') {
    await renew(deps, tx, userId);
    await findDebtsOf(deps, tx, userId);
    await confirmByFirst(deps, tx, userId);
  }
  const news = newsOf(before, now);
  if (!news || !isTold) return;
  await notify(deps, tx, userId, {
    event: 'kYCStatus',
    popup: popups[news.kind],
    mail: (to) => verificationMail(to, news),
  });
}

/**
 * The customer is not approved, or not any more: whatever rests on it hears of it (READ-09). What waits to leave goes
 * back, and a password that an identity check vouched for is the mailbox's again. A recovery asks the provider and the
 * account once more before it acts, and so does whoever gives an account an address.
 */
async function retract(deps: Deps, tx: Tx, userId: string): Promise<void> {
  await cancelWaiting(deps, tx, userId, 'verification');
  await withdrawConfirmation(tx, userId);
}

/**
 * What the provider's answer is worth: an approval counts for the customer's own document only. Somebody who is too young
 * is who they are: what they hold goes back to them.
 */
async function worthOf(
  deps: Deps,
  tx: Tx,
  user: UserRow,
  { status, person, latinName, gone }: Review,
): Promise<KycStatus | 'underage'> {
  // Whom the provider no longer knows it does not vouch for: an officer looks, as where a check names nobody (READ-15).
  const isWithdrawn = gone && (user.kyc_status === 'approved' || (await hasOpenCase(tx, user.id)));
  if (status !== 'approved' && !isWithdrawn) return status;
  // Whoever was approved before stays so where the provider says nothing new.
  if (!isWithdrawn && person === undefined && user.kyc_status === 'approved') return status;
  const document = person && { ...person, latin: latinName ?? '' };
  const heard = await hearPerson(deps, tx, user, { check: '', document });
  switch (heard) {
    case 'fits':
      return 'approved';
    case 'underage':
      return heard;
    case 'waits':
      return 'submitted';
    case 'refused':
      return 'rejected';
  }
}

/**
 * An officer has decided whose document it was (READ-09); returns the case, undefined if it was decided before. The desk has
 * seen that what the check was for has not ended. The first check counts then, or is refused for good; one that updates a customer's data, or shows that somebody is the customer,
 * counts, or is made again.
 */
export async function settleIdentity(
  deps: Deps,
  tx: Tx,
  id: string,
  decided: Parameters<typeof decideIdentity>[3],
): Promise<IdentityCase | undefined> {
  const whose = await ownerOfCase(tx, id);
  // The account first, as everywhere both are changed.
  const account = whose === undefined ? undefined : await lockAccount(tx, whose);
  const row = account && (await decideIdentity(deps, tx, id, decided));
  if (!account || !row) return undefined;
  const isTheirs = decided.decision === 'theirs';
  if (row.check_name.startsWith('session-')) {
    await settleSessionCheck(deps, tx, row, isTheirs);
    return row;
  }
  if (row.check_name.startsWith('update-')) {
    if (!isTheirs) return row;
    if (isTooYoung(deps, account, row)) await closeUnderage(deps, tx, account);
    else await renew(deps, tx, row.user_id);
    return row;
  }
  // A recovery follows it by itself.
  if (row.check_name !== '') return row;
  // What the provider has said since stays: a document that is theirs does not pass a check that it has refused.
  if (isTheirs && account.kyc_status !== 'submitted') return row;
  const status = isTheirs ? 'approved' : 'rejected';
  await tx
    .updateTable('users')
    .set({ kyc_status: status, kyc_comment: null })
    .where('id', '=', row.user_id)
    .execute();
  const isUnderage = isTheirs && isTooYoung(deps, account, row);
  if (isUnderage) await closeUnderage(deps, tx, account);
  const now = { status, comment: undefined } as const;
  const known = { before: reviewOf(account), now, isTold: !isUnderage };
  await follows(deps, tx, row.user_id, known);
  return row;
}

/**
 * Asks the provider, stores the answer and returns the state; undefined if the provider does not answer.
 * Never inside a transaction, because the provider may be slow.
 */
export async function syncKyc(deps: Deps, userId: string): Promise<Review | undefined> {
  const question = await numberQuestion(deps, userId);
  const said = await deps.parties.identity.review(userId);
  if (said === undefined) return undefined;
  return inTransaction(deps.db, async (tx) => {
    await keep(deps, tx, userId, question, said);
    return readKyc(tx, userId);
  });
}

/** How often per minute one customer's questions are passed on to the provider. */
const ASKED_A_MINUTE = 20;

/**
 * A customer's own check, whose state is known. While it is under way the provider is asked, because its notice may
 * be late or lost, but not for a customer who asks too often. Returns whether it was asked.
 */
export async function followKyc(deps: Deps, userId: string, known: Review): Promise<boolean> {
  if (known.status !== 'submitted' && known.status !== 'incomplete') return false;
  const often = await limit(deps, {
    key: `identity-asked:${userId}`,
    attempts: ASKED_A_MINUTE,
    windowSeconds: 60,
  });
  if (often) return false;
  await syncKyc(deps, userId);
  return true;
}
