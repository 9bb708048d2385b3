import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import * as v from 'valibot';
import { letterSchema } from '#server/adapters/mail/letter.ts';
import type { Mail } from '#server/adapters/mail/mail.ts';
import type { Deps } from '#server/deps.ts';
import { afterAttempts, doEach, takeDue } from '#server/platform/due.ts';
import { limitKey } from '#server/platform/rate-limit.ts';
import type { Loop } from '#server/platform/repeat.ts';
import { openSecret, sealSecret } from '#server/platform/secret-box.ts';
import { turns } from '#server/platform/turns.ts';
import { CODE_MINUTES } from '#server/policy.ts';
import type { Tx } from '#server/store/schema/schema.ts';

/** How many mails one process hands over at the same time, so that a slow mail server delays few. */
export const AT_ONCE = 4;
/** How long a mail that was taken belongs to its process; afterwards another may try. */
const LEASE_SECONDS = 300;
const LONGEST_PAUSE_SECONDS = 900;
/** How long a mail that cannot be sent is kept; one with a code until the code expires. */
const KEPT_SECONDS = 3 * 24 * 3600;
const CODE_KEPT_SECONDS = CODE_MINUTES * 60;

const kept = v.object({
  to: v.string(),
  subject: v.string(),
  text: v.string(),
  letter: v.optional(letterSchema),
  code: v.optional(v.string()),
});

const contextOf = (id: string): string => `mail:${id}`;

const turnOf = (cause: string): string => limitKey(`mail:${cause}`);

/** The recipient of a mail that is written like any other but never sent. */
export const NOBODY = '';

interface Queued {
  /** The cause of the mail, if that is not its recipient. */
  readonly cause?: string | undefined;
  /** The mail's id, if it is stored elsewhere too. */
  readonly id?: string;
}

/**
 * Writes a mail in the transaction of its event. Causes take turns, so that one with many mails does not
 * delay the others (HARD-41). Returns the mail's id, which exists until it is sent.
 */
export async function queueMail(
  deps: Deps,
  tx: Tx,
  mail: Mail,
  { cause, id = randomUUID() }: Queued = {},
): Promise<string> {
  await queuedOf(deps, tx, mail, { cause, id }).execute();
  return id;
}

/** The same as a write that a statement can include. */
export function queuedOf(
  deps: Deps,
  tx: Tx,
  { urgent = false, ...mail }: Mail,
  { cause = mail.to, id }: Queued & { readonly id: string },
) {
  const turn_of = turnOf(cause);
  return tx.insertInto('mail_outbox').values({
    id,
    sealed: sealSecret(deps, contextOf(id), JSON.stringify(mail)),
    next_attempt_at: deps.clock.sql,
    expires_at: deps.clock.sqlIn(mail.code === undefined ? KEPT_SECONDS : CODE_KEPT_SECONDS),
    created_at: deps.clock.sql,
    urgent,
    turn_of,
    turn: sql<number>`(select coalesce(max(turn), 0) + 1 from mail_outbox where turn_of = ${turn_of})`,
  });
}

/** The most waiting mails of one cause, because strangers can cause mails. */
const MOST_WAITING = 50;

/** Whether so many mails of a cause are waiting that no further one should be written. */
export async function hasMuchWaiting(tx: Tx, cause: string): Promise<boolean> {
  const { waiting } = await tx
    .selectFrom('mail_outbox')
    .where('turn_of', '=', turnOf(cause))
    .select(({ fn }) => fn.countAll<string>().as('waiting'))
    .executeTakeFirstOrThrow();
  return Number(waiting) >= MOST_WAITING;
}

interface ClaimedMail {
  readonly id: string;
  readonly turn_of: string;
  readonly sealed: string;
  readonly attempts: number;
  readonly expired: boolean;
}

/**
 * Takes the next due mail for this process: security mails first, then in turns. One at a time, because with
 * a slow mail server the last of several would wait longer than its lease. A mail whose cause is in
 * `underWay` waits, so that a customer's mails arrive in order.
 */
async function take(
  { db, clock }: Deps,
  underWay: ReadonlySet<string>,
): Promise<ClaimedMail | undefined> {
  const [taken] = await takeDue<ClaimedMail>(db, {
    table: 'mail_outbox',
    when: sql`next_attempt_at <= ${clock.sql} and turn_of <> all(${[...underWay]}::text[])`,
    order: sql`urgent desc, turn, created_at`,
    most: 1,
    set: sql`attempts = attempts + 1, next_attempt_at = ${clock.sqlIn(LEASE_SECONDS)}`,
    returning: sql`id, turn_of, sealed, attempts, expires_at <= ${clock.sql} as expired`,
  });
  return taken;
}

const forget = ({ db }: Deps, id: string) =>
  db.deleteFrom('mail_outbox').where('id', '=', id).execute();

function contentOf(deps: Deps, { id, sealed }: ClaimedMail): Mail | undefined {
  const opened = openSecret(deps, contextOf(id), sealed);
  if (opened === undefined) return undefined;
  const { code, letter, ...mail } = v.parse(kept, JSON.parse(opened));
  return {
    ...mail,
    ...(letter === undefined ? {} : { letter }),
    ...(code === undefined ? {} : { code }),
  };
}

/**
 * Whether a withdrawal waits for the mail that says how to stop it: it is not sent without (HARD-41), and after a week it is
 * a case at the desk.
 */
async function isWaitedFor({ db }: Deps, id: string): Promise<boolean> {
  const { rows } = await sql`select from withdrawals
    where due_at is not null and status = 'requested' and not sending and mail_id = ${id}`.execute(
    db,
  );
  return rows.length > 0;
}

/** Tries again after growing pauses, as long as the mail is kept. */
const postpone = ({ db, clock }: Deps, { id, attempts }: ClaimedMail) =>
  db
    .updateTable('mail_outbox')
    .set({ next_attempt_at: afterAttempts(clock, attempts, LONGEST_PAUSE_SECONDS) })
    .where('id', '=', id)
    .execute();

async function send(deps: Deps, taken: ClaimedMail): Promise<void> {
  const mail = contentOf(deps, taken);
  if (taken.expired && !(await isWaitedFor(deps, taken.id))) {
    deps.log.error('mail given up', { attempts: taken.attempts, readable: mail !== undefined });
    await forget(deps, taken.id);
    return;
  }
  if (!mail) {
    // While keys are exchanged, another process may have the key. The number of unreadable mails is reported
    // once, whoever tries them (services/watch).
    await postpone(deps, taken);
    return;
  }
  try {
    if (mail.to !== NOBODY) await deps.parties.mail.deliver(mail, taken.id);
  } catch (error) {
    deps.log.error('mail not sent', { attempts: taken.attempts }, error);
    await postpone(deps, taken);
    return;
  }
  // Everything of it is deleted, because a mail may contain a code or a link.
  await forget(deps, taken.id);
}

const LOOKED_AT = 200;

/** The mails that no configured key opens, among the oldest that were tried; undefined if none. */
export async function unreadableMails(
  deps: Deps,
): Promise<
  { readonly count: number; readonly oldestSeconds: number; readonly id: string } | undefined
> {
  const tried = await deps.db
    .selectFrom('mail_outbox')
    .select(['id', 'sealed'])
    .select(sql<number>`extract(epoch from ${deps.clock.sql} - created_at)::integer`.as('age'))
    .where('attempts', '>', 0)
    .orderBy('created_at')
    .limit(LOOKED_AT)
    .execute();
  const closed = tried.filter(
    ({ id, sealed }) => openSecret(deps, contextOf(id), sealed) === undefined,
  );
  const [first] = closed;
  return first && { count: closed.length, oldestSeconds: first.age, id: first.id };
}

/** Sends due mails, several at once, until `stopping`. Any number of processes may do so at once. */
export async function sendDue(deps: Deps, stopping?: AbortSignal): Promise<void> {
  const underWay = new Set<string>();
  const taking = turns(1, AT_ONCE);
  const takeNext = async (): Promise<ClaimedMail | undefined> => {
    const taken = stopping?.aborted ? undefined : await take(deps, underWay);
    if (taken) underWay.add(taken.turn_of);
    return taken;
  };
  const sendOneByOne = async (): Promise<void> => {
    for (;;) {
      const taken = await taking.run(takeNext);
      if (!taken) return;
      await doEach(deps, [taken], 'mail not handled', (one) => send(deps, one));
      underWay.delete(taken.turn_of);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, sendOneByOne));
}

export const mailLoop: Loop = { everyMs: 500, failed: 'mails not looked for', round: sendDue };

/** Sends due mails and waits for those that another process is sending; for the sandbox's inbox. */
export async function settleOutbox(deps: Deps): Promise<void> {
  for (let round = 0; round < 100; round++) {
    await sendDue(deps);
    const underWay = await deps.db
      .selectFrom('mail_outbox')
      .select('id')
      .where('attempts', '<=', 1)
      .executeTakeFirst();
    if (!underWay) return;
    await pause(20);
  }
}
