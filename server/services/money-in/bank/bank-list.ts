import { type Selectable, sql } from 'kysely';
import type { BankTransfer } from '#server/adapters/bank/bank.ts';
import type { Deps } from '#server/deps.ts';
import { doEach, takeDue } from '#server/platform/due.ts';
import { ARRIVED } from '#server/services/operation/copies/compared.ts';
import type { Reader, Schema } from '#server/store/schema/schema.ts';
import { takeTransfer } from './bank-transfers.ts';

/** The bank's list is read by one process at a time. */
const SOURCE = 'bank';
const EVERY_SECONDS = 30;
const LEASE_SECONDS = 60;
/** The bank may report a transfer this late, or its return; older ones are asked about by id. */
const BACK_MS = 3 * 24 * 3600_000;
/** So far back, less than that, it is read in between: what is late is found within an hour. */
const LATELY_MS = 6 * 3600_000;
const WHOLLY_MS = 3600_000;
/** How many transfers are compared with the books in one statement. */
const COMPARED = 1_000;

/**
 * The transfers that are new, or of which the bank says what the books do not have: for all others there is nothing to
 * do, however often they are listed. Whether there is, `takeTransfer` decides under the row's lock.
 */
export async function newsIn(
  reader: Reader,
  transfers: readonly BankTransfer[],
): Promise<readonly BankTransfer[]> {
  const news: BankTransfer[] = [];
  for (let from = 0; from < transfers.length; from += COMPARED) {
    const part = transfers.slice(from, from + COMPARED);
    const column = (of: (one: BankTransfer) => string) => sql`${part.map(of)}::text[]`;
    const { rows } = await sql<{ place: string }>`select place from unnest(
        ${column(({ id }) => id)}, ${column(({ accountId }) => accountId)},
        ${column(({ currency }) => currency)}, ${column(({ amount }) => amount)},
        ${column(({ payer }) => payer)}, ${column(({ reference }) => reference)},
        ${column(({ status }) => status)}
      ) with ordinality as told (id, account, currency, amount, payer, reference, status, place)
      where not exists (select from bank_transfers as known where known.external_id = told.id and
        case
          when known.state in ('pending', 'checking')
            then case known.state
                when 'pending' then told.status = 'pending'
                else told.status = 'settled' end
              and (known.currency, known.amount, known.payer, known.reference)
                = (told.currency, told.amount, told.payer, told.reference)
              and not exists (select from bank_accounts where bank_accounts.external_id = told.account
                and bank_accounts.user_id is distinct from known.user_id)
          -- Officers expect it no more, until it has come.
          when known.state = 'rejected' and known.reason = 'given-up' then told.status <> 'settled'
          -- Its payer may be told later.
          when known.state = 'aside' and known.reason = 'payer-unknown' and known.settled_at is null
              and told.status = 'settled'
            then (known.currency, known.amount, known.payer, known.reference)
              = (told.currency, told.amount, told.payer, told.reference)
          when told.status in ('reversed', 'rejected')
            then known.state in ('rejected', 'recalled', 'returning') or known.state = 'aside'
              and known.reason in ('reversed-after-return', 'reversed-after-decision')
          when known.state in ('credited', 'rejected', 'recalled')
            then case known.state
                when 'credited' then (known.currency, known.amount) = (told.currency, told.amount)
                else told.status = 'pending' end
              -- That it contradicts the books is said once.
              or exists (select from transfers_aside where reference = ${ARRIVED} || known.id)
          else true
        end)
      order by place`.execute(reader);
    news.push(...rows.flatMap(({ place }) => part[Number(place) - 1] ?? []));
  }
  return news;
}

type Feed = Pick<Selectable<Schema['custody_feeds']>, 'heard_at' | 'cursor'>;

/** Takes the list for this process, if it is due and no other one reads it. */
async function takeList({ db, clock }: Deps): Promise<Feed | undefined> {
  await db
    .insertInto('custody_feeds')
    .values({ source: SOURCE, cursor: '', due_at: clock.sql, leased_until: clock.sql })
    .onConflict((conflict) => conflict.column('source').doNothing())
    .execute();
  const [feed] = await takeDue<Feed>(db, {
    table: 'custody_feeds',
    key: 'source',
    when: sql`source = ${SOURCE} and due_at <= ${clock.sql} and leased_until <= ${clock.sql}`,
    order: sql`source`,
    most: 1,
    set: sql`due_at = ${clock.sqlIn(EVERY_SECONDS)}, leased_until = ${clock.sqlIn(LEASE_SECONDS)}`,
  });
  return feed;
}

/** Reads the bank's list, if that is due and no other process does. */
export async function readList(deps: Deps, stopping?: AbortSignal): Promise<void> {
  const { db, clock, log, parties } = deps;
  const feed = await takeList(deps);
  if (!feed) return;
  const now = clock.now();
  // As far back as the bank was heard last: that may be days, after a restore or while it did not answer.
  const heard = Math.min(now, feed.heard_at?.getTime() ?? now);
  // The cursor says when it was last read all the way.
  const wholly = Date.parse(feed.cursor);
  const isWhole = !(now >= wholly && now < wholly + WHOLLY_MS);
  const transfers = await parties.bank.transfers(new Date(heard - (isWhole ? BACK_MS : LATELY_MS)));
  if (!transfers) log.warn('the bank does not tell of transfers');
  const news = await newsIn(db, transfers ?? []);
  const all = await doEach(
    deps,
    news,
    'bank transfer not taken',
    (one) => takeTransfer(deps, one),
    { stopping },
  );
  const complete = transfers !== undefined && all && !stopping?.aborted;
  await db
    .updateTable('custody_feeds')
    .set({
      leased_until: clock.sql,
      ...(complete && { heard_at: clock.sql }),
      ...(complete && isWhole && { cursor: new Date(now).toISOString() }),
      // Whoever comes next goes on where this process stopped.
      ...(stopping?.aborted && { due_at: clock.sql }),
    })
    .where('source', '=', SOURCE)
    .execute();
}
