import { sql } from 'kysely';
import { type KycStatus, kycStatuses } from '#core/contract/identity.ts';
import { verificationMail } from '#server/adapters/mail/texts.ts';
import type { Deps } from '#server/deps.ts';
import { limit } from '#server/platform/rate-limit.ts';
import { notify } from '#server/services/notices/notify.ts';
import { cancelWaiting } from '#server/services/withdrawals/withdrawal-steps.ts';
import type { Reader, Tx } from '#server/store/schema.ts';
import { inTransaction } from '#server/store/transaction.ts';

/** What we last heard about a customer's identity check; `pending` if that is no status we know. */
export async function readKyc(reader: Reader, userId: string): Promise<KycStatus> {
  const row = await reader
    .selectFrom('users')
    .select('kyc_status')
    .where('id', '=', userId)
    .executeTakeFirst();
  return kycStatuses.find((status) => status === row?.kyc_status) ?? 'pending';
}

/** Numbers a question: its answer counts only if no later question has been answered. */
async function numberQuestion({ db }: Deps, userId: string): Promise<number> {
  const { rows } = await sql<{ asked: number }>`update users set kyc_asked = kyc_asked + 1
    where id = ${userId} returning kyc_asked as asked`.execute(db);
  return rows[0]?.asked ?? 0;
}

/**
 * Keeps an answer and tells the customer when the check ends. Only approved customers withdraw: if
 * somebody no longer is, what they have waiting goes back to their wallet.
 */
async function keep(deps: Deps, tx: Tx, userId: string, question: number, status: KycStatus) {
  const before = await tx
    .selectFrom('users')
    .select('kyc_status')
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .where('kyc_answered', '<', question)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!before) return;
  await tx
    .updateTable('users')
    .set({ kyc_status: status, kyc_answered: question })
    .where('id', '=', userId)
    .execute();
  if (before.kyc_status === status) return;
  if (status !== 'approved') await cancelWaiting(deps, tx, userId, 'verification');
  if (status !== 'approved' && status !== 'rejected') return;
  await notify(deps, tx, userId, {
    event: 'kYCStatus',
    mail: (to) => verificationMail(to, status === 'approved'),
  });
}

/**
 * Asks the provider, keeps what it says and returns what is known then; undefined if it does not answer.
 * Never inside a transaction: the provider may be slow.
 */
export async function syncKyc(deps: Deps, userId: string): Promise<KycStatus | undefined> {
  const question = await numberQuestion(deps, userId);
  const status = await deps.parties.identity.status(userId);
  if (status === undefined) return undefined;
  return inTransaction(deps.db, async (tx) => {
    await keep(deps, tx, userId, question, status);
    return readKyc(tx, userId);
  });
}

/** How often a minute one customer's questions reach the provider. */
const ASKED_A_MINUTE = 20;

/**
 * What a customer is told about their check. While it is under way the provider is asked, because its
 * notice may be late or lost; those who ask too often are told what was last heard.
 */
export async function followKyc(deps: Deps, userId: string): Promise<KycStatus> {
  const known = await readKyc(deps.db, userId);
  if (known !== 'submitted' && known !== 'incomplete') return known;
  const often = await limit(deps, {
    key: `identity-asked:${userId}`,
    attempts: ASKED_A_MINUTE,
    windowSeconds: 60,
  });
  return often ? known : ((await syncKyc(deps, userId)) ?? known);
}
