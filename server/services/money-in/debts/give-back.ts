import { sql } from 'kysely';
import { findCash, type KeptCode } from '#core/money/cash.ts';
import { findAsset } from '#core/money/currencies.ts';
import { mulDivUp } from '#core/money/decimal.ts';
import type { Deps } from '#server/deps.ts';
import { type CustomerKind, customer, type HouseKind, house } from '#server/ledger/accounts.ts';
import type { Posting } from '#server/ledger/journal.ts';
import type { DebtOrigin } from '#server/ledger/owed.ts';
import { postJournal } from '#server/ledger/post.ts';
import type { Reader, Tx } from '#server/store/schema/schema.ts';
import { partsOf, takings } from './debts.ts';

const houseKinds: readonly HouseKind[] = ['bank', 'card', 'inventory'];
const customerKinds: readonly CustomerKind[] = ['available', 'hold', 'pending', 'unclaimed'];

/** The posting that undoes what an account of the books got. */
function reversed(accountId: string, units: bigint): Posting {
  const [owner = '', kind, code = ''] = accountId.split('/');
  const currency: KeptCode | undefined = findCash(code)?.code ?? findAsset(code)?.code;
  const ofHouse = houseKinds.find((one) => one === kind);
  const ofCustomer = customerKinds.find((one) => one === kind);
  if (currency && owner === 'house' && ofHouse) {
    return { account: house(ofHouse, currency), units: -units };
  }
  if (currency && owner !== 'house' && ofCustomer) {
    return { account: customer(owner, ofCustomer, currency), units: -units };
  }
  throw new Error('a debt was taken from an account that no debt is taken from');
}

/**
 * Part of what was taken: of each currency in the same proportion, and each currency's sum stays zero. Rounded up, so that
 * a cent of one currency is never nothing of another; what is left for the last part may be nothing then.
 */
export function scaled(
  postings: readonly Posting[],
  part: bigint,
  whole: bigint,
): readonly Posting[] {
  const left = new Map<string, bigint>();
  const counts = Map.groupBy(postings, ({ account }) => account.currency);
  return postings.map(({ account, units }) => {
    const { currency } = account;
    const before = left.get(currency) ?? 0n;
    const isLast = counts.get(currency)?.at(-1)?.account === account;
    const size = mulDivUp(units < 0n ? -units : units, part, whole);
    const own = isLast ? -before : units < 0n ? -size : size;
    left.set(currency, before + own);
    return { account, units: own };
  });
}

interface ClaimedDebt {
  readonly id: string;
  readonly origin: DebtOrigin;
  readonly userId: string;
}

/** What an account of the books got of what was taken from a customer for a debt, in sum, as it is undone. */
async function undoing(
  reader: Reader,
  { id, origin, userId }: ClaimedDebt,
): Promise<readonly Posting[]> {
  const { kind } = takings[origin];
  const { rows } = await sql<{ account_id: string; units: string }>`
    select account_id, sum(amount)::text as units from postings
    join journals on journals.id = postings.journal_id
    where journals.kind = ${kind} and journals.user_id = ${userId}
      and journals.reference like ${`${kind}:${id}:%`}
    group by account_id having sum(amount) <> 0 order by account_id`.execute(reader);
  return rows.map(({ account_id, units }) => reversed(account_id, BigInt(units)));
}

const post = async (
  deps: Pick<Deps, 'clock'>,
  tx: Tx,
  { id, origin, userId }: ClaimedDebt,
  { reference, postings }: { readonly reference: string; readonly postings: readonly Posting[] },
): Promise<void> => {
  const { kind, network } = takings[origin];
  const posted = await postJournal(tx, deps.clock, {
    class: 'payment',
    kind,
    userId,
    reference,
    comment: `Given back/${id}`,
    network,
    postings,
  });
  if (posted.kind !== 'posted') throw new Error('what was taken could not be given back');
};

/** Cents of a purchase's currency that were taken from a customer for it, less what they got back. */
export async function takenFor(reader: Reader, purchaseId: string) {
  const rows = await reader
    .selectFrom('charge_back_parts')
    .where('purchase_id', '=', purchaseId)
    .select((row) => ['user_id', row.fn.sum<string>('cents').as('cents')])
    .groupBy('user_id')
    .orderBy('user_id')
    .execute();
  return rows.map(({ user_id: userId, cents }) => ({ userId, cents: BigInt(cents) }));
}

/**
 * Gives back cents of what was taken from a customer for a card payment, in what it was taken in; returns the reference,
 * which names this once.
 */
export async function giveBackPart(
  deps: Pick<Deps, 'clock'>,
  tx: Tx,
  taken: Omit<ClaimedDebt, 'origin'> & { readonly cents: bigint },
  part: bigint,
): Promise<string> {
  const of = { ...taken, origin: 'card' } as const;
  const all = await undoing(tx, of);
  const reference = `card-recalled:${taken.id}:back:${await partsOf(tx, taken.id)}`;
  const postings = part === taken.cents ? all : scaled(all, part, taken.cents);
  if (postings.length > 0) await post(deps, tx, of, { reference, postings });
  await tx
    .insertInto('charge_back_parts')
    .values({
      ...{ reference, purchase_id: taken.id, user_id: taken.userId },
      cents: String(-part),
    })
    .execute();
  return reference;
}

/** Gives back all that was taken from a customer for one transfer or purchase; returns the cents that are owed again. */
export async function giveBackAll(
  deps: Pick<Deps, 'clock'>,
  tx: Tx,
  { caseId, ...taken }: ClaimedDebt & { readonly caseId: string },
): Promise<bigint> {
  if (taken.origin === 'card') {
    const all = await takenFor(tx, taken.id);
    const own = all.find(({ userId }) => userId === taken.userId);
    if (!own || own.cents === 0n) return 0n;
    await giveBackPart(deps, tx, { ...own, id: taken.id }, own.cents);
    return own.cents;
  }
  const postings = await undoing(tx, taken);
  if (postings.length === 0) return 0n;
  await post(deps, tx, taken, {
    reference: `cash-recalled:${taken.id}:undone ${caseId}`,
    postings,
  });
  return -postings
    .filter(({ account }) => account.owner === 'house' && account.kind === 'bank')
    .reduce((total, { units }) => total + units, 0n);
}
