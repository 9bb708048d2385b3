import { randomUUID } from 'node:crypto';
import { type Expression, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { getContact } from '#core/contract/account/security.ts';
import type { AnswerOf } from '#core/contract/endpoint.ts';
import type { Conversation } from '#core/contract/staff/desk.ts';
import { type Channel, channels } from '#core/people/channels.ts';
import { isBlank } from '#core/text/one-line.ts';
import { SAY_WHAT_ABOUT } from '#core/words/staff.ts';
import type { Deps } from '#server/deps.ts';
import type { Owner } from '#server/platform/standing-session.ts';
import { notFound } from '#server/refusal/refusals.ts';
import { type Refused, refuse } from '#server/refusal/refused.ts';
import { lockAccount, withAccount } from '#server/services/customers/users/users.ts';
import { holdOf } from '#server/services/money-out/withdrawals/security-hold.ts';
import { proofOf } from '#server/services/staff/audit/proof.ts';
import { record } from '#server/services/staff/audit/record.ts';
import { isoOf, type JsonRow } from '#server/store/json-row.ts';
import { takeDeskProof } from './desk-proof.ts';

/** The longest time of a recorded conversation, in case its end is forgotten. */
const MOST_SECONDS = 3600;

type ConversationDeps = Pick<Deps, 'db' | 'clock'>;

const channelOf = (stored: string): Channel => channels.find((one) => one === stored) ?? 'phone';

/** Reads the conversations that go on with a customer. */
export const runningQuery = (
  { db, clock }: ConversationDeps,
  userId: string | Expression<string | null>,
) =>
  db
    .selectFrom('conversations')
    .innerJoin('users as officers', 'officers.id', 'conversations.officer')
    .where('user_id', '=', userId)
    .where('ends_at', '>', clock.sql)
    // Nobody speaks for us who no longer works here, or whose account may be in other hands (READ-10).
    .where('officers.deleted_at', 'is', null)
    .where('officers.role', '<>', 'user')
    .where('officers.withdrawals_frozen', '=', false)
    .select(['conversations.id', 'officer', 'officers.email', 'channel', 'began_at', 'ends_at'])
    .orderBy('began_at');

/** The staff who are speaking with a customer now, for the desk. */
export const speakingOf = (
  rows: readonly JsonRow<ReturnType<typeof runningQuery>>[],
  officer: string,
): Conversation[] =>
  rows.map((row) => ({
    id: row.id,
    channel: channelOf(row.channel),
    since: isoOf(row.began_at),
    until: isoOf(row.ends_at),
    by: row.email,
    own: row.officer === officer,
  }));

/**
 * The same for the customer: the ways of speaking, without names, and whether withdrawals are held, read in one
 * statement; undefined if the account is gone.
 */
export async function readContact(
  deps: ConversationDeps,
  userId: string,
): Promise<AnswerOf<typeof getContact>['data'] | undefined> {
  const read = await deps.db
    .selectFrom('users')
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .select(['withdrawals_held_until', 'withdrawals_held_for', 'withdrawals_frozen'])
    .select(jsonArrayFrom(runningQuery(deps, userId)).as('running'))
    .executeTakeFirst();
  return (
    read && {
      speaking: read.running.map((row) => ({
        channel: channelOf(row.channel),
        since: isoOf(row.began_at),
        until: isoOf(row.ends_at),
      })),
      withdrawalHold: holdOf(read, deps.clock.now()),
    }
  );
}

interface Started {
  /** The customer's account id. */
  readonly id: string;
  readonly channel: Channel;
  readonly reason: string;
  readonly otp: string;
}

/**
 * Records that an officer speaks with a customer; the customer's open page shows it at once (KEEP-17). The
 * audit log has a hash of the reason, which is stored with the conversation.
 */
export async function startConversation(
  deps: Deps,
  officer: Owner,
  { id, channel, reason, otp }: Started,
): Promise<Refused | undefined> {
  if (isBlank(reason)) return refuse('INVALID_INPUT', SAY_WHAT_ABOUT);
  const by = officer.userId;
  return withAccount(deps, officer, async (tx) => {
    // Whoever stole the session alone must not have our own page confirm their call (READ-08).
    const act = { act: 'speak', id, channel, reason } as const;
    const unproved = await takeDeskProof(deps, tx, officer, { act, otp });
    if (unproved) return unproved;
    const customer = await lockAccount(tx, id);
    if (customer?.role !== 'user') return notFound();
    await tx
      .updateTable('conversations')
      .set({ ends_at: deps.clock.sql })
      .where('user_id', '=', id)
      .where('officer', '=', by)
      .where('ends_at', '>', deps.clock.sql)
      .execute();
    await tx
      .insertInto('conversations')
      .values({
        id: randomUUID(),
        user_id: id,
        officer: by,
        channel,
        reason,
        began_at: deps.clock.sql,
        ends_at: deps.clock.sqlIn(MOST_SECONDS),
      })
      .execute();
    await record(tx, deps, {
      actor: by,
      action: 'began to speak with a customer',
      subject: id,
      detail: { channel, reason: proofOf(reason) },
    });
    return undefined;
  });
}

/** Ends a conversation; one that has ended stays as it is. */
export async function endConversation(
  deps: Deps,
  officer: Owner,
  id: string,
): Promise<Refused | undefined> {
  return withAccount(deps, officer, async (tx) => {
    const found = await tx
      .selectFrom('conversations')
      .select(['user_id', 'channel', sql<boolean>`ends_at > ${deps.clock.sql}`.as('goes_on')])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (!found) return notFound();
    if (!found.goes_on) return undefined;
    await tx
      .updateTable('conversations')
      .set({ ends_at: deps.clock.sql })
      .where('id', '=', id)
      .execute();
    await record(tx, deps, {
      actor: officer.userId,
      action: 'stopped speaking with a customer',
      subject: found.user_id,
      detail: { channel: found.channel },
    });
    return undefined;
  });
}
