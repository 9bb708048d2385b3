import { sql } from 'kysely';
import type { Incoming, ReportedDeposit } from '#server/adapters/custody/incoming.ts';
import {
  listSandboxDeposits,
  tellSandboxDeposits,
} from '#server/adapters/custody/sandbox-deposits.ts';
import type { Deps } from '#server/deps.ts';
import { comparingLoop, cursorOf, keepCursor } from '#server/services/operation/copies/compared.ts';
import type { Reader } from '#server/store/schema/schema.ts';
import { inTransaction } from '#server/store/transaction.ts';
import { takePage } from './deposit-feed.ts';

/**
 * Where a comparison begins and where the last one ended, beside the cursor by which new deposits are read: each
 * entry is compared twice, an hour apart, so that one that the list showed late is not missed.
 */
const feedsOf = ({ source }: Incoming) => ({
  begins: `${source}#deposits`,
  ended: `${source}#deposits-ended`,
});

/** The deposits of a page about which the books do not say what the custodian says. */
async function differing(
  reader: Reader,
  deposits: readonly ReportedDeposit[],
): Promise<readonly ReportedDeposit[]> {
  if (deposits.length === 0) return [];
  const told = JSON.stringify(
    deposits.map(({ id, hash, amount, status }) => ({ id, hash, amount, status })),
  );
  const { rows } = await sql<{ id: string }>`
    select told.id from jsonb_to_recordset(${told}::jsonb)
      as told(id text, hash text, amount text, status text)
    where not exists (select 1 from deposits where external_id = told.id
        and deposits.transaction_hash = told.hash and deposits.amount = told.amount
        and (deposits.state = 'credited' and told.status <> 'dropped'
          or deposits.state = 'dropped' and told.status = 'dropped'))
      and not exists (select 1 from deposits_aside where deposits_aside.external_id = told.id
        and reason <> 'unreadable' and deposits_aside.status = told.status)`.execute(reader);
  const found = new Set(rows.map(({ id }) => id));
  return deposits.filter(({ id }) => found.has(id));
}

/**
 * Compares the custodian's list of deposits with the books, by their state (HARD-82): what they do not agree about
 * is taken by the road of every report. False if the custodian does not answer, or the server stops.
 */
async function compareDeposits(
  deps: Deps,
  incoming: Incoming,
  stopping?: AbortSignal,
): Promise<boolean> {
  const { begins, ended } = feedsOf(incoming);
  const before = await cursorOf(deps.db, ended);
  let cursor = await cursorOf(deps.db, begins);
  const passed = new Set<string>();
  while (!stopping?.aborted) {
    const page = await incoming.list(cursor);
    const isEnd = page && (!page.more || page.cursor === cursor);
    // A list that leads back to where it was has no end.
    if (!page || (!isEnd && passed.has(page.cursor))) {
      deps.log.warn('the custodian does not tell of deposits, so they are not compared');
      return false;
    }
    passed.add(page.cursor);
    const deposits = await differing(deps.db, page.deposits);
    if (!(await takePage(deps, { ...page, deposits }))) return false;
    await inTransaction(deps.db, async (tx) => {
      await keepCursor(tx, deps, begins, isEnd && before ? before : page.cursor);
      if (isEnd) await keepCursor(tx, deps, ended, page.cursor);
    });
    if (isEnd) return true;
    cursor = page.cursor;
  }
  return false;
}

export const depositComparisonLoop = comparingLoop({
  failed: 'deposits not compared',
  listOf: ({ incoming }) => incoming,
  compare: compareDeposits,
});

/**
 * Compares what the simulated custodian has told with the books, as after a restore: what they lack is told once more,
 * and taken by the road of every report. False if it does not answer.
 */
const compareSandbox = ({ db, clock, parties }: Deps): Promise<boolean> =>
  parties.askTwin(
    'custody',
    async () => {
      const told = JSON.stringify(await listSandboxDeposits(db, clock.now));
      const { rows } = await sql<{ id: string }>`
        select told.id from jsonb_to_recordset(${told}::jsonb) as told(id text, hash text)
        where not exists (select from deposits
            where transaction_hash = told.hash and deposits.external_id is null)
          and not exists (select from deposits_aside where deposits_aside.external_id = told.id)`.execute(
        db,
      );
      if (rows.length > 0) {
        await tellSandboxDeposits(
          db,
          rows.map(({ id }) => id),
        );
      }
      return true;
    },
    () => false,
  );

export const sandboxDepositComparisonLoop = comparingLoop({
  failed: 'deposits not compared',
  listOf: ({ sandboxed }) => (sandboxed.has('custody') ? sandboxed : undefined),
  compare: compareSandbox,
});
