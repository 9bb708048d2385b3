import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { AssetCode } from '#core/domain/currencies.ts';
import type { Deps } from '#server/deps.ts';
import { customer, house } from '#server/ledger/accounts.ts';
import { postJournal } from '#server/ledger/post.ts';
import { notFound } from '#server/refusal/refusals.ts';
import type { Refused } from '#server/refusal/refused.ts';
import type { Tx } from '#server/store/schema.ts';
import { inTransaction } from '#server/store/transaction.ts';
import { bookSeen, tellCredited, tellSeen } from './deposits.ts';

/** A deposit as the custodian would report it. */
export interface ChainDeposit {
  readonly email: string;
  readonly currency: AssetCode;
  readonly units: bigint;
  readonly network: string;
  /** How many confirmations it has and how many it needs; undefined: it has all of them. */
  readonly confirmations?: { readonly seen: number; readonly needed: number } | undefined;
}

interface SeenDeposit {
  readonly userId: string;
  readonly currency: AssetCode;
  readonly units: bigint;
  readonly network: string;
  readonly confirmations: number;
  readonly needed: number;
}

/** How often the sandbox's chains produce a block. */
const BLOCK_SECONDS = 10;

/** A deposit was seen on the sandbox's chain: it is pending. */
async function noteDeposit(deps: Deps, tx: Tx, seen: SeenDeposit): Promise<{ id: string }> {
  const { userId, currency, units, network } = seen;
  const row = { id: randomUUID(), user_id: userId, currency, units: String(units), network };
  await tx
    .insertInto('deposits')
    .values({
      ...row,
      confirmations: seen.confirmations,
      confirmations_needed: seen.needed,
      state: 'pending',
      seen_at: deps.clock.sql,
      ask_at: deps.clock.sqlIn(BLOCK_SECONDS),
    })
    .execute();
  await bookSeen(deps, tx, row);
  await tellSeen(deps, tx, userId);
  return { id: row.id };
}

/**
 * One more block for every pending sandbox deposit that is due. One statement decides and changes, so
 * that several processes together add one and not one each.
 */
export async function addBlocks(deps: Deps): Promise<void> {
  await sql`update deposits set confirmations = confirmations + 1,
      ask_at = ${deps.clock.sqlIn(BLOCK_SECONDS)}
    where state = 'pending' and external_id is null and ask_at <= ${deps.clock.sql}
      and confirmations < confirmations_needed`.execute(deps.db);
}

/** Several blocks at once for one customer's deposits, for people trying the sandbox out. */
export async function addBlocksFor(deps: Deps, userId: string, blocks: number): Promise<void> {
  await sql`update deposits
    set confirmations = least(confirmations + ${blocks}::integer, confirmations_needed)
    where state = 'pending' and external_id is null and user_id = ${userId}`.execute(deps.db);
}

/**
 * Credits a customer as an on-chain deposit would, or records it as pending. The row lock orders it
 * against deletion.
 */
export const creditDeposit = (
  deps: Deps,
  deposit: ChainDeposit,
): Promise<{ readonly id: string } | Refused> =>
  inTransaction(deps.db, (tx) => credit(deps, tx, deposit));

async function credit(deps: Deps, tx: Tx, deposit: ChainDeposit) {
  const { currency, units, network } = deposit;
  const user = await tx
    .selectFrom('users')
    .select('id')
    .where('email', '=', deposit.email)
    .where('role', '=', 'user')
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!user) return notFound();
  const { seen = 0, needed = 0 } = deposit.confirmations ?? {};
  if (seen < needed) {
    const { id: userId } = user;
    return noteDeposit(deps, tx, { userId, currency, units, network, confirmations: seen, needed });
  }
  const id = randomUUID();
  const posted = await postJournal(tx, deps.clock, {
    class: 'payment',
    kind: 'deposit',
    userId: user.id,
    reference: `deposit:${id}`,
    comment: `Deposit/${id}`,
    network,
    sender: 'sandbox',
    postings: [
      { account: customer(user.id, 'available', currency), units },
      { account: house('chain', currency), units: -units },
    ],
  });
  if (posted.kind !== 'posted') throw new Error('a deposit was refused by the ledger');
  await tellCredited(deps, tx, user.id, currency, units);
  return { id };
}
