import { randomUUID } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import type { Recovery, RecoveryStage } from '#core/contract/account/recovery.ts';
import { type RecoveryStopper, recoveryStoppedMail } from '#server/adapters/mail/texts.ts';
import type { Deps } from '#server/deps.ts';
import { hashToken, newToken } from '#server/platform/tokens.ts';
import { RECOVERY_CHECK_HOURS } from '#server/policy.ts';
import { type Refused, refuse } from '#server/refusal/refused.ts';
import { queueMail } from '#server/services/messages/notices/outbox.ts';
import { alarmedRecipientOf } from '#server/services/messages/notices/recipients.ts';
import type { Reader, Schema, Tx } from '#server/store/schema/schema.ts';

export type RecoveryRow = Selectable<Schema['recoveries']>;

/** How long the links of a requested or waiting recovery are valid. */
export const keptSeconds = ({ config }: Pick<Deps, 'config'>): number =>
  (RECOVERY_CHECK_HOURS + config.recoveryHours) * 3600;

/**
 * Makes the address of the page that shows a recovery and can stop it. It is only sent by mail, so whoever
 * opens it can read the mailbox.
 */
export async function newRecoveryUrl(deps: Deps, tx: Tx, recoveryId: string): Promise<string> {
  const token = newToken(deps.random);
  await tx
    .insertInto('recovery_links')
    .values({ token_hash: hashToken(token), recovery_id: recoveryId })
    .execute();
  // Behind the #, where no server and no log sees it.
  return `${deps.config.publicUrl}/recover#link=${token}`;
}

export const overLink = (): Refused =>
  refuse('NOT_FOUND', 'This link no longer works. Ask for a new one.');

/** A recovery with the address of its account. */
type AddressedRow = RecoveryRow & { readonly email: string };

/** The recovery of a link, if the link is valid. */
export const recoveryOfLink = (
  { clock }: Pick<Deps, 'clock'>,
  reader: Reader,
  link: string,
): Promise<AddressedRow | undefined> =>
  reader
    .selectFrom('recovery_links')
    .innerJoin('recoveries', 'recoveries.id', 'recovery_links.recovery_id')
    .innerJoin('users', 'users.id', 'recoveries.user_id')
    .selectAll('recoveries')
    .select(sql<string>`coalesce(gives_address, users.email)`.as('email'))
    .where('token_hash', '=', hashToken(link))
    .where('expires_at', '>', clock.sql)
    .executeTakeFirst();

/** The recoveries of an account that have begun and not ended. */
const openOf = ({ clock }: Pick<Deps, 'clock'>, reader: Reader, userId: string) =>
  reader
    .selectFrom('recoveries')
    .selectAll()
    .where('user_id', '=', userId)
    .where('expires_at', '>', clock.sql);

/** That of a lost factor. */
export const openRecoveryOf = (
  deps: Pick<Deps, 'clock'>,
  reader: Reader,
  userId: string,
): Promise<RecoveryRow | undefined> =>
  openOf(deps, reader, userId)
    .where('gives_address', 'is', null)
    .where('stage', 'in', ['asked', 'waiting'])
    .executeTakeFirst();

/** The check with which it gets an address. */
export const openAddressCheckOf = (
  deps: Pick<Deps, 'clock'>,
  reader: Reader,
  userId: string,
): Promise<RecoveryRow | undefined> =>
  openOf(deps, reader, userId)
    .where('gives_address', 'is not', null)
    .where('stage', '=', 'asked')
    .executeTakeFirst();

/** Whether giving an address was stopped before by the address that the account has: that counts once. */
export async function wasAddressStopped(reader: Reader, userId: string): Promise<boolean> {
  const before = await reader
    .selectFrom('recoveries')
    .select('id')
    .where('user_id', '=', userId)
    .where('gives_address', 'is not', null)
    .where('stage', '=', 'stopped')
    .where('told_at', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return before !== undefined;
}

/**
 * Whoever has the address of before has pressed a link: giving another one, of which that address was told, ends. Only
 * the first time, because a thief who has that address would stop it for ever. The account's row is locked.
 */
export async function stopAddress(tx: Tx, userId: string): Promise<void> {
  if (await wasAddressStopped(tx, userId)) return;
  await tx
    .updateTable('recoveries')
    .set({ stage: 'stopped' })
    .where('user_id', '=', userId)
    .where('gives_address', 'is not', null)
    .where('told_at', 'is not', null)
    .where('stage', '=', 'asked')
    .execute();
}

/** Begins a recovery, or a check with which an account gets an address; returns its id. */
export async function beginRecovery(
  deps: Pick<Deps, 'clock' | 'config'>,
  tx: Tx,
  userId: string,
  gift?: {
    readonly gives_address: string;
    readonly begun_by: string;
  },
): Promise<string> {
  const id = randomUUID();
  await tx
    .insertInto('recoveries')
    .values({
      ...{ id, user_id: userId, stage: 'asked', review: 'not_started' },
      ...{ created_at: deps.clock.sql, due_at: null, told_at: null },
      expires_at: deps.clock.sqlIn(keptSeconds(deps)),
      ...gift,
    })
    .execute();
  return id;
}

function shownStage({ stage, review }: RecoveryRow): RecoveryStage {
  if (stage !== 'asked') return stage;
  if (review === 'rejected') return 'refused';
  // With the check alone an account gets no address: a second operator gives it.
  return review === 'submitted' || review === 'approved' ? 'review' : 'asked';
}

/** A recovery as its page shows it. */
export function viewOf({ config }: Pick<Deps, 'config'>, row: AddressedRow): Recovery {
  const due = row.stage === 'waiting' && row.due_at ? row.due_at.toISOString() : null;
  const aim = row.gives_address === null ? 'factor' : 'address';
  return { email: row.email, aim, stage: shownStage(row), due, hours: config.recoveryHours };
}

/** Reads when an account's second factor will be removed; no row if no recovery waits. */
export const recoveryDueQuery = (reader: Reader, userId: string) =>
  reader
    .selectFrom('recoveries')
    .select('due_at')
    .where('user_id', '=', userId)
    .where('stage', '=', 'waiting')
    .limit(1);

/**
 * Ends an account's open recovery; the caller has locked the account's row. Returns whether it was waiting.
 */
export async function endRecovery(tx: Tx, userId: string): Promise<boolean> {
  const { rows } = await sql<{ waited: boolean }>`update recoveries set stage = 'stopped'
    from (select id, stage from recoveries where user_id = ${userId}
      and gives_address is null and stage in ('asked', 'waiting') for update) as before
    where recoveries.id = before.id returning before.stage = 'waiting' as waited`.execute(tx);
  return rows.some(({ waited }) => waited);
}

/** The same, and tells it by mail if it was waiting. */
export async function stopRecoveryOf(
  deps: Deps,
  tx: Tx,
  userId: string,
  by: RecoveryStopper,
): Promise<boolean> {
  const waited = await endRecovery(tx, userId);
  if (waited) {
    await queueMail(deps, tx, recoveryStoppedMail(await alarmedRecipientOf(deps, tx, userId), by));
  }
  return waited;
}
