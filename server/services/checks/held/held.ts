import { type RawBuilder, type Selectable, sql } from 'kysely';
import { BANK_TRANSFER } from '#core/money/cash.ts';
import { formatUnits } from '#core/money/decimal.ts';
import type { Deps } from '#server/deps.ts';
import { storedKept } from '#server/ledger/stored-asset.ts';
import { TWO_OFFICERS_EUR_CENTS } from '#server/policy.ts';
import { linkedWorth, linkedWorthOfAll } from '#server/services/checks/monitoring/linked-worth.ts';
import {
  decideScreening,
  isOver,
  isUndecided,
} from '#server/services/checks/screening/screenings.ts';
import { refuseTransfer } from '#server/services/money-in/bank/bank-transfers.ts';
import { refuseDeposit } from '#server/services/money-in/deposits/refuse-deposit.ts';
import { cancel } from '#server/services/money-out/withdrawals/withdrawal-steps.ts';
import type { Reader, Schema, Tx } from '#server/store/schema/schema.ts';

/** The transfer that is held: its direction in words, and its amount. */
export interface HeldTransfer {
  readonly amount: string;
  readonly currency: string;
  readonly network: string;
  /** The recipient's address, or the sender's as far as known. */
  readonly address: string;
  /** The transfer's present state. */
  readonly state: string;
  readonly direction: 'out' | 'in';
}

type Screening = Selectable<Schema['screenings']>;

/** A person or transfer that screening holds or held. */
export interface Held extends Screening {
  readonly email: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly country_code: string;
  readonly kyc_status: string;
  readonly currency_code: string;
  readonly transfer: HeldTransfer | undefined;
  /** Nobody can hold it or let it go any more. */
  readonly is_over: boolean;
  /** A person has something to decide about it. */
  readonly is_undecided: boolean;
  /** Of a withdrawal: why it was, or is to be, cancelled, if not because its customer asked; and when it was. */
  readonly cancelled_for: string | null;
  readonly to_cancel: string | null;
  readonly cancelled_at: Date | null;
}

const query = (reader: Reader) =>
  reader
    .selectFrom('screenings')
    .innerJoin('users', 'users.id', 'screenings.user_id')
    .leftJoin('withdrawals', (join) =>
      join
        .onRef('withdrawals.id', '=', 'screenings.reference')
        .on('screenings.subject', '=', 'withdrawal'),
    )
    .leftJoin('payment_routes', 'payment_routes.id', 'withdrawals.payment_route_id')
    .leftJoin('deposits', (join) =>
      join
        .onRef('deposits.id', '=', 'screenings.reference')
        .on('screenings.subject', '=', 'deposit'),
    )
    .leftJoin('bank_transfers', (join) =>
      join
        .onRef('bank_transfers.id', '=', 'screenings.reference')
        .on('screenings.subject', '=', 'transfer'),
    )
    .selectAll('screenings')
    .select(['users.email', 'first_name', 'last_name', 'country_code', 'kyc_status'])
    .select('users.currency_code')
    .select(['withdrawals.units as sent', 'withdrawals.currency as sent_currency'])
    .select(['withdrawals.address as sent_to', 'withdrawals.status as sent_state'])
    .select(['withdrawals.cancelled_for', 'withdrawals.to_cancel', 'withdrawals.cancelled_at'])
    .select('payment_routes.network as sent_network')
    .select(['deposits.units as received', 'deposits.currency as received_currency'])
    .select(['deposits.senders', 'deposits.state as received_state'])
    .select('deposits.network as received_network')
    .select(['bank_transfers.amount as paid', 'bank_transfers.currency as paid_currency'])
    .select(['bank_transfers.payer', 'bank_transfers.state as paid_state'])
    .select([isOver.as('is_over'), isUndecided.as('is_undecided')]);

type Row = Awaited<ReturnType<ReturnType<typeof query>['execute']>>[number];

function heldOf(row: Row): Held {
  const { sent, sent_currency, sent_to, sent_state, sent_network, ...named } = row;
  const { received, received_currency, senders, received_state, received_network, ...rest } = named;
  const { paid, paid_currency, payer, paid_state, ...held } = rest;
  const amount = (units: string, currency: string): string =>
    formatUnits(BigInt(units), storedKept(currency).scale);
  const transfer: HeldTransfer | undefined =
    sent && sent_currency
      ? {
          amount: amount(sent, sent_currency),
          currency: sent_currency,
          network: sent_network ?? '',
          address: sent_to ?? '',
          state: sent_state ?? '',
          direction: 'out',
        }
      : received && received_currency
        ? {
            amount: amount(received, received_currency),
            currency: received_currency,
            network: received_network ?? '',
            address: senders ?? '',
            state: received_state ?? '',
            direction: 'in',
          }
        : paid && paid_currency
          ? {
              amount: paid,
              currency: paid_currency,
              network: BANK_TRANSFER,
              address: payer ?? '',
              state: paid_state ?? '',
              direction: 'in',
            }
          : undefined;
  return { ...held, transfer };
}

/** The transfer as one line. */
export function transferText({ transfer }: Held): string | undefined {
  if (!transfer) return undefined;
  const { amount, currency, address, state, direction } = transfer;
  const where = direction === 'out' ? `to ${address}` : `from ${address || 'an unknown sender'}`;
  return `${amount} ${currency} ${where}, ${state}`;
}

const MOST = 1000;

/** What waits for an answer or a decision, the longest first. */
export async function listHeld(reader: Reader): Promise<readonly Held[]> {
  const rows = await query(reader)
    .where(isUndecided)
    .orderBy('asked_at')
    .orderBy('screenings.id')
    .limit(MOST)
    .execute();
  return rows.map(heldOf);
}

/**
 * Whether a person must decide now: something was found, or nobody has answered for an hour. Before that, the
 * party is merely slow.
 */
export const isForDesk = (hourAgo: RawBuilder<Date>): RawBuilder<boolean> =>
  sql<boolean>`screenings.state in ('asked', 'match')
    and (screenings.state = 'match' or screenings.asked_at <= ${hourAgo}) and ${isUndecided}`;

/** Some of the cases at the desk, in no order. */
export async function listForDesk(
  reader: Reader,
  ids: readonly string[],
): Promise<readonly Held[]> {
  const rows = await query(reader).where('screenings.id', 'in', ids).execute();
  return rows.map(heldOf);
}

export async function readHeld(reader: Reader, id: string): Promise<Held | undefined> {
  const row = await query(reader).where('screenings.id', '=', id).executeTakeFirst();
  return row && heldOf(row);
}

const tables = {
  customer: undefined,
  withdrawal: 'withdrawals',
  deposit: 'deposits',
  transfer: 'bank_transfers',
} as const;

/** Where the transfer stands that a case is about; undefined: it is about a customer. */
export const tableOf = ({ subject }: Pick<Held, 'subject'>) => tables[subject];

/** Locks what is held, and the transfer before it: until the end of the transaction neither moves on. */
export async function lockHeld(tx: Tx, id: string): Promise<void> {
  const at = id.indexOf(':');
  const [subject, reference] = [id.slice(0, at), id.slice(at + 1)];
  const [, table] = Object.entries(tables).find(([name]) => name === subject) ?? [];
  if (table)
    await sql`select from ${sql.table(table)} where id = ${reference} for update`.execute(tx);
  await sql`select from screenings where id = ${id} for update`.execute(tx);
}

/** The id under which monitoring knows a screened transfer. */
const movementId = ({ subject, reference }: Held): string =>
  `${subject === 'transfer' ? 'bank' : subject}:${reference}`;

/**
 * Whether two officers must release it: with what went the same way within 24 hours it is worth more than EUR 15,000,
 * or its value is unknown (HARD-57). Of a customer, everything counts that would go on, and what they hold.
 */
export async function needsTwo(deps: Deps, held: Held): Promise<boolean> {
  const sum = held.transfer
    ? await linkedWorth(deps, held.user_id, movementId(held))
    : await linkedWorthOfAll(deps, held.user_id);
  return sum === undefined || sum > TWO_OFFICERS_EUR_CENTS;
}

type Subject = NonNullable<Awaited<ReturnType<typeof decideScreening>>>;

/** Whether what came in was credited before: while its finding is not released, nothing leaves that account. */
async function wasCredited(
  tx: Tx,
  table: 'deposits' | 'bank_transfers',
  id: string,
): Promise<boolean> {
  const { rows } = await sql`select from ${sql.table(table)}
    where id = ${id} and state = 'credited'`.execute(tx);
  return rows.length > 0;
}

/**
 * Returns the money of a refused transfer to the wallet, or sets it aside; a refused customer's stays held, and so does
 * what was credited before something was found. False if it had ended otherwise, of which the caller has made sure.
 */
async function giveBack(deps: Deps, tx: Tx, held: Subject): Promise<boolean> {
  switch (held.subject) {
    case 'customer':
      return true;
    case 'withdrawal':
      return (await cancel(deps, tx, held.user_id, held.reference, 'refused')) !== 'too-late';
    case 'deposit':
      return (
        (await refuseDeposit(deps, tx, held.reference)) ||
        wasCredited(tx, 'deposits', held.reference)
      );
    case 'transfer':
      return (
        (await refuseTransfer(deps, tx, held.reference)) ||
        wasCredited(tx, 'bank_transfers', held.reference)
      );
  }
}

export interface HeldDecision {
  readonly id: string;
  readonly decision: 'released' | 'rejected';
  readonly reason: string;
  /** The officer's account, or the operator who runs the command. */
  readonly by: string;
}

/**
 * Decides, once, about what screening holds. A released transfer goes on by itself; of a refused one, a
 * withdrawal is given back and what came in is set aside; a refused customer's money stays. `over`: the transfer
 * has ended otherwise, so there is nothing to decide and nothing is changed.
 */
export async function decideHeldIn(
  deps: Deps,
  tx: Tx,
  { id, decision, reason, by }: HeldDecision,
): Promise<'done' | 'over' | 'not-held'> {
  await lockHeld(tx, id);
  const before = await readHeld(tx, id);
  if (before?.is_over && (before.state === 'asked' || before.state === 'match')) return 'over';
  const held = await decideScreening(tx, deps.clock, { id, state: decision, by, why: reason });
  if (!held) return 'not-held';
  if (decision === 'rejected' && !(await giveBack(deps, tx, held))) {
    throw new Error('what is held and locked could not be given back');
  }
  return 'done';
}
