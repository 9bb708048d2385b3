import { randomUUID } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { type AssetCode, assetOf } from '#core/money/currencies.ts';
import { PRICE_SCALE } from '#core/money/price.ts';
import type { Clock } from '#server/base/clock.ts';
import type { Tx } from '#server/store/schema/schema.ts';
import { accountId } from './accounts.ts';
import { type BalanceChange, balanceChanges, changingBalances, openAccounts } from './balances.ts';
import { houseChanges, imbalance, type Journal, type Posting, withoutZeros } from './journal.ts';

export type Posted =
  | { readonly kind: 'posted'; readonly id: string; readonly createdAt: Date }
  /** The customer's balance is too small. The transaction must be rolled back. */
  | { readonly kind: 'insufficient' }
  /** A journal with this reference exists. The transaction must be rolled back. */
  | { readonly kind: 'duplicate' };

/**
 * The moment of the journal: after those whose accounts it waited for. Statements pair the two legs of a
 * conversion by their moment, so a customer's conversions are at least a millisecond apart; if two coincide
 * nevertheless, the table's index refuses one, which is then retried.
 */
function moment(clock: Clock, journal: Journal): RawBuilder<Date> {
  if (journal.createdAt) return sql<Date>`${journal.createdAt}::timestamptz`;
  if (journal.class !== 'conversion') return clock.sqlAfterLocks;
  return sql<Date>`greatest(${clock.sqlAfterLocks}, (
    select max(created_at) + interval '1 millisecond' from journals
    where user_id = ${journal.userId} and class = 'conversion'
  ))`;
}

/** Only postings that change the available balance are on the statement. */
const statementOf = ({ account }: Posting): string | null =>
  account.owner !== 'house' && account.kind === 'available' ? account.owner : null;

const rowOf = (posting: Posting, line: number) =>
  sql`(${line}::smallint, ${accountId(posting.account)}::text, ${posting.account.currency}::text,
    ${String(posting.units)}::numeric, ${statementOf(posting)}::text)`;

/** The most that the house's position in an asset may change within a minute, in whole USD. */
export type ExposureCaps = Readonly<Record<AssetCode, number>>;

/** The value of `units` of an asset in cents of USD, at the price accepted last. */
const WORTH = sql`round(units * usd / power(10::numeric, scale + ${PRICE_SCALE - 2}::integer))`;

/**
 * Adds the journal's changes of the house's positions to those of the minute, if each stays within its cap or
 * moves towards zero. The rows of asset and minute stay locked until the transaction ends, in the order of
 * the assets, so that the sums are exact with any number of concurrent trades.
 */
function exposing(clock: Clock, postings: readonly Posting[], caps: ExposureCaps) {
  const changes = [...houseChanges(postings)].sort(([a], [b]) => (a < b ? -1 : 1));
  const row = ([asset, units]: [AssetCode, bigint]) => sql`(${asset}::text,
    ${String(units)}::numeric, ${assetOf(asset).scale}::integer, ${caps[asset] * 100}::numeric)`;
  const part = sql`, positions (asset, units, scale, most) as (values ${sql.join(changes.map(row))}),
    exposed as (
      insert into exposures (asset, minute, usd_cents, most_cents)
      select asset, date_trunc('minute', ${clock.sql}), ${WORTH}, most
      from covered, positions join prices using (asset)
      where all_changed and usd is not null and abs(${WORTH}) <= most
      order by asset
      on conflict (asset, minute) do update
        set usd_cents = exposures.usd_cents + excluded.usd_cents, most_cents = excluded.most_cents
        where abs(exposures.usd_cents + excluded.usd_cents) <= excluded.most_cents
          or abs(exposures.usd_cents + excluded.usd_cents) < abs(exposures.usd_cents)
      returning 1
    )`;
  return { part, count: changes.length };
}

interface Written {
  /** How many of the accounts exist. */
  readonly locked: number;
  /** Whether the balances were changed. */
  readonly all_changed: boolean;
  /** The journal's id; null if it was not written. */
  readonly id: string | null;
  readonly created_at: Date | null;
  readonly exposed: number;
}

/** Balances, journal, postings and the minute's exposure in one statement. */
async function write(
  tx: Tx,
  clock: Clock,
  journal: Journal,
  changes: readonly BalanceChange[],
  exposure: RawBuilder<unknown> | undefined,
): Promise<Written> {
  const postings = withoutZeros(journal.postings);
  const { rows } = await sql<Written>`
    with ${changingBalances(changes)},
    head as (
      insert into journals (id, class, kind, user_id, reference, comment, network, sender,
        recipient, payment_method, created_at)
      select ${randomUUID()}, ${journal.class}, ${journal.kind}, ${journal.userId},
        ${journal.reference ?? null}, ${journal.comment ?? ''}, ${journal.network ?? ''},
        ${journal.sender ?? ''}, ${journal.recipient ?? ''}, ${journal.paymentMethod ?? ''},
        ${moment(clock, journal)}
      from covered where all_changed
      on conflict (reference) do nothing
      returning id, created_at
    ),
    lines (line, account_id, currency, amount, statement_of) as (
      values ${sql.join(postings.map(rowOf))}
    ),
    written as (
      insert into postings
        (journal_id, line, account_id, currency, amount, statement_of, created_at)
      select head.id, line, account_id, currency, amount, statement_of, created_at
      from head cross join lines
      returning 1
    )${exposure ?? sql``}
    select (select count(*)::integer from locked) as locked, all_changed, id, created_at,
      ${exposure ? sql`(select count(*)::integer from exposed)` : sql`0`} as exposed
    from covered left join head on true`.execute(tx);
  const [written] = rows;
  if (!written) throw new Error('an outer join without rows');
  return written;
}

/**
 * Writes a journal and changes its balances. Throws if the journal does not balance, which is a bug. Every
 * result other than `posted` must end in a rollback.
 */
export async function postJournal(tx: Tx, clock: Clock, journal: Journal): Promise<Posted> {
  const posted = await post(tx, clock, journal, undefined);
  if (posted.kind === 'capped') throw new Error('a journal without a cap was capped');
  return posted;
}

/**
 * The position of an asset would change by more than its cap for a minute. The transaction must be rolled
 * back.
 */
export interface Capped {
  readonly kind: 'capped';
}

/** The same for a trade with the house, whose position may change by a cap per minute (OPS-15). */
export const postTrade = (
  tx: Tx,
  clock: Clock,
  journal: Journal,
  caps: ExposureCaps,
): Promise<Posted | Capped> => post(tx, clock, journal, caps);

async function post(
  tx: Tx,
  clock: Clock,
  journal: Journal,
  caps: ExposureCaps | undefined,
): Promise<Posted | Capped> {
  const postings = withoutZeros(journal.postings);
  if (postings.length === 0 || imbalance(postings).size > 0) {
    throw new Error(`a ${journal.kind} journal does not balance`);
  }
  const changes = balanceChanges(postings);
  const exposure = caps && exposing(clock, postings, caps);
  const attempt = () => write(tx, clock, journal, changes, exposure?.part);
  let written = await attempt();
  if (!written.all_changed && written.locked < changes.length) {
    await openAccounts(tx, changes);
    written = await attempt();
  }
  const { all_changed: covered, id, created_at: createdAt } = written;
  if (!covered) return { kind: 'insufficient' };
  if (id === null || createdAt === null) return { kind: 'duplicate' };
  if (exposure && written.exposed !== exposure.count) return { kind: 'capped' };
  return { kind: 'posted', id, createdAt };
}
