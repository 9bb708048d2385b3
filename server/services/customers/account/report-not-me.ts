import { sql } from 'kysely';
import { emailReturnedMail, type FreezeFacts } from '#server/adapters/mail/texts.ts';
import type { Deps } from '#server/deps.ts';
import type { Owner } from '#server/platform/standing-session.ts';
import { hashToken } from '#server/platform/tokens.ts';
import { REPORT_LINK_DAYS } from '#server/policy.ts';
import { isRefused, type Refused } from '#server/refusal/refused.ts';
import { checkShown, showPassword } from '#server/services/access/credentials/shown-password.ts';
import { stopAddress } from '#server/services/access/recovery/recoveries.ts';
import {
  lockAccount,
  noAddressOf,
  type UserRow,
  withAccount,
} from '#server/services/customers/users/users.ts';
import { queueMail } from '#server/services/messages/notices/outbox.ts';
import { recipientOf } from '#server/services/messages/notices/recipients.ts';
import type { Tx } from '#server/store/schema/schema.ts';
import { inTransaction } from '#server/store/transaction.ts';
import { freeze } from './freeze.ts';

/** An account that has just been frozen. */
export interface Frozen {
  /** The address to which the code for a new password goes. */
  readonly email: string;
  readonly facts: FreezeFacts;
}

/** A “this wasn't me” link that was pressed. */
interface Pressed {
  readonly user_id: string;
  /** The address to which it was mailed, if the account has another one since. */
  readonly previous_email: string | null;
  /** The first step that it undoes (READ-07). */
  readonly undoes_from: number;
  readonly since: Date;
}

/**
 * Gives an account the address back to which the pressed link was mailed. If another account has it by now, this
 * account gets none, because its present address may belong to the reported person. Returns whether it has the
 * former address.
 */
async function takeBack(
  deps: Deps,
  tx: Tx,
  { id, email }: UserRow,
  { previous_email: previous, undoes_from: from }: Pressed,
): Promise<boolean> {
  if (previous === null || email === previous) return true;
  const former = await recipientOf(tx, id);
  const changed = await sql`update users set email = ${previous} where id = ${id}
    and not exists (select 1 from users where email = ${previous} and deleted_at is null)`.execute(
    tx,
  );
  const returned = changed.numAffectedRows === 1n;
  const nobody = noAddressOf(id);
  if (returned && email !== nobody) await queueMail(deps, tx, emailReturnedMail(former));
  if (!returned) {
    await tx.updateTable('users').set({ email: nobody }).where('id', '=', id).execute();
  }
  // Links that were mailed to an address of a step that is undone may be in the reported person's hands. Those from
  // before stay, whoever pressed this one: a thief may have moved the account twice (READ-07).
  await tx
    .deleteFrom('report_links')
    .where('user_id', '=', id)
    .where('undoes_from', '>', from)
    .where('previous_email', 'is distinct from', previous)
    .execute();
  return returned;
}

/**
 * Whether a press of the link would freeze its account. Whoever holds the token learns nothing by it that the press would
 * not tell, and an unknown token reads as a used one.
 */
export async function reportLinkStands({ db, clock }: Pick<Deps, 'db' | 'clock'>, token: string) {
  const found = await db
    .selectFrom('report_links')
    .innerJoin('users', 'users.id', 'report_links.user_id')
    .where('token_hash', '=', hashToken(token))
    .where('used_at', 'is', null)
    .where('report_links.expires_at', '>', clock.sql)
    .where('users.role', '=', 'user')
    .where('users.deleted_at', 'is', null)
    .select('user_id')
    .executeTakeFirst();
  return found !== undefined;
}

/** Uses a link up, with its account locked: of two that are pressed at once, one comes first. */
async function takeLink(
  { clock }: Pick<Deps, 'clock'>,
  tx: Tx,
  token: string,
): Promise<{ readonly account: UserRow; readonly link: Pressed } | undefined> {
  const found = await tx
    .selectFrom('report_links')
    .select('user_id')
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst();
  const account = found && (await lockAccount(tx, found.user_id));
  // A mailbox alone must not open a staff account, which a freeze and a new password would do (HARD-65).
  if (account?.role !== 'user') return undefined;
  const { rows } = await sql<Pressed>`update report_links set used_at = ${clock.sql}
    where token_hash = ${hashToken(token)} and used_at is null and expires_at > ${clock.sql}
    returning user_id, previous_email, undoes_from,
      coalesce(reported_since, expires_at - ${REPORT_LINK_DAYS} * interval '1 day') as since`.execute(
    tx,
  );
  const [link] = rows;
  return link && { account, link };
}

/**
 * Uses a report link up and freezes its account. The link undoes the step it names and every later one, also those
 * by which somebody else pressed a link of theirs, and none before it: the address to which it was mailed comes back.
 * Undefined for a link that is used, expired or unknown.
 */
export const reportNotMe = (deps: Deps, token: string): Promise<Frozen | undefined> =>
  inTransaction(deps.db, async (tx) => {
    const taken = await takeLink(deps, tx, token);
    if (!taken) return undefined;
    const { account, link } = taken;
    await stopAddress(tx, account.id);
    const { previous_email: previous, undoes_from: undoesFrom, since } = link;
    const returned = await takeBack(deps, tx, account, link);
    const facts = await freeze(deps, tx, account, {
      undoesFrom,
      since: new Date(since),
      // The mail goes to whoever pressed the link, whatever the account's address is now.
      ...(previous !== null && { mailTo: previous }),
      ...(!returned && previous !== null && { addressTaken: previous }),
    });
    return { email: previous ?? account.email, facts };
  });

/**
 * Freezes the account of a session from within the app. The password is checked if the page sends it; after
 * unlocking the device's own lock, the page sends none. A thief of a session gains nothing by it: the session
 * itself ends, and only the mailbox leads on.
 */
export async function freezeFromApp(
  deps: Deps,
  owner: Owner,
  password: string | undefined,
): Promise<Frozen | Refused> {
  const shown = password === undefined ? undefined : await showPassword(deps, owner, password);
  if (isRefused(shown)) return shown;
  return withAccount(deps, owner, async (tx, account) => {
    const refused = shown === undefined ? undefined : checkShown(account, shown);
    if (refused) return refused;
    const { created_at: since, at_step: step } = await tx
      .selectFrom('sessions')
      .select(['created_at', 'at_step'])
      .where('id', '=', owner.sessionId)
      .executeTakeFirstOrThrow();
    const facts = await freeze(deps, tx, account, {
      undoesFrom: (step ?? 0) + 1,
      since,
      sessionId: owner.sessionId,
      keepsFactor: shown === undefined,
    });
    return { email: account.email, facts };
  });
}
