import { type Selectable, sql } from 'kysely';
import { compareNames } from '#core/people/verified-person.ts';
import type { Deps } from '#server/deps.ts';
import { UNNAMED_CARDS_DAYS, UNNAMED_CARDS_THRESHOLD_USDC } from '#server/policy.ts';
import { nameColumns, namesOf } from '#server/services/customers/users/person.ts';
import type { Schema, Tx } from '#server/store/schema/schema.ts';
import { holderNamed } from './holder-compared.ts';

type CardHolderDeps = Pick<Deps, 'clock' | 'log'>;
export type CardHolderCase = Selectable<Schema['card_holder_cases']>;

/** How the name on a card compares with its customer's; `unnamed`: the provider does not give it. */
export type CardMatch = 'same' | 'near' | 'other' | 'unnamed';

/**
 * Whose card paid, as far as names tell (SPEC-06): `fits` and buys, `waits` for an officer, or is `another`’s, and goes
 * back. Of an account that is closed officers decide what is to become of the payment.
 */
export interface JudgedHolder {
  readonly verdict: 'fits' | 'waits' | 'another';
  readonly match: CardMatch | null;
}

const caseOf = (tx: Tx, id: string): Promise<CardHolderCase | undefined> =>
  tx
    .selectFrom('card_holder_cases')
    .selectAll()
    .where('purchase_id', '=', id)
    .where('match', '=', 'near')
    .executeTakeFirst();

/** Judges a payment by its card's name, once; its purchase is locked. */
export async function judgeHolder(
  { clock, log }: CardHolderDeps,
  tx: Tx,
  { id, userId }: { readonly id: string; readonly userId: string },
  told: string | undefined,
): Promise<JudgedHolder> {
  const buyer = await tx
    .selectFrom('users')
    .select(nameColumns)
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!buyer) return { verdict: 'fits', match: null };
  const before = await caseOf(tx, id);
  // A name that was told once is not forgotten where the provider leaves it out the next time.
  const holder = holderNamed(told) ?? before?.holder;
  if (holder === undefined) return { verdict: 'fits', match: 'unnamed' };
  const match = compareNames(namesOf(buyer), holder);
  if (match === 'same') return { verdict: 'fits', match };
  if (match === 'other') {
    log.warn('a card in another name has paid', { purchase: id });
    return { verdict: 'another', match };
  }
  if (before?.decision === 'theirs') return { verdict: 'fits', match };
  if (before?.decision === 'not-theirs') return { verdict: 'another', match };
  if (before?.decision !== null) {
    const asked = { holder, match, made_at: clock.sql };
    await tx
      .insertInto('card_holder_cases')
      .values({ ...asked, purchase_id: id, user_id: userId })
      // It had ended as unpaid, and was paid all the same: an officer is asked anew.
      .onConflict((row) =>
        row.column('purchase_id').doUpdateSet({
          ...asked,
          ...{ decision: null, decided_at: null, decided_by: '', decided_why: '' },
        }),
      )
      .execute();
    log.warn('a card in nearly its customer’s name has paid', { purchase: id });
  }
  return { verdict: 'waits', match };
}

/**
 * A payment that waited for an officer has ended otherwise, as by a refund or as unpaid: there is nothing to decide any
 * more.
 */
export const endHolderCase = ({ clock }: Pick<Deps, 'clock'>, tx: Tx, id: string) =>
  tx
    .updateTable('card_holder_cases')
    .set({ decision: 'close', decided_why: 'The payment has ended.', decided_at: clock.sql })
    .where('purchase_id', '=', id)
    .where('match', '=', 'near')
    .where('decided_at', 'is', null)
    .execute();

/**
 * Has an officer ask whose cards they are, once what was paid by cards without a name adds up; what they had before them
 * counts no more. The customer's account is locked, so that payments at one moment count together.
 */
export async function noteUnnamed(
  { clock, log }: CardHolderDeps,
  tx: Tx,
  { id, userId }: { readonly id: string; readonly userId: string },
): Promise<void> {
  const { rows } = await sql<{ reached: boolean }>`
    select coalesce(sum(usdc::numeric), 0) >= ${UNNAMED_CARDS_THRESHOLD_USDC} as reached from purchases
    where user_id = ${userId} and card_match = 'unnamed' and status = 'success'
      and paid_at > ${clock.sqlIn(-UNNAMED_CARDS_DAYS * 24 * 3600)}
      -- By when we heard of them, as the case was made: one may have been paid before it and told of only since.
      and recorded_at > coalesce((select max(made_at) from card_holder_cases
        where user_id = ${userId} and match = 'unnamed'), '-infinity')`.execute(tx);
  if (!rows[0]?.reached) return;
  await tx
    .insertInto('card_holder_cases')
    .values({ purchase_id: id, user_id: userId, holder: '', match: 'unnamed', made_at: clock.sql })
    .onConflict((conflict) => conflict.column('purchase_id').doNothing())
    .execute();
  log.warn('cards without a name have paid much', { purchase: id });
}

/**
 * An officer has decided whose card it was: the payment buys, or goes back, as soon as its provider is asked once more.
 * False if that is too late.
 */
export async function decideHolder(
  { clock }: CardHolderDeps,
  tx: Tx,
  id: string,
  decided: {
    readonly decision: 'theirs' | 'not-theirs' | 'close';
    readonly by: string;
    readonly why: string;
  },
): Promise<boolean> {
  const { decision, by: decided_by, why: decided_why } = decided;
  // The purchase before its case, as where a payment ends.
  await tx.selectFrom('purchases').select('id').where('id', '=', id).forUpdate().execute();
  const { numUpdatedRows } = await tx
    .updateTable('card_holder_cases')
    .set({ decision, decided_by, decided_why, decided_at: clock.sql })
    .where('purchase_id', '=', id)
    .where('match', '=', decision === 'close' ? 'unnamed' : 'near')
    .where('decided_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await tx
    .updateTable('purchases')
    .set({ next_check_at: clock.sql })
    .where('id', '=', id)
    .where('status', 'in', ['pending', 'unknown'])
    .execute();
  return true;
}
