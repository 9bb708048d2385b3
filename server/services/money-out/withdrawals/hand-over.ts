import { sql } from 'kysely';
import { formatUnits } from '#core/money/decimal.ts';
import type { HandedOver, OwnCustomer } from '#server/adapters/travel-rule/travel-rule.ts';
import type { Deps } from '#server/deps.ts';
import { storedKept } from '#server/ledger/stored-asset.ts';
import { isScreened } from '#server/services/checks/gates/why.ts';
import { policies } from '#server/services/checks/travel-rule/policies.ts';
import {
  counterpartyOf,
  endTravel,
  lookLater,
  type TravelRuleRow,
  travelDue,
} from '#server/services/checks/travel-rule/travel-rule.ts';
import { formerOwner } from '#server/services/customers/archive/archive.ts';
import { nameOf } from '#server/services/customers/users/person.ts';
import { findUser } from '#server/services/customers/users/users.ts';
import { caseAfter } from '#server/services/money-out/exits/exits.ts';
import { newestCertification } from '#server/services/tax/residence/certifications.ts';
import { leadsTo } from '#server/store/leads-to.ts';
import type { Tx } from '#server/store/schema/schema.ts';
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
  const ended = { from: fromOf(row), generation, message: answer.message, said: answer.said };
  const comesBack = () =>
    inTransaction(deps.db, async (tx) => {
      if (await endTravel(tx, deps.clock, id, { ...ended, state: 'refused' }))
        await cancel(deps, tx, userId, reference, 'recipient');
    });
  const leaves = () => endTravel(deps.db, deps.clock, id, { ...ended, state: 'done' });
  switch (policies[answer.kind]) {
    case 'send':
      await leaves();
      break;
    case 'refuse':
      await comesBack();
      break;
    case 'unknown-provider':
      // Where the customer names none there is none to correct.
      await (beneficiary.provider === '' ? waitFor(deps, row, answer) : comesBack());
      break;
    case 'unhosted':
      await (beneficiary.provider === '' ? leaves() : comesBack());
      break;
    case 'wait':
    case 'overdue':
      await waitFor(deps, row, answer);
  }
  return true;
}

const fromOf = ({ state }: Pick<TravelRuleRow, 'state'>): 'due' | 'pending' =>
  state === 'pending' ? state : 'due';

/**
 * The other provider has it and has not decided. The clock begins with the first such answer and is never set back; at its
 * end it is a case, and is still asked about.
 */
async function waitFor(
  { db, clock }: Deps,
  row: TravelRuleRow,
  { kind, said, message, until }: HandedOver,
): Promise<void> {
  const longest = clock.now() + caseAfter('travel_rule', 'pending') * 1000;
  const end =
    policies[kind] === 'overdue' ? clock.now() : Math.min(until?.getTime() ?? longest, longest);
  const at = sql<Date>`${new Date(end)}::timestamptz`;
  await db
    .updateTable('travel_rule')
    .set({
      ...{ state: 'pending', said, message, attempts: 0, due_at: lookLater(clock) },
      until_at:
        policies[kind] === 'overdue'
          ? sql<Date>`least(until_at, ${at})`
          : sql<Date>`coalesce(until_at, ${at})`,
    })
    .where('id', '=', row.id)
    .where('state', '=', fromOf(row))
    .where('generation', '=', row.generation)
    .execute();
}

/** Officers let a withdrawal leave of which the other provider has not decided in time. False if that is too late. */
export async function sendUnanswered({ clock }: Deps, tx: Tx, id: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('travel_rule')
    .set({ state: 'done', due_at: null, until_at: null, answered_at: clock.sql })
    .where('id', '=', `withdrawal:${id}`)
    .where('state', '=', 'pending')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Hands the parties of all withdrawals over that are about to be sent; returns how many were answered. */
export const handOverDue = (deps: Deps, stopping?: AbortSignal): Promise<number> =>
  travelDue(deps, 'withdrawal', isReady(deps), (row) => handOver(deps, row), stopping);
