import { sql } from 'kysely';
import type { Counterparty } from '#core/domain/counterparty.ts';
import { assetOf } from '#core/domain/currencies.ts';
import { formatUnits } from '#core/domain/decimal.ts';
import { depositAsksMail } from '#server/adapters/mail/texts.ts';
import type { Deps } from '#server/deps.ts';
import { storedAsset } from '#server/ledger/stored-asset.ts';
import type { Owner } from '#server/platform/standing-session.ts';
import { notFound } from '#server/refusal/refusals.ts';
import { isRefused, type Refused } from '#server/refusal/refused.ts';
import { notify } from '#server/services/notices/notify.ts';
import { screenAgain, sendersIn } from '#server/services/screening/screenings.ts';
import {
  checkCounterparty,
  findSender,
  keepCounterparty,
} from '#server/services/travel-rule/counterparties.ts';
import {
  endTravel,
  lockTravel,
  type TravelRuleRow,
  travelDue,
} from '#server/services/travel-rule/travel-rule.ts';
import type { Reader, Tx } from '#server/store/schema.ts';
import { inTransaction } from '#server/store/transaction.ts';
import type { DepositRow } from './deposits.ts';

const idOf = (reference: string): string => `deposit:${reference}`;

/** The sender is known: the deposit may be credited once that person was screened as well. */
async function known(
  deps: Deps,
  tx: Tx,
  { id, generation }: Pick<TravelRuleRow, 'id' | 'generation'>,
  from: 'due' | 'asked',
  counterparty: Counterparty,
): Promise<boolean> {
  const ended = await endTravel(tx, deps.clock, id, {
    ...{ from, generation, state: 'done', counterparty },
  });
  if (ended && counterparty.owner === 'other') await screenAgain(tx, deps.clock, id);
  return ended;
}

/** The sender is unknown: the owner is asked, and the deposit is held meanwhile. */
async function askOwner(
  deps: Deps,
  tx: Tx,
  row: DepositRow,
  { id, generation }: TravelRuleRow,
): Promise<void> {
  const { user_id: userId, currency, units } = row;
  const asked = { from: 'due', generation, state: 'asked' } as const;
  if (!(await endTravel(tx, deps.clock, id, asked))) return;
  const { code } = storedAsset(currency);
  const amount = formatUnits(BigInt(units), assetOf(code).scale);
  await notify(deps, tx, userId, {
    popup: 'A deposit waits until you say who sent it.',
    page: '/waiting',
    mail: (to) => depositAsksMail(to, { amount, currency: code }),
  });
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
  const sender = await findSender(deps.db, userId, network, senders);
  const told =
    sender ??
    (await deps.parties.travelRule.received({
      ...{ reference: idOf(reference), currency, network, address, tag },
      hash: row.transaction_hash,
      amount: formatUnits(BigInt(units), storedAsset(currency).scale),
    }));
  if (!told) return false;
  await inTransaction(deps.db, async (tx) => {
    if (told === 'none') await askOwner(deps, tx, row, travel);
    else await known(deps, tx, travel, 'due', told);
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
    await known(deps, tx, travel, from, said);
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
