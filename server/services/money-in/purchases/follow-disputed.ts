import { sql } from 'kysely';
import type { Deps } from '#server/deps.ts';
import { doAll, doEach } from '#server/platform/due.ts';
import { cursorOf, keepCursor } from '#server/services/operation/copies/compared.ts';
import { inTransaction } from '#server/store/transaction.ts';
import { hearDisputes } from './charge-backs.ts';

/** A place in the provider's list of its own: a server of the version before reads it without heeding disputes. */
const FEED = 'payment#disputes';
/** So many disputes are looked up at a time. */
const ASKED = 100;
/** For so long after the last news, a dispute that has an end to come is asked about. */
const FOLLOWED_SECONDS = 200 * 24 * 3600;

/** Follows what the list has as disputed: a notice may have been lost, or come to a server that knew nothing of it. */
async function followListed(deps: Deps, stopping?: AbortSignal): Promise<void> {
  const { payment } = deps.parties;
  let cursor = await cursorOf(deps.db, FEED);
  // The cursor stays at what failed, and what is behind it is followed all the same.
  let all = true;
  while (payment.list && !stopping?.aborted) {
    const page = await payment.list(cursor);
    if (!page) return;
    const ids = page.movements.flatMap(({ kind, trackingId }) =>
      kind === 'disputed' ? [trackingId] : [],
    );
    const known = await deps.db
      .selectFrom('purchases')
      .select('id')
      .where(sql<boolean>`id = any(${ids}::text[])`)
      .execute();
    let isSilent = false;
    // What waits is known, and asked about with the open ones: it holds up nobody behind it.
    const one = async ({ id }: { readonly id: string }) => {
      if ((await hearDisputes(deps, id)) === undefined) isSilent = true;
    };
    const done = await doEach(deps, known, 'disputes of a purchase not followed', one, {
      stopping,
      facts: ({ id }) => ({ purchase: id }),
    });
    // The same page is read again at the next comparison.
    if (isSilent || stopping?.aborted) return;
    all &&= done;
    if (all) await inTransaction(deps.db, (tx) => keepCursor(tx, deps, FEED, page.cursor));
    if (!page.more || page.cursor === cursor) return;
    cursor = page.cursor;
  }
}

/** Asks about disputes that are not over: their end may be on no list. */
async function followOpen(deps: Deps, stopping?: AbortSignal): Promise<void> {
  await doAll(deps, {
    find: (after, most) =>
      deps.db
        .selectFrom('charge_backs')
        .select('purchase_id as id')
        .where('heard_at', '>', deps.clock.sqlIn(-FOLLOWED_SECONDS))
        .where('purchase_id', '>', after)
        .orderBy('purchase_id')
        .limit(most)
        .execute(),
    most: ASKED,
    failed: 'disputes of a purchase not followed',
    work: ({ id }) => hearDisputes(deps, id),
    facts: ({ id }) => ({ purchase: id }),
    stopping,
  });
}

/** Follows disputes without their notices (HARD-93). */
export async function followDisputed(deps: Deps, stopping?: AbortSignal): Promise<void> {
  await followListed(deps, stopping);
  await followOpen(deps, stopping);
}
