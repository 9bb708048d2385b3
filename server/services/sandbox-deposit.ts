import { randomUUID } from 'node:crypto';
import type { AssetCode } from '#core/domain/currencies.ts';
import { notFound } from '#server/api/refusals.ts';
import type { Deps } from '#server/deps.ts';
import { customer, house } from '#server/ledger/accounts.ts';
import { postJournal } from '#server/ledger/post.ts';
import type { Tx } from '#server/store/schema.ts';

/** A deposit that has all its confirmations, as the custodian would report it. */
export interface ChainDeposit {
  readonly email: string;
  readonly currency: AssetCode;
  readonly units: bigint;
  readonly network: string;
}

/** Credits a customer as a deposit on chain would. The row lock orders it against deletion. */
export async function creditDeposit(deps: Deps, tx: Tx, deposit: ChainDeposit) {
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
  return { id };
}
