import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { termsPaths } from '#core/routes.ts';
import { formatDayInZone } from '#core/time/date-text.ts';
import { type Home, homeZone } from '#server/adapters/geolocation/home-zone.ts';
import { termsMail } from '#server/adapters/mail/texts.ts';
import type { Deps } from '#server/deps.ts';
import {
  daily,
  inBatches,
  isIn,
  onePass,
  type Pass,
  type Slice,
} from '#server/platform/daily-pass.ts';
import type { Loop } from '#server/platform/repeat.ts';
import { lockAccount } from '#server/services/customers/users/users.ts';
import { notify } from '#server/services/messages/notices/notify.ts';
import { tellEverybody } from '#server/services/messages/notices/tell-everybody.ts';
import { isoOf, type JsonRow } from '#server/store/json-row.ts';
import type { Reader } from '#server/store/schema/schema.ts';
import { inTransaction } from '#server/store/transaction.ts';
import { newestOf, placeCustomer } from './terms.ts';
import { keepVersions } from './versions.ts';

/** Mails of different causes take turns, so these delay no others. */
const CAUSE = 'new terms';
/** The pause while many mails are waiting. */
const PAUSE_MS = 10_000;

const termsText = (at: Date, home: Home): string =>
  `Our terms change on ${formatDayInZone(at.getTime(), homeZone(home))}. Profile, Account says what is new.`;

/** Reads new terms that the customer has not looked at: the app shows them whenever it is opened (KEEP-02). */
export const newTermsQuery = ({ db, clock }: Pick<Deps, 'db' | 'clock'>, userId: string) =>
  db
    .selectFrom('customer_terms')
    .select(['version', 'told_at', 'counts_at'])
    .where('user_id', '=', userId)
    .where('told_at', 'is not', null)
    .where('seen_at', 'is', null)
    .where('counts_at', '>', clock.sql);

export const termsNotice = (row: JsonRow<ReturnType<typeof newTermsQuery>>, home: Home) => ({
  notice_id: `terms ${row.version}`,
  text: termsText(new Date(row.counts_at), home),
  at: isoOf(row.told_at ?? row.counts_at),
});

/** How many customers are placed at a time. */
const PLACED = 100;

/** Customers without a recorded acceptance, because they registered before acceptances were recorded. */
const unplaced = ({ db }: Deps, slice: Slice, most: number) =>
  db
    .selectFrom('users')
    .select(['id', 'country_code', 'created_at'])
    .where(isIn('users.id', slice))
    .where('role', '=', 'user')
    .where('deleted_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(selectFrom('customer_terms').select('version').whereRef('user_id', '=', 'users.id')),
      ),
    )
    .orderBy('id')
    .limit(most)
    .execute();

const placeOthers = (deps: Deps, stopping?: AbortSignal): Pass =>
  inBatches(deps, stopping, {
    find: (slice, most) => unplaced(deps, slice, most),
    most: PLACED,
    failed: 'terms of a customer not taken down',
    work: ({ id, country_code: country, created_at: since }) =>
      inTransaction(deps.db, async (tx) => {
        // The account is locked first, as everywhere it may be deleted.
        if (await lockAccount(tx, id)) await placeCustomer(tx, { userId: id, country, since });
      }),
  });

/**
 * Tells one customer, once, in the transaction that records it: the version applies a month later at the
 * earliest.
 */
const tell = (deps: Deps, userId: string, document: string, newest: Newest): Promise<void> =>
  inTransaction(deps.db, async (tx) => {
    const account = await lockAccount(tx, userId);
    if (!account) return;
    const { version, changes } = newest;
    const month = sql<Date>`${deps.clock.sql} + interval '1 month'`;
    const told = await tx
      .insertInto('customer_terms')
      .values({
        ...{ user_id: userId, document, version, told_at: deps.clock.sql },
        counts_at: sql<Date>`greatest(${newest.counts_at}::timestamptz, ${month})`,
      })
      .onConflict((row) => row.doNothing())
      .returning('counts_at')
      .executeTakeFirst();
    if (!told) return;
    await notify(deps, tx, userId, {
      popup: termsText(told.counts_at, account),
      page: '/profile/account',
      cause: CAUSE,
      mail: (to) => termsMail(to, { version, from: told.counts_at, changes }),
    });
  });

type Newest = NonNullable<Awaited<ReturnType<typeof newestOf>>>;

interface Untold {
  readonly document: string;
  readonly version: string;
  readonly slice: Slice;
  readonly most: number;
}

/** A document's customers who have neither accepted its newest version nor been told of it. */
const untold = (reader: Reader, { document, version, slice, most }: Untold) =>
  reader
    .selectFrom('customer_terms as known')
    .innerJoin('users', 'users.id', 'known.user_id')
    .select('known.user_id as id')
    .distinct()
    .where('known.document', '=', document)
    .where(isIn('known.user_id', slice))
    .where('users.deleted_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('customer_terms as newer')
            .select('newer.version')
            .whereRef('newer.user_id', '=', 'known.user_id')
            .where('newer.document', '=', document)
            .where('newer.version', '=', version),
        ),
      ),
    )
    .orderBy('known.user_id')
    .limit(most)
    .execute();

/** Records the versions of the terms, and which of them applies to customers who registered before. */
export async function placeTerms(
  deps: Deps,
  stopping?: AbortSignal,
  passing = onePass,
): Promise<void> {
  await keepVersions(deps);
  await passing('terms accepted', placeOthers(deps, stopping));
}

/**
 * Tells customers of a new version at least a month before it applies to them (KEEP-02), once each with any
 * number of servers, and no faster than mails leave. Returns whether some are left. Customers who could not be told
 * are tried in the next round.
 */
export async function announceTerms(
  deps: Deps,
  stopping?: AbortSignal,
  passing = onePass,
): Promise<boolean> {
  for (const document of termsPaths) {
    const newest = await newestOf(deps.db, document);
    if (!newest) continue;
    const news = {
      cause: CAUSE,
      failed: 'a customer was not told of new terms',
      untold: (slice: Slice, most: number) =>
        untold(deps.db, { document, version: newest.version, slice, most }),
      tell: (userId: string) => tell(deps, userId, document, newest),
    };
    const pass = tellEverybody(deps, news, stopping);
    if ((await passing(`terms ${document} ${newest.version}`, pass)) === 'waits') return true;
  }
  return false;
}

async function announceAll(deps: Deps, stopping: AbortSignal): Promise<void> {
  while ((await announceTerms(deps, stopping, daily(deps))) && !stopping.aborted) {
    await pause(PAUSE_MS, undefined, { signal: stopping }).catch(() => undefined);
  }
}

/** After the first round it finds nobody: registering accepts at once. */
export const customerTermsLoop: Loop = {
  everyMs: 3_600_000,
  failed: 'versions of the terms not taken down',
  round: (deps, stopping) => placeTerms(deps, stopping, daily(deps)),
};

export const termsNoticeLoop: Loop = {
  everyMs: 600_000,
  failed: 'new terms not announced',
  round: announceAll,
};
