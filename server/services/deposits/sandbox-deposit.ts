import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { AssetCode } from '#core/domain/currencies.ts';
import type { Network } from '#core/domain/networks.ts';
import type { Deps } from '#server/deps.ts';
import { notFound } from '#server/refusal/refusals.ts';
import type { Refused } from '#server/refusal/refused.ts';
import type { Tx } from '#server/store/schema.ts';
import { inTransaction } from '#server/store/transaction.ts';
import { type AsideReason, countDeposit } from './deposit-owner.ts';
import { bookSeen, tellSeen } from './deposits.ts';
import { keepAside } from './deposits-aside.ts';

/** A deposit as the custodian would report it. */
export interface ChainDeposit {
  readonly email: string;
  readonly currency: AssetCode;
  /** A plain decimal in whole units. */
  readonly amount: string;
  readonly network: Network;
  /** Undefined: it has all it needs. */
  readonly confirmations: number | undefined;
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
  // If it can be credited at once, the news that it has arrived is enough.
  if (seen.confirmations < seen.needed) await tellSeen(deps, tx, userId);
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

/** What became of a deposit: its id in the books, or why it was kept aside. */
type Noted = { readonly id: string } | { readonly aside: AsideReason };

/**
 * Takes a deposit by the rules of a custodian's (HARD-17): it becomes pending, and credited once it has its
 * confirmations; what may be credited to nobody is kept aside. The row lock orders it against deletion.
 */
export const takeSandboxDeposit = (deps: Deps, deposit: ChainDeposit): Promise<Noted | Refused> =>
  inTransaction(deps.db, (tx) => take(deps, tx, deposit));

async function take(deps: Deps, tx: Tx, deposit: ChainDeposit): Promise<Noted | Refused> {
  const { currency, amount, network } = deposit;
  const user = await tx
    .selectFrom('users')
    .select(['id', 'currency_code'])
    .where('email', '=', deposit.email)
    .where('role', '=', 'user')
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!user) return notFound();
  const counted = await countDeposit(tx, deposit);
  const reason = counted.kind === 'aside' ? counted.reason : counted.refusedFor(user.currency_code);
  if (counted.kind === 'aside' || reason) {
    const aside = reason ?? 'unreadable';
    const id = `sandbox-${randomUUID()}`;
    const what = { address: '', tag: '', hash: '', outputIndex: 0, confirmations: 0 };
    const reported = { ...what, id, network, currency, amount, status: 'confirmed' } as const;
    await keepAside(deps, tx, reported, aside);
    return { aside };
  }
  const { units, needed } = counted;
  const confirmations = Math.min(deposit.confirmations ?? needed, needed);
  return noteDeposit(deps, tx, {
    userId: user.id,
    currency,
    units,
    network,
    confirmations,
    needed,
  });
}
