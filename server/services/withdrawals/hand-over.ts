import { sql } from 'kysely';
import { formatUnits } from '#core/domain/decimal.ts';
import type { OwnCustomer } from '#server/adapters/travel-rule/travel-rule.ts';
import type { Deps } from '#server/deps.ts';
import { storedKept } from '#server/ledger/stored-asset.ts';
import { formerOwner } from '#server/services/archive/archive.ts';
import { isScreened } from '#server/services/gates/why.ts';
import { newestCertification } from '#server/services/tax/certifications.ts';
import {
  counterpartyOf,
  endTravel,
  type TravelRuleRow,
  travelDue,
} from '#server/services/travel-rule/travel-rule.ts';
import { nameOf } from '#server/services/users/person.ts';
import { findUser } from '#server/services/users/users.ts';
import { leadsTo } from '#server/store/leads-to.ts';
import { inTransaction } from '#server/store/transaction.ts';
import { cancel } from './withdrawal-steps.ts';

/** The customer cannot cancel it any more, and screening found nothing. */
const isReady = (deps: Deps) => sql`exists (
  select 1 from withdrawals where withdrawals.id = travel_rule.reference
    and withdrawals.status = 'requested' and withdrawals.due_at <= ${deps.clock.sql}
    and ${isScreened(deps)})`;

const readTransfer = ({ db }: Deps, id: string) =>
  db
    .selectFrom('withdrawals')
    .innerJoin('payment_routes', 'payment_routes.id', 'withdrawals.payment_route_id')
    .select(['withdrawals.currency', 'units', 'tag', 'payment_routes.network'])
    .select(leadsTo('withdrawals').as('address'))
    .where('withdrawals.id', '=', id)
    .executeTakeFirstOrThrow();

/** Who sends it: the customer or, where officers pay a closed account, its former owner (HARD-51). */
async function originatorOf(deps: Deps, id: string): Promise<OwnCustomer | undefined> {
  const user = await findUser(deps.db, id);
  if (!user) {
    const owner = await formerOwner(deps, deps.db, id);
    if (!owner) return undefined;
    const { first, last, country, home } = owner;
    return { id, first, last, country, home };
  }
  const certified = await newestCertification(deps.db, id);
  return { id, ...nameOf(user), country: user.country_code, home: certified?.home };
}

/** Hands the data of one withdrawal over, outside any transaction; false if there was no answer. */
async function handOver(deps: Deps, row: TravelRuleRow): Promise<boolean> {
  const { id, reference, user_id: userId, generation } = row;
  const beneficiary = counterpartyOf(row);
  const originator = await originatorOf(deps, userId);
  if (!beneficiary || !originator) return false;
  const { currency, units, ...to } = await readTransfer(deps, reference);
  const answer = await deps.parties.travelRule.handOver({
    ...{ reference: id, currency, ...to, beneficiary },
    amount: formatUnits(BigInt(units), storedKept(currency).scale),
    originator,
  });
  if (!answer) return false;
  const { kind, message } = answer;
  if (kind === 'accepted') {
    await endTravel(deps.db, deps.clock, id, {
      ...{ from: 'due', generation, state: 'done', message },
    });
    return true;
  }
  await inTransaction(deps.db, async (tx) => {
    const ended = await endTravel(tx, deps.clock, id, {
      ...{ from: 'due', generation, state: 'refused', message },
    });
    if (ended) await cancel(deps, tx, userId, reference, 'recipient');
  });
  return true;
}

/** Hands the parties of all withdrawals over that are about to be sent; returns how many were answered. */
export const handOverDue = (deps: Deps, stopping?: AbortSignal): Promise<number> =>
  travelDue(deps, 'withdrawal', isReady(deps), (row) => handOver(deps, row), stopping);
