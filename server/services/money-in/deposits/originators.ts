import { sql } from 'kysely';
import { assetOf } from '#core/money/currencies.ts';
import { formatUnits } from '#core/money/decimal.ts';
import { type Counterparty, contradicts } from '#core/people/counterparty.ts';
import { depositAsksMail } from '#server/adapters/mail/texts.ts';
import type { Deps } from '#server/deps.ts';
import { storedAsset } from '#server/ledger/stored-asset.ts';
import type { Owner } from '#server/platform/standing-session.ts';
import { notFound } from '#server/refusal/refusals.ts';
import { isRefused, type Refused } from '#server/refusal/refused.ts';
import { screenAgain, sendersIn } from '#server/services/checks/screening/screenings.ts';
import {
  checkCounterparty,
  findSender,
  keepCounterparty,
  unprovedByDeposit,
} from '#server/services/checks/travel-rule/counterparties.ts';
import {
  counterpartyOf,
  endTravel,
  heardTravel,
  lockTravel,
  lookLater,
  type TravelRuleRow,
  travelDue,
} from '#server/services/checks/travel-rule/travel-rule.ts';
import { nameColumns, namesOf } from '#server/services/customers/users/person.ts';
import { notify } from '#server/services/messages/notices/notify.ts';
import type { Reader, Tx } from '#server/store/schema/schema.ts';
import { inTransaction } from '#server/store/transaction.ts';
import type { DepositRow } from './deposits.ts';

const idOf = (reference: string): string => `deposit:${reference}`;

/** So long after a deposit was credited messages about its sender are still read. */
const AFTER_SECONDS = 7 * 24 * 3600;

/** Who names the sender: a message of the sender's provider, or the customer, whose word is held against messages. */
interface Named {
  readonly counterparty: Counterparty;
  readonly byCustomer: boolean;
}

/** The sender is known: the deposit may be credited once that person was screened as well. */
async function known(
  deps: Deps,
  tx: Tx,
  { id, generation }: Pick<TravelRuleRow, 'id' | 'generation'>,
  from: 'due' | 'asked',
  { counterparty, byCustomer }: Named,
): Promise<boolean> {
  const ended = await endTravel(tx, deps.clock, id, {
    ...{ from, generation, state: 'done', counterparty, byCustomer },
    // Messages that come later say whether the customer is right (READ-17).
    ...(byCustomer && { again: lookLater(deps.clock) }),
  });
  if (ended && counterparty.owner === 'other') await screenAgain(tx, deps.clock, id);
  return ended;
}

/** The sender is unknown: the owner is asked, and the deposit is held meanwhile. Messages are still read. */
async function askOwner(
  deps: Deps,
  tx: Tx,
  row: DepositRow,
  { id, generation }: TravelRuleRow,
): Promise<void> {
  const { user_id: userId, currency, units } = row;
  const again = lookLater(deps.clock);
  const asked = { from: 'due', generation, state: 'asked', again } as const;
  if (!(await endTravel(tx, deps.clock, id, asked))) return;
  const { code } = storedAsset(currency);
  const amount = formatUnits(BigInt(units), assetOf(code).scale);
  await notify(deps, tx, userId, {
    popup: 'A deposit waits until you say who sent it.',
    page: '/waiting',
    mail: (to) => depositAsksMail(to, { amount, currency: code }),
  });
}

/** There is no message yet: in time one may come, and after that the customer is asked or has said it already. */
async function notYet(deps: Deps, tx: Tx, row: DepositRow, travel: TravelRuleRow): Promise<void> {
  const { clock, parties } = deps;
  const graceOver = travel.asked_at.getTime() + parties.travelRule.graceSeconds * 1000;
  if (travel.state === 'due' && clock.now() >= graceOver) return askOwner(deps, tx, row, travel);
  const ended = row.credited_at ?? row.dropped_at;
  const isOver = ended !== null && clock.now() > ended.getTime() + AFTER_SECONDS * 1000;
  const grace = sql<Date>`least(${lookLater(clock)}, ${new Date(graceOver)}::timestamptz)`;
  await heardTravel(tx, travel, isOver ? null : travel.state === 'due' ? grace : lookLater(clock));
}

/**
 * A message about a sender whom the customer has named. If it says otherwise, its person is screened too, a deposit that is
 * not credited waits, and officers decide (READ-17).
 */
async function compare(
  { clock, log }: Deps,
  tx: Tx,
  row: DepositRow,
  travel: TravelRuleRow,
  told: Counterparty,
): Promise<void> {
  const said = counterpartyOf(travel);
  const user = await tx
    .selectFrom('users')
    .select(nameColumns)
    .where('id', '=', travel.user_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!said || !user || !contradicts(told, said, namesOf(user)))
    return heardTravel(tx, travel, null);
  const { numUpdatedRows } = await tx
    .updateTable('travel_rule')
    .set({
      ...{ state: 'contradicted', due_at: null, attempts: 0, told_at: clock.sql },
      ...{ told_name: told.name, told_country: told.country, told_provider: told.provider },
    })
    .where('id', '=', travel.id)
    .where('state', '=', 'done')
    .where('generation', '=', travel.generation)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) return;
  log.warn('a provider says otherwise who sent a deposit', { deposit: row.id });
  await unprovedByDeposit(tx, row);
  await screenAgain(tx, clock, travel.id);
}

/** What a message says, by what is known already. */
async function heard(
  deps: Deps,
  tx: Tx,
  row: DepositRow,
  travel: TravelRuleRow,
  counterparty: Counterparty,
): Promise<void> {
  switch (travel.state) {
    case 'due':
    case 'asked':
      await known(deps, tx, travel, travel.state, { counterparty, byCustomer: false });
      return;
    case 'done':
      return compare(deps, tx, row, travel, counterparty);
    case 'pending':
    case 'refused':
    case 'contradicted':
    case 'before':
      return heardTravel(tx, travel, null);
  }
}

/** Finds out who sent a deposit; false if the party that may know gave no answer. */
async function findOriginator(deps: Deps, travel: TravelRuleRow): Promise<boolean> {
  const { reference } = travel;
  const row = await deps.db
    .selectFrom('deposits')
    .selectAll()
    .where('id', '=', reference)
    .executeTakeFirstOrThrow();
  const { user_id: userId, network, senders, currency, units, address, tag } = row;
  // What the customer said of this sender before counts, and is held against messages like what they say now.
  const sender =
    travel.state === 'due' ? await findSender(deps.db, userId, network, senders) : undefined;
  const told = await deps.parties.travelRule.received({
    ...{ reference: idOf(reference), currency, network, address, tag },
    hash: row.transaction_hash,
    amount: formatUnits(BigInt(units), storedAsset(currency).scale),
  });
  if (!told && !sender) return false;
  await inTransaction(deps.db, async (tx) => {
    if (sender) await known(deps, tx, travel, 'due', { counterparty: sender, byCustomer: true });
    // Read anew: the customer may have answered meanwhile.
    const now = await lockTravel(tx, travel.id);
    if (!told || now?.generation !== travel.generation) return;
    if (told === 'none') {
      if (!sender) await notYet(deps, tx, row, now);
    } else await heard(deps, tx, row, now, told);
  });
  return true;
}

/** Finds out the senders of all deposits that were not asked about; returns how many were answered. */
export const findOriginators = (deps: Deps, stopping?: AbortSignal): Promise<number> =>
  travelDue(deps, 'deposit', sql`true`, (row) => findOriginator(deps, row), stopping);

/**
 * In which state the customer's statement ends the question; undefined if they are not asked. Once asked they may
 * answer, also while the parties are asked again because more is known.
 */
function askedIn({ state, answered_at: at }: TravelRuleRow): 'due' | 'asked' | undefined {
  if (state === 'asked') return state;
  return state === 'due' && at !== null ? state : undefined;
}

/**
 * Takes a customer's statement of who sent a deposit. Repeating it changes nothing; the next deposit from
 * there needs no question.
 */
export async function answerDeposit(
  deps: Deps,
  { userId }: Owner,
  request: { readonly deposit_id: string; readonly counterparty: Counterparty },
): Promise<Refused | undefined> {
  const said = checkCounterparty(request.counterparty);
  if (isRefused(said)) return said;
  return inTransaction(deps.db, async (tx) => {
    const row = await tx
      .selectFrom('deposits')
      .selectAll()
      .where('id', '=', request.deposit_id)
      .where('user_id', '=', userId)
      .executeTakeFirst();
    const travel = row && (await lockTravel(tx, idOf(row.id)));
    if (!row || !travel) return notFound();
    const from = askedIn(travel);
    if (!from) return undefined;
    await known(deps, tx, travel, from, { counterparty: said, byCustomer: true });
    for (const address of sendersIn(row.senders)) {
      await keepCounterparty(
        tx,
        deps.clock,
        userId,
        { network: row.network, address, tag: '' },
        said,
      );
    }
    return undefined;
  });
}

/** Whether a deposit is not credited yet. */
export async function isWaiting(reader: Reader, depositId: string): Promise<boolean> {
  const row = await reader
    .selectFrom('deposits')
    .select('id')
    .where('id', '=', depositId)
    .where('state', '=', 'pending')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Officers have seen what a provider says otherwise about a sender: a deposit goes on, or has ended. What the provider says
 * counts from then on. False if that is too late.
 */
export async function settleSender({ clock }: Deps, tx: Tx, depositId: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('travel_rule')
    .set({ state: 'done', answered_at: clock.sql })
    .where('id', '=', idOf(depositId))
    .where('state', '=', 'contradicted')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Whether a deposit waits for who sent it, from the party or from its owner. */
export async function isUnstated(reader: Reader, depositId: string): Promise<boolean> {
  const row = await reader
    .selectFrom('travel_rule')
    .select('id')
    .where('id', '=', idOf(depositId))
    .where('state', 'in', ['due', 'asked'])
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Officers let a deposit go on of which nobody says who sent it: they know it another way, so the question counts no
 * more, as of one from before there was a question. It is screened as before. False if that is too late.
 */
export async function releaseUnstated(
  { clock }: Deps,
  tx: Tx,
  depositId: string,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('travel_rule')
    .set({
      ...{ state: 'before', due_at: null, answered_at: clock.sql },
      generation: sql`generation + 1`,
    })
    .where('id', '=', idOf(depositId))
    .where('state', 'in', ['due', 'asked'])
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
