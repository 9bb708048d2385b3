import { sql } from 'kysely';
import { cashes } from '#core/money/cash.ts';
import { assetCodes, isAssetCode } from '#core/money/currencies.ts';
import { addressesOf, failureToReach } from '#server/adapters/party/reachable.ts';
import type { Deps } from '#server/deps.ts';
import { disagreeing } from '#server/ledger/agreement.ts';
import { differingBalances } from '#server/ledger/invariants.ts';
import type { Conditions } from '#server/platform/conditions.ts';
import type { Loop } from '#server/platform/repeat.ts';
import { behindLists } from '#server/services/checks/screening/customers-again.ts';
import { isUndecided } from '#server/services/checks/screening/screenings.ts';
import { cashToTrade } from '#server/services/exchange/offers/cash-price.ts';
import { unreadableMails } from '#server/services/messages/notices/outbox.ts';
import { stuckSql } from '#server/services/money-out/exits/stuck.ts';
import { watchPositions } from '#server/services/records/position/position.ts';
import { databaseHealth } from '#server/store/health.ts';
import { answersWatch, deafness } from './party-answers.ts';

const MINUTE_MS = 60_000;
const DATABASE_MS = 5_000;
const BOOKS_MS = 3600_000;
/** What moved so long ago is compared each hour: a day, and what a look may have missed. */
const AGREED_SECONDS = 26 * 3600;
const POSITION_MS = 15 * MINUTE_MS;
/** After so many unclear answers about a withdrawal, the operator is told. */
const UNCLEAR_AFTER = 4;
/** After so many failures in a row, a party counts as unreachable, because one lost packet is no outage. */
const DOWN_AFTER = 2;

async function watchDatabase({ db }: Deps, told: Conditions): Promise<void> {
  const state = await databaseHealth(db);
  told.tell('database unavailable', state === 'ok' ? undefined : { state });
}

/** Prices that quotes may not use: customers are refused, and nothing else fails (OPS-16). */
export async function watchPrices(
  { parties, db, config, clock }: Deps,
  told: Conditions,
): Promise<void> {
  const prices = await Promise.all(
    assetCodes.map(async (asset) => ((await parties.market.price(asset)) ? [] : [asset])),
  );
  const doubted = (
    await db.selectFrom('prices').where('suspect_at', 'is not', null).select('asset').execute()
  ).map(({ asset }) => asset);
  const tell = (name: string, assets: readonly string[]) =>
    told.tell(name, assets.length === 0 ? undefined : { assets: assets.join(', ') });
  const tooOld = prices.flat().filter((asset) => !doubted.includes(asset));
  tell('prices too old to quote', tooOld);
  tell('closed by a price outside its band', doubted.filter(isAssetCode));
  await watchRates({ parties, config, clock }, doubted, told);
}

/** Exchange rates that cash may not be traded by, the same way (HARD-48, HARD-49). */
async function watchRates(
  deps: Pick<Deps, 'parties' | 'config' | 'clock'>,
  inDoubt: readonly string[],
  told: Conditions,
): Promise<void> {
  const tell = (name: string, currencies: readonly string[]) =>
    told.tell(name, currencies.length === 0 ? undefined : { currencies: currencies.join(', ') });
  const doubted = inDoubt.filter((code) => !isAssetCode(code));
  const traded = await Promise.all(
    cashes.map(async ({ code }) => {
      const price = await cashToTrade(deps, code);
      return price && !price.isOld ? [] : [code];
    }),
  );
  const tooOld = traded.flat().filter((code) => !doubted.includes(code));
  tell('closed by an exchange rate outside its band', doubted);
  tell('exchange rates too old to trade cash', tooOld);
}

/** A queue that makes no progress: how many, for how long, and the first one's id. */
interface Stuck {
  readonly count: number;
  readonly oldestSeconds: number;
  readonly id: string;
}

async function unclearWithdrawals({ db, clock }: Deps): Promise<Stuck | undefined> {
  const { rows } = await sql<{ count: number; oldest: number; id: string }>`
    select count(*)::integer as count, min(id) as id,
      extract(epoch from ${clock.sql} - min(created_at))::integer as oldest
    from withdrawals
    where due_at is not null and status = 'requested' and sending and attempts >= ${UNCLEAR_AFTER}`.execute(
    db,
  );
  const [row] = rows;
  return row && row.count > 0
    ? { count: row.count, oldestSeconds: row.oldest, id: row.id }
    : undefined;
}

/** After so long without an answer, a party delays customers. */
const UNANSWERED_SECONDS = 300;

/** What screening holds for lack of an answer, of the kind `asked`. */
async function heldByScreening(
  { db, clock }: Deps,
  state: 'asked' | 'match',
): Promise<Stuck | undefined> {
  const { rows } = await sql<{ count: number; oldest: number; id: string }>`
    select count(*)::integer as count, min(id) as id,
      extract(epoch from ${clock.sql} - min(asked_at))::integer as oldest
    from screenings where state = ${state}
      and (state = 'match' or asked_at < ${clock.sqlIn(-UNANSWERED_SECONDS)})
      and ${isUndecided}`.execute(db);
  const [row] = rows;
  return row && row.count > 0
    ? { count: row.count, oldestSeconds: row.oldest, id: row.id }
    : undefined;
}

/** Transfers whose parties have not been answered about for long. */
async function waitingForParties({ db, clock }: Deps): Promise<Stuck | undefined> {
  const { rows } = await sql<{ count: number; oldest: number; id: string }>`
    select count(*)::integer as count, min(id) as id,
      extract(epoch from ${clock.sql} - min(asked_at))::integer as oldest
    from travel_rule where due_at is not null and attempts > 1
      and asked_at < ${clock.sqlIn(-UNANSWERED_SECONDS)}`.execute(db);
  const [row] = rows;
  return row && row.count > 0
    ? { count: row.count, oldestSeconds: row.oldest, id: row.id }
    : undefined;
}

/** Money that has not moved for longer than its state allows, of which officers have a case (HARD-88). */
async function stuckMoney({ db, clock }: Deps): Promise<Stuck | undefined> {
  const { rows } = await sql<{ count: number; oldest: number; id: string }>`
    select count(*)::integer as count, min(id) as id,
      extract(epoch from ${clock.sql} - min(since))::integer as oldest
    from (${stuckSql(clock)}) stuck`.execute(db);
  const [row] = rows;
  return row && row.count > 0
    ? { count: row.count, oldestSeconds: row.oldest, id: row.id }
    : undefined;
}

/** Money of closed accounts that officers should have decided about by now (HARD-51). */
async function overdueClosedMoney({ db, clock }: Deps): Promise<Stuck | undefined> {
  const { rows } = await sql<{ count: number; oldest: number; id: string }>`
    select count(*)::integer as count, min(id) as id,
      extract(epoch from ${clock.sql} - min(came_at))::integer as oldest
    from closed_money where decided_at is null and due_at < ${clock.sql}`.execute(db);
  const [row] = rows;
  return row && row.count > 0
    ? { count: row.count, oldestSeconds: row.oldest, id: row.id }
    : undefined;
}

export async function watchQueues(deps: Deps, told: Conditions): Promise<void> {
  const tell = (name: string, stuck: Stuck | undefined) => told.tell(name, stuck && { ...stuck });
  tell('withdrawals without a clear answer of the custodian', await unclearWithdrawals(deps));
  tell('screening gives no answer', await heldByScreening(deps, 'asked'));
  tell('screening holds what somebody must decide', await heldByScreening(deps, 'match'));
  tell('screening is behind its lists', await behindLists(deps));
  tell('the Travel Rule party gives no answer', await waitingForParties(deps));
  tell('money does not move', await stuckMoney(deps));
  tell('money of closed accounts is overdue', await overdueClosedMoney(deps));
  tell('mails cannot be opened with the configured keys', await unreadableMails(deps));
}

/** The books, checked as by `check:ledger`, but only for what a change by hand would break. */
export async function watchBooks(
  { db, clock }: Deps,
  told: Conditions,
  stopping?: AbortSignal,
): Promise<void> {
  const differing = await differingBalances(db, stopping);
  // What was looked at says nothing of the rest.
  if (stopping?.aborted) return;
  const [first] = differing;
  const wrong = first === undefined ? undefined : { count: differing.length, first };
  told.tell('balances differ from their postings', wrong);
  const unlike = await disagreeing(db, clock.sqlIn(-AGREED_SECONDS));
  const [one] = unlike;
  const apart = one === undefined ? undefined : { count: unlike.length, first: one };
  told.tell('rows and postings do not agree', apart);
}

/**
 * Passes a question on to the parties, which shows whether one is down even if no customer asks. Sandbox
 * parties are down if somebody there set it.
 */
export function partyWatch({
  config,
  parties,
}: Pick<Deps, 'config' | 'parties'>): (told: Conditions) => Promise<void> {
  const missed = new Map<string, number>();
  const addresses = addressesOf(config.parties);
  const watchAnswers = answersWatch([...addresses.keys()]);
  return async (told) => {
    watchAnswers(told);
    for (const [party, address] of addresses) {
      const code = (await failureToReach(address)) ?? deafness(party);
      const times = code === undefined ? 0 : (missed.get(party) ?? 0) + 1;
      missed.set(party, times);
      if (times === 0) {
        parties.unreached.delete(party);
        told.tell(`party down: ${party}`, undefined);
      }
      if (times >= DOWN_AFTER) {
        parties.unreached.add(party);
        told.tell(`party down: ${party}`, { host: new URL(address).host, code });
      }
    }
    const down = await parties.down();
    for (const party of parties.sandboxed) {
      const wrong = down.includes(party) ? { host: 'sandbox', code: 'simulated' } : undefined;
      told.tell(`party down: ${party}`, wrong);
    }
  };
}

/** The watches that run in every server. Each process reports what it sees itself. */
export function watches(deps: Deps, told: Conditions): readonly Loop[] {
  const watchParties = partyWatch(deps);
  const watch = (
    everyMs: number,
    failed: string,
    look: (stopping: AbortSignal) => Promise<void>,
  ): Loop => ({
    everyMs,
    failed,
    round: (_, stopping) => look(stopping),
  });
  return [
    watch(DATABASE_MS, 'database not watched', () => watchDatabase(deps, told)),
    watch(BOOKS_MS, 'books not watched', (stopping) => watchBooks(deps, told, stopping)),
    watch(POSITION_MS, 'position not watched', (stopping) => watchPositions(deps, told, stopping)),
    watch(MINUTE_MS, 'queues not watched', () => watchQueues(deps, told)),
    watch(MINUTE_MS, 'prices not watched', () => watchPrices(deps, told)),
    watch(MINUTE_MS, 'parties not watched', () => watchParties(told)),
  ];
}
