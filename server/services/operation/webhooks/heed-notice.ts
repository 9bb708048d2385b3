import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { Deps } from '#server/deps.ts';
import { doEach, takeDue } from '#server/platform/due.ts';
import type { Loop } from '#server/platform/repeat.ts';
import { syncRecovery } from '#server/services/access/recovery/prove-recovery.ts';
import { syncKyc } from '#server/services/customers/identity/kyc.ts';
import { syncSessionChecks } from '#server/services/customers/identity/session-check.ts';
import { syncUpdate } from '#server/services/customers/identity/update-check.ts';
import { askTransfer } from '#server/services/money-in/bank/bank-worker.ts';
import { settlePurchase } from '#server/services/money-in/purchases/settle-purchases.ts';
import { SET_ASIDE } from '#server/services/money-in/purchases/unknown-purchases.ts';

/** How often the provider is asked about one notice, however often it is repeated. */
const ASKED_EVERY_SECONDS = 60;
/** Without an answer the pauses double, up to an hour: a notice is never lost, and none is asked about each minute. */
const LONGEST_PAUSE_SECONDS = 3600;
/** So much of a longer pause is left out by chance. */
const JITTER = 0.2;
const BATCH = 20;

/** A notice about a customer may concern any of their checks; undefined if the provider does not answer. */
async function askIdentity(deps: Deps, userId: string): Promise<true | undefined> {
  const [first, again, update, session] = await Promise.all([
    syncKyc(deps, userId),
    syncRecovery(deps, userId),
    syncUpdate(deps, userId),
    syncSessionChecks(deps, userId),
  ]);
  return first !== undefined && again && update && session ? true : undefined;
}

/** Asks the provider about the subject of a notice; undefined if it does not answer. */
const questions = { identity: askIdentity, payment: settlePurchase, bank: askTransfer } as const;
export type NoticeParty = keyof typeof questions;

interface ClaimedWebhook {
  readonly digest: string;
  readonly party: NoticeParty;
  readonly about: string;
  readonly heard: number;
}

/**
 * Takes notices with a copy that no answer followed, if the last question is old enough; for a minute, no
 * other process takes the same.
 */
const take = (
  { db, clock }: Deps,
  which: RawBuilder<boolean>,
): Promise<readonly ClaimedWebhook[]> =>
  takeDue(db, {
    table: 'provider_notices',
    key: 'digest',
    when: sql`heard > answered and asked_at <= ${clock.sqlIn(-ASKED_EVERY_SECONDS)}
      and asked_at <= ${clock.sql} - least(${LONGEST_PAUSE_SECONDS}::double precision,
        ${ASKED_EVERY_SECONDS}::double precision * 2 ^ least(greatest(attempts - 1, 0), 10))
        * (1 - ${JITTER}::double precision * random()) * interval '1 second'
      and ${which}`,
    order: sql`asked_at`,
    most: BATCH,
    set: sql`asked_at = ${clock.sql}, attempts = attempts + 1`,
  });

/**
 * A notice about a purchase that is not in the books, as after a restore: somebody may have paid for it
 * (OPS-01). Its row stays, is asked about again, and is counted by `check:ledger`; the operator is told once.
 */
async function setAside({ db, log }: Deps, { digest, about }: ClaimedWebhook): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('provider_notices')
    .set({ answered: SET_ASIDE })
    .where('digest', '=', digest)
    .where('answered', '=', 0)
    .executeTakeFirst();
  if (numUpdatedRows > 0n)
    log.error('notice of an unknown purchase set aside', { purchase: about });
}

/**
 * Asks the provider, and marks only the copies as answered that had arrived by then. False if there was no
 * usable answer: the provider then repeats the notice.
 */
async function ask(deps: Deps, taken: ClaimedWebhook): Promise<boolean> {
  const { digest, party, about, heard } = taken;
  const answer = await questions[party](deps, about);
  if (answer === undefined) return false;
  if (answer === 'none') {
    await setAside(deps, taken);
    return false;
  }
  await deps.db
    .updateTable('provider_notices')
    .set({ answered: heard, attempts: 0 })
    .where('digest', '=', digest)
    .where('answered', '<', heard)
    .execute();
  return true;
}

/**
 * Heeds a signed notice: the provider is asked at once or, if this very notice was asked about less than a
 * minute ago, when that minute is over, because a copy may mean something new. False if the provider was
 * asked and did not answer; it is asked again.
 */
export async function heedNotice(
  deps: Deps,
  party: NoticeParty,
  body: Uint8Array,
  about: string,
): Promise<boolean> {
  const digest = createHash('sha256').update(`${party}\n`).update(body).digest('base64url');
  await deps.db
    .insertInto('provider_notices')
    .values({ digest, party, about, heard: 1, answered: 0, asked_at: new Date(0) })
    .onConflict((row) =>
      // The provider is there, and may mean something new: the next pause is the shortest again.
      row.column('digest').doUpdateSet({ heard: sql`provider_notices.heard + 1`, attempts: 0 }),
    )
    .execute();
  const [taken] = await take(deps, sql`digest = ${digest}`);
  if (taken) return ask(deps, taken);
  const { answered } = await deps.db
    .selectFrom('provider_notices')
    .select('answered')
    .where('digest', '=', digest)
    .executeTakeFirstOrThrow();
  return answered !== SET_ASIDE;
}

/** Asks about notices whose minute is over, until `stopping`. */
export async function askAgain(deps: Deps, stopping?: AbortSignal): Promise<void> {
  let due: readonly ClaimedWebhook[];
  do {
    due = await take(deps, sql`true`);
    // All at once: a provider that does not answer about one costs the others nothing.
    await doEach(deps, due, 'notice not asked about', (one) => ask(deps, one), {
      ...{ atOnce: BATCH, stopping },
      facts: ({ party }) => ({ party }),
    });
  } while (due.length === BATCH && !stopping?.aborted);
}

export const webhookLoop: Loop = {
  everyMs: 5_000,
  failed: 'asking about notices failed',
  round: askAgain,
};
