import { randomUUID } from 'node:crypto';
import type { AssetCode } from '#core/domain/currencies.ts';
import type { Deps } from '#server/deps.ts';
import { customer, house } from '#server/ledger/accounts.ts';
import { postJournal } from '#server/ledger/post.ts';
import { notFound } from '#server/refusal/refusals.ts';
import type { Refused } from '#server/refusal/refused.ts';
import type { Tx } from '#server/store/schema.ts';
import { inTransaction } from '#server/store/transaction.ts';
import { noteDeposit, tellCredited } from './deposits.ts';

/** A deposit as the custodian would report it. */
export interface ChainDeposit {
  readonly email: string;
  readonly currency: AssetCode;
  readonly units: bigint;
  readonly network: string;
  /** How many the network shows and how many are needed; undefined: it has all of them. */
  readonly confirmations?: { readonly seen: number; readonly needed: number } | undefined;
}

/**
 * Credits a customer as a deposit on chain would, or notes it as pending. The row lock orders it
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
