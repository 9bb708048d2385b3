import { parseUnits } from '#core/money/decimal.ts';
import { FIAT_SCALE } from '#core/money/purchase-approval.ts';
import { asksForCost } from '#core/statement/tax-meaning.ts';
import type { Deps } from '#server/deps.ts';
import { MOST_UNITS } from '#server/ledger/accounts.ts';
import type { Owner } from '#server/platform/standing-session.ts';
import { notFound } from '#server/refusal/refusals.ts';
import { type Refused, refuse } from '#server/refusal/refused.ts';
import { withAccount } from '#server/services/customers/users/users.ts';

interface Stated {
  readonly journalId: string;
  readonly cost: string;
}

/** Records what a deposit cost, as the customer states it in their currency; the last statement counts. */
export async function stateCost(
  deps: Deps,
  owner: Owner,
  { journalId, cost }: Stated,
): Promise<true | Refused> {
  const cents = parseUnits(cost, FIAT_SCALE);
  if (cents === undefined || cents > MOST_UNITS) {
    return refuse('INVALID_INPUT', 'Enter an amount with at most two decimals.');
  }
  return withAccount(deps, owner, async (tx, account) => {
    const lines = await tx
      .selectFrom('postings')
      .innerJoin('journals', 'journals.id', 'postings.journal_id')
      .where('journals.id', '=', journalId)
      .where('postings.statement_of', '=', owner.userId)
      .select(['journals.kind', 'postings.currency as asset', 'postings.amount'])
      .execute();
    const legs = lines.map(({ asset, amount }) => ({
      ...{ asset, units: BigInt(amount), value: undefined },
    }));
    const [first] = lines;
    if (!first || !asksForCost({ kind: first.kind, legs })) return notFound();
    const said = {
      currency: account.currency_code,
      cents: String(cents),
      stated_at: deps.clock.sql,
    };
    await tx
      .insertInto('stated_costs')
      .values({ user_id: owner.userId, journal_id: journalId, ...said })
      .onConflict((conflict) => conflict.columns(['user_id', 'journal_id']).doUpdateSet(said))
      .execute();
    return true;
  });
}
