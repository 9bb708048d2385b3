import { sql } from 'kysely';
import { cashes } from '#core/money/cash.ts';
import type { Deps } from '#server/deps.ts';
import { owedRows } from '#server/ledger/owed.ts';
import { afterPartOf, askDue, doEach, inTurn, takeDue } from '#server/platform/due.ts';
import type { Loop } from '#server/platform/repeat.ts';
import { cashPrices } from '#server/services/exchange/offers/cash-price.ts';
import { takeOtherDebts } from '#server/services/money-in/debts/debts.ts';
import { isCompared, partySentMore } from '#server/services/operation/copies/compared.ts';
import { openCopies } from '#server/services/operation/copies/older-copy.ts';
import { inTransaction } from '#server/store/transaction.ts';
import { accountsAreCompared } from './bank-accounts-compared.ts';
import { readList } from './bank-list.ts';
import {
  creditScreened,
  endReturn,
  GIVEN_UP,
  isBankClosed,
  takeTransfer,
} from './bank-transfers.ts';

/** How soon a transfer is asked about again. */
const EVERY_SECONDS = 30;
const BATCH = 20;

interface Due {
  readonly id: string;
  readonly external_id: string;
  readonly state: string;
}

/**
 * Whether anything may be sent back to its payer: not before the bank's list was compared with the books, nor
 * while a party knows more than they do, or they are an older copy that nobody has released (HARD-82).
 */
async function mayReturn({ db, parties }: Pick<Deps, 'db' | 'parties'>): Promise<boolean> {
  if (!isCompared(parties)) return false;
  const { rows } = await sql<{ more: boolean }>`select ${partySentMore} as more`.execute(db);
  return !rows[0]?.more && (await openCopies(db)).length === 0;
}

/** Continues a transfer that goes back, or whose outcome is unknown; false if the bank does not answer. */
async function goOn(deps: Deps, { id, external_id, state }: Due): Promise<boolean> {
  const { bank } = deps.parties;
  if (state === 'returning') {
    if (!(await mayReturn(deps)) || (await isBankClosed(deps.db, deps))) return true;
    const answer = await bank.giveBack(external_id, id);
    if (answer) await endReturn(deps, id, answer);
    return answer !== undefined;
  }
  const transfer = await bank.transfer(external_id);
  // One that the bank no longer knows stays as it is: only its own word moves money.
  if (transfer && transfer !== 'none') await takeTransfer(deps, transfer);
  return transfer !== undefined;
}

/** Asks about all that are open and due, as long as the bank answers: its silence costs a round one wait. */
const askOpen = (deps: Deps, stopping?: AbortSignal): Promise<number> => {
  const { db, clock } = deps;
  return askDue<Due>(deps, {
    take: () =>
      takeDue<Due>(db, {
        table: 'bank_transfers',
        // As each of the three indexes has it: together none of them would do.
        when: sql`(state in ('pending', 'returning') and ask_at <= ${clock.sql}
          or state = 'checking' and ask_at <= ${clock.sql}
          or state = 'rejected' and reason = ${sql.lit(GIVEN_UP)} and ask_at <= ${clock.sql})`,
        order: sql`ask_at`,
        most: BATCH,
        set: sql`ask_at = ${afterPartOf(clock, 'seen_at', { part: 20, leastSeconds: EVERY_SECONDS })}`,
      }),
    most: BATCH,
    ask: (one) => goOn(deps, one),
    failed: 'bank transfer not settled',
    facts: ({ id }) => ({ transfer: id }),
    stopping,
  });
};

/**
 * Takes what is owed in another currency than the cash that is there, for which the exchange rates are needed, and
 * what a server of the version before has left; what is of the same currency is taken with its credit.
 */
async function settleOwed(deps: Deps, stopping?: AbortSignal): Promise<void> {
  const codes = cashes.map(({ code }) => code);
  let last: string | undefined = '';
  let prices: Awaited<ReturnType<typeof cashPrices>> | undefined;
  do {
    // One after another by their ids, so that those who cannot be taken from keep nobody behind them waiting.
    const { rows }: { rows: { id: string }[] } = await sql<{ id: string }>`
      select distinct debtor as id from ${owedRows} debts
      join accounts on accounts.owner = debtor and accounts.kind = 'available'
        and accounts.currency = any(${codes}::text[])
      where balance > 0 and debtor > ${last}
      order by 1 limit ${BATCH}`.execute(deps.db);
    if (rows.length === 0) return;
    prices ??= await cashPrices(deps);
    const known = prices;
    const one = ({ id }: { readonly id: string }) =>
      inTransaction(deps.db, (tx) => takeOtherDebts(tx, deps.clock, id, known));
    await doEach(deps, rows, 'debt not taken', one, { stopping });
    last = rows.length === BATCH ? rows.at(-1)?.id : undefined;
  } while (last !== undefined && !stopping?.aborted);
}

/** One round of reading the bank's reports, until `stopping`. Any number of processes may do so at once. */
export async function stepBank(deps: Deps, stopping?: AbortSignal): Promise<void> {
  const hear = async () => {
    if (await accountsAreCompared(deps)) await readList(deps, stopping);
    else deps.log.warn('the bank does not tell of its accounts: transfers wait');
  };
  const steps = [
    hear,
    () => askOpen(deps, stopping),
    () => creditScreened(deps, stopping),
    () => settleOwed(deps, stopping),
  ];
  await inTurn(deps, 'bank not followed', steps, stopping);
}

export const bankTransferLoop: Loop = {
  everyMs: 5_000,
  failed: 'bank not followed',
  round: stepBank,
};

/** Asks about the transfer that a notice named; undefined if the bank does not answer. */
export async function askTransfer(deps: Deps, id: string): Promise<true | undefined> {
  if (!(await accountsAreCompared(deps))) return undefined;
  const transfer = await deps.parties.bank.transfer(id);
  if (!transfer) return undefined;
  // That there is none is an answer, and the notice was about something else (READ-15).
  if (transfer === 'none') return true;
  await takeTransfer(deps, transfer);
  await creditScreened(deps);
  return true;
}
