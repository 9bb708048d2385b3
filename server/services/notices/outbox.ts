import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import * as v from 'valibot';
import type { Mail } from '#server/adapters/mail/mail.ts';
import type { Deps } from '#server/deps.ts';
import { afterAttempts, takeDue } from '#server/platform/due.ts';
import { limitKey } from '#server/platform/rate-limit.ts';
import type { Loop } from '#server/platform/repeat.ts';
import { openSecret, sealSecret } from '#server/platform/secret-box.ts';
import { turns } from '#server/platform/turns.ts';
import { CODE_MINUTES } from '#server/services/credentials/email-codes.ts';
import type { Tx } from '#server/store/schema.ts';

/** Mails handed over at the same time by one process: a slow mail server holds up few. */
export const AT_ONCE = 4;
/** For so long a mail that was taken out belongs to its process; after that another may try. */
const LEASE_SECONDS = 300;
const LONGEST_PAUSE_SECONDS = 900;
/**
 * A mail that could not be sent for so long is dropped; one with a code when the code has expired.
 */
const KEPT_SECONDS = 3 * 24 * 3600;
const CODE_KEPT_SECONDS = CODE_MINUTES * 60;

const kept = v.object({
  to: v.string(),
  subject: v.string(),
  text: v.string(),
  code: v.optional(v.string()),
});

const contextOf = (id: string): string => `mail:${id}`;

const turnOf = (cause: string): string => limitKey(`mail:${cause}`);

/** The address of a mail that is written like any other and then not sent. */
export const NOBODY = '';

interface Queued {
  /** Who caused the mail, if that is not its recipient. */
  readonly cause?: string | undefined;
  /** Its id, where that is written down elsewhere, too. */
  readonly id?: string;
}

/**
 * Writes a mail in the transaction of what it tells: both happen or neither. The causes take turns, so that one with
 * many mails does not delay the others (HARD-41). Returns its id, which is in the outbox until the mail has left.
 */
export async function queueMail(
  deps: Deps,
  tx: Tx,
  { urgent = false, ...mail }: Mail,
  { cause = mail.to, id = randomUUID() }: Queued = {},
): Promise<string> {
  const turn_of = turnOf(cause);
  await tx
    .insertInto('mail_outbox')
    .values({
      id,
      sealed: sealSecret(deps, contextOf(id), JSON.stringify(mail)),
      next_attempt_at: deps.clock.sql,
      expires_at: deps.clock.sqlIn(mail.code === undefined ? KEPT_SECONDS : CODE_KEPT_SECONDS),
      created_at: deps.clock.sql,
      urgent,
      turn_of,
      turn: sql<number>`(select coalesce(max(turn), 0) + 1 from mail_outbox where turn_of = ${turn_of})`,
    })
    .execute();
  return id;
}

/** How many mails of one cause may wait, because strangers can cause mails. */
const MOST_WAITING = 50;

/** Whether as many mails of one cause wait as may, so that no further one should be written. */
export async function hasMuchWaiting(tx: Tx, cause: string): Promise<boolean> {
  const { waiting } = await tx
    .selectFrom('mail_outbox')
    .where('turn_of', '=', turnOf(cause))
    .select(({ fn }) => fn.countAll<string>().as('waiting'))
    .executeTakeFirstOrThrow();
  return Number(waiting) >= MOST_WAITING;
}

interface Taken {
  readonly id: string;
  readonly turn_of: string;
  readonly sealed: string;
  readonly attempts: number;
  readonly expired: boolean;
}

/**
 * Takes the next mail that is due for this process alone: about security first, then in turns. One at
 * a time: of several the last ones would wait for a slow mail server longer than they are this process's.
 * What has a cause in `underWay` waits, so that mails to one customer arrive in their order.
 */
async function take(
  { db, clock }: Deps,
  underWay: ReadonlySet<string>,
): Promise<Taken | undefined> {
  const [taken] = await takeDue<Taken>(db, {
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

function contentOf(deps: Deps, { id, sealed }: Taken): Mail | undefined {
  const opened = openSecret(deps, contextOf(id), sealed);
  if (opened === undefined) return undefined;
  const { code, ...mail } = v.parse(kept, JSON.parse(opened));
  return { ...mail, ...(code === undefined ? {} : { code }) };
}

/** Tried again after ever longer pauses, for as long as the mail is kept. */
const postpone = ({ db, clock }: Deps, { id, attempts }: Taken) =>
  db
    .updateTable('mail_outbox')
    .set({ next_attempt_at: afterAttempts(clock, attempts, LONGEST_PAUSE_SECONDS) })
    .where('id', '=', id)
    .execute();

async function send(deps: Deps, taken: Taken): Promise<void> {
  const mail = contentOf(deps, taken);
  if (taken.expired) {
    deps.log.error('mail given up', { attempts: taken.attempts, readable: mail !== undefined });
    await forget(deps, taken.id);
    return;
  }
  if (!mail) {
    // While keys are exchanged another process may have the one that sealed it. How many there are is
    // told once, whoever tries them (services/watch).
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
  // Nothing of it stays: a mail may carry a code or a link.
  await forget(deps, taken.id);
}

const LOOKED_AT = 200;

/** The mails that no configured key opens, of the oldest that were tried; undefined: none. */
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

/** Sends what is due, several at once, until `stopping`. Any number of processes may do so at once. */
export async function sendDue(deps: Deps, stopping?: AbortSignal): Promise<void> {
  const underWay = new Set<string>();
  const taking = turns(1, AT_ONCE);
  const takeNext = async (): Promise<Taken | undefined> => {
    const taken = stopping?.aborted ? undefined : await take(deps, underWay);
    if (taken) underWay.add(taken.turn_of);
    return taken;
  };
  const sendOneByOne = async (): Promise<void> => {
    for (;;) {
      const taken = await taking.run(takeNext);
      if (!taken) return;
      await send(deps, taken).finally(() => underWay.delete(taken.turn_of));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, sendOneByOne));
}

export const sending: Loop = { everyMs: 500, failed: 'mails not looked for', round: sendDue };

/** Sends what is due and waits for what another process is just sending: for the sandbox's inbox. */
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
