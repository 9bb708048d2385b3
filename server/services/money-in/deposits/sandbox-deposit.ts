import { sql } from 'kysely';
import type { AssetCode } from '#core/money/currencies.ts';
import { networks } from '#core/networks/networks.ts';
import {
  depositInSandbox,
  type SandboxDeposit,
  takeSandboxReport,
} from '#server/adapters/custody/sandbox-deposits.ts';
import type { Deps } from '#server/deps.ts';
import { derivedId } from '#server/platform/derived-id.ts';
import { hurryTransfer } from '#server/services/checks/travel-rule/hurry-transfer.ts';
import type { Tx } from '#server/store/schema/schema.ts';
import { inTransaction } from '#server/store/transaction.ts';
import { type AsideReason, countDeposit } from './deposit-owner.ts';
import { bookSeen, creditConfirmed, tellSeen } from './deposits.ts';
import { keepAside } from './deposits-aside.ts';

interface SeenDeposit {
  readonly userId: string;
  readonly currency: AssetCode;
  readonly units: bigint;
  readonly network: string;
  readonly confirmations: number;
  readonly needed: number;
  readonly hash: string;
  readonly senders: string;
}

/** How often the sandbox's chains produce a block. */
const BLOCK_SECONDS = 10;

/** Books a deposit seen on the sandbox's chain as pending. */
async function noteDeposit(deps: Deps, tx: Tx, seen: SeenDeposit): Promise<{ id: string }> {
  const { userId, currency, units, network } = seen;
  const { dropped } = await tx
    .selectFrom('deposits')
    .where('transaction_hash', '=', seen.hash)
    .where('external_id', 'is', null)
    .select((one) => one.fn.countAll<string>().as('dropped'))
    .executeTakeFirstOrThrow();
  // Derived from the transaction, as every id under which a party is asked.
  const id = derivedId('sandbox deposit', seen.hash, String(dropped));
  const row = { id, user_id: userId, currency, units: String(units), network };
  await tx
    .insertInto('deposits')
    .values({
      ...row,
      confirmations: seen.confirmations,
      confirmations_needed: seen.needed,
      state: 'pending',
      seen_at: deps.clock.sql,
      ask_at: deps.clock.sqlIn(BLOCK_SECONDS),
      transaction_hash: seen.hash,
      senders: seen.senders,
    })
    .execute();
  await bookSeen(deps, tx, row);
  // If it can be credited at once, only its arrival is told.
  if (seen.confirmations < seen.needed) await tellSeen(deps, tx, userId);
  return { id: row.id };
}

/**
 * Adds a block to every pending sandbox deposit that is due. One statement, so that several processes
 * together add one block.
 */
export async function addBlocks(deps: Deps): Promise<void> {
  await sql`update deposits set confirmations = confirmations + 1,
      ask_at = ${deps.clock.sqlIn(BLOCK_SECONDS)}
    where state = 'pending' and external_id is null and ask_at <= ${deps.clock.sql}
      and confirmations < confirmations_needed`.execute(deps.db);
}

/** The deposit's id in the books, or why it was set aside. */
export type Noted = { readonly id: string } | { readonly aside: AsideReason };

const recipientOf = (tx: Tx, email: string) =>
  tx
    .selectFrom('users')
    .select(['id', 'currency_code'])
    .where('email', '=', email)
    .where('role', '=', 'user')
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();

/** Where it came, as a custodian tells: the address that a customer has on a network. */
const addressOf = (tx: Tx, userId: string, network: string) =>
  tx
    .selectFrom('deposit_addresses')
    .select(['address', 'tag'])
    .where('user_id', '=', userId)
    .where('network', '=', network)
    .limit(1)
    .executeTakeFirst();

/** Whether the same transaction was booked under another id of the custodian. */
async function isBooked(tx: Tx, hash: string): Promise<boolean> {
  const row = await tx
    .selectFrom('deposits')
    .select('id')
    .where('transaction_hash', '=', hash)
    .where('external_id', 'is', null)
    .where('state', '<>', 'dropped')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Takes a report like a custodian's (HARD-17): the deposit becomes pending and is credited with its
 * confirmations; one that may be credited to nobody is set aside. The row lock orders this against a deletion
 * and a second report.
 */
async function take(deps: Deps, tx: Tx, report: SandboxDeposit): Promise<Noted> {
  const { currency, amount, network, hash, senders } = report;
  const user = report.recipient === null ? undefined : await recipientOf(tx, report.recipient);
  const known = networks.find((name) => name === network);
  const counted = known
    ? await countDeposit(tx, { currency, amount, network: known })
    : ({ kind: 'aside', reason: 'unknown-asset' } as const);
  const keep = async (reason: AsideReason): Promise<Noted> => {
    const to = user && (await addressOf(tx, user.id, network));
    const what = { address: '', tag: '', ...to, outputIndex: 0, confirmations: 0 };
    const reported = { ...what, id: report.id, hash, network, currency, amount } as const;
    await keepAside(deps, tx, { ...reported, status: 'confirmed' }, reason);
    return { aside: reason };
  };
  if (counted.kind === 'aside') return keep(counted.reason);
  if (!user) return keep('unknown-address');
  const refused = counted.refusedFor(user.currency_code);
  if (refused) return keep(refused);
  if (await isBooked(tx, hash)) return keep('same-output');
  const { units, needed } = counted;
  const confirmations = Math.min(report.confirmations ?? needed, needed);
  const seen = { userId: user.id, currency: counted.currency, units, network, hash, senders };
  return noteDeposit(deps, tx, { ...seen, confirmations, needed });
}

/**
 * Makes a deposit arrive at the simulated custodian, who reports it so many times, and takes the reports in the same
 * transaction: no other process can be about to book one when this returns. Each is undefined if the custodian is
 * down: then it reports later.
 */
export const bookArrival = (
  deps: Deps,
  seen: Parameters<typeof depositInSandbox>[2],
  reports = 1,
): Promise<readonly (Noted | undefined)[]> =>
  deps.parties.askTwin<readonly (Noted | undefined)[]>(
    'custody',
    () =>
      inTransaction(deps.db, async (tx) => {
        const heard: (Noted | undefined)[] = [];
        for (const id of await depositInSandbox(tx, deps.clock.now, seen, reports)) {
          const report = await takeSandboxReport(tx, deps.clock.now, id);
          heard.push(report && (await take(deps, tx, report)));
        }
        return heard;
      }),
    async () => {
      const ids = await depositInSandbox(deps.db, deps.clock.now, seen, reports);
      return ids.map(() => undefined);
    },
  );

/**
 * Takes the next report of the simulated custodian. Undefined if there is none, or the custodian is down: then it
 * reports later.
 */
const hearNext = (deps: Deps): Promise<Noted | undefined> =>
  deps.parties.askTwin(
    'custody',
    () =>
      inTransaction(deps.db, async (tx) => {
        const report = await takeSandboxReport(tx, deps.clock.now);
        return report && take(deps, tx, report);
      }),
    () => undefined,
  );

/** Takes all reports, and adds the blocks that are due. */
export async function followSandbox(deps: Deps, stopping?: AbortSignal): Promise<void> {
  while (!stopping?.aborted && (await hearNext(deps)) !== undefined);
  if (!(await deps.parties.down()).includes('custody')) await addBlocks(deps);
}

/**
 * Credits a deposit that has its confirmations at once, unless something holds it; with all others that may be. Returns
 * whether it is credited.
 */
export async function creditAtOnce(deps: Deps, id: string): Promise<boolean> {
  const read = () =>
    deps.db
      .selectFrom('deposits')
      .select(['user_id', 'state', 'confirmations', 'confirmations_needed'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
  await hurryTransfer(deps, {
    ...{ subject: 'deposit', reference: id, userId: (await read()).user_id },
    goOn: () => creditConfirmed(deps),
    isOver: async () => {
      const { state, confirmations, confirmations_needed: needed } = await read();
      return state !== 'pending' || confirmations < needed;
    },
  });
  return (await read()).state === 'credited';
}

/**
 * Adds several blocks to one customer's deposits, for people who try out the sandbox, and credits those that have
 * their confirmations then. Returns how many are credited.
 */
export async function mineBlocksFor(deps: Deps, userId: string, blocks: number): Promise<number> {
  const { rows } = await sql<{ id: string }>`update deposits
    set confirmations = least(confirmations + ${blocks}::integer, confirmations_needed)
    where state = 'pending' and external_id is null and user_id = ${userId}
    returning id`.execute(deps.db);
  let credited = 0;
  for (const { id } of rows) if (await creditAtOnce(deps, id)) credited++;
  return credited;
}
