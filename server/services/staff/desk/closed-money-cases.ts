import { type Selectable, sql } from 'kysely';
import type { CaseRow } from '#core/contract/staff/desk.ts';
import { findCash } from '#core/money/cash.ts';
import { SAY_WHERE_TO } from '#core/words/staff.ts';
import type { Mail } from '#server/adapters/mail/mail.ts';
import type { Deps } from '#server/deps.ts';
import { notFound } from '#server/refusal/refusals.ts';
import { isRefused, type Refused, refuse } from '#server/refusal/refused.ts';
import {
  amountIn,
  bookClosedMoney,
  type ClosedMoneyRow,
  causeText,
  letterOf,
  lockOpen,
  readClosedMoney,
} from '#server/services/money-in/closed-money/closed-money.ts';
import { isOwedFor, waiveChargeBack } from '#server/services/money-in/purchases/charge-backs.ts';
import { refundClosedMoney } from '#server/services/money-in/purchases/refund-closed.ts';
import {
  closedPayee,
  payClosedMoney,
} from '#server/services/money-out/withdrawals/pay-closed-money.ts';
import type { Reader, Schema, Tx } from '#server/store/schema/schema.ts';
import {
  type CaseSource,
  type Decide,
  type Decided,
  decidedBefore,
  type FoundCase,
  factsOf,
  sumOf,
} from './source.ts';

const rowOf = (row: ClosedMoneyRow): CaseRow => ({
  kind: 'closed-money',
  id: row.id,
  title: `Money of a closed account: ${causeText(row)}`,
  about: 'It belongs to somebody who has closed their account',
  ...sumOf(amountIn(row), row.currency),
  // Only the archive leads to an address, and opening it needs a reason.
  customer: '',
  since: row.came_at.toISOString(),
  due_at: row.due_at.toISOString(),
});

const letterText = ({ subject, text }: Mail): string => `${subject}\n\n${text}`;

type Payment = Pick<Selectable<Schema['withdrawals']>, 'status'>;

/** What the payment has come to, in words. */
function paymentText(row: ClosedMoneyRow, payment: Payment | undefined): string {
  if (row.decision === 'refund') return 'The provider gives it back to the card';
  switch (payment?.status) {
    case undefined:
      return '';
    case 'requested':
      return 'Waits to be sent';
    case 'broadcast':
      return 'On its way';
    case 'completed':
      return 'Arrived';
    case 'failed':
    case 'cancelled':
    case 'refunded':
      return 'Came back: it is a case of its own';
  }
}

/** A letter for whom no mail reaches: what came, or what became of it once that is known. */
function letterFor(row: ClosedMoneyRow, payment: Payment | undefined): Mail | undefined {
  if (row.told) return undefined;
  switch (row.decision) {
    case null:
      return letterOf(row, 'came');
    case 'book':
      return letterOf(row, 'booked');
    case 'refund':
      return letterOf(row, 'refunded');
    case 'pay':
      return payment?.status === 'completed' ? letterOf(row, 'paid') : undefined;
  }
}

const decisionTexts = {
  pay: 'Paid out',
  refund: 'Given back to the card',
  book: 'Booked as the house’s',
} as const;

const TAKEN =
  'The card’s bank has taken this payment back: what it bought can only be booked, and nothing more is owed for it.';

/** What the money offers now, and why that is less than it was. */
async function offeredBy(
  reader: Reader,
  { decided_at, cause, about }: ClosedMoneyRow,
): Promise<Pick<FoundCase<'closed-money'>, 'decisions' | 'became'>> {
  if (decided_at) return { decisions: [] };
  if (cause !== 'card') return { decisions: ['pay', 'book'] };
  // What it bought is the house's, whose money the card's bank has taken.
  if (await isOwedFor(reader, about)) return { decisions: ['book'], became: TAKEN };
  return { decisions: ['pay', 'refund', 'book'] };
}

/** The networks on which an asset can be sent; none for cash. */
const networksOf = async (reader: Reader, currency: string): Promise<string[]> => {
  if (findCash(currency)) return [];
  const rows = await reader
    .selectFrom('payment_routes')
    .select('network')
    .where('currency', '=', currency)
    .where('is_active', '=', true)
    .orderBy('network')
    .execute();
  return rows.map(({ network }) => network);
};

interface Settled extends Pick<Decided, 'payee'> {
  readonly by: string;
  readonly why: string;
}

/** What a decision does with money about which nothing is decided yet. */
const settle =
  (
    act: (
      deps: Deps,
      tx: Tx,
      row: ClosedMoneyRow,
      settled: Settled,
    ) => Promise<Refused | undefined>,
  ): Decide =>
  async (deps, tx, id, { reason: why, officer: by, payee }) => {
    const row = await lockOpen(tx, id);
    if (!row) return decidedBefore();
    return act(deps, tx, row, { by, why, payee });
  };

/** Money that came for accounts after they were closed (HARD-51): two officers decide about all of it. */
export const closedMoneyCases: CaseSource<'closed-money'> = {
  kind: 'closed-money',

  open: () => sql`select id, null::text as user_id, about, due_at as due, came_at as since
    from closed_money where decided_at is null`,

  async rows(reader, ids) {
    const rows = await reader
      .selectFrom('closed_money')
      .selectAll()
      .where('id', 'in', ids)
      .execute();
    return rows.map(rowOf);
  },

  async read(reader, id) {
    const row = await readClosedMoney(reader, id);
    if (!row) return undefined;
    const payment = await reader
      .selectFrom('withdrawals')
      .select('status')
      .where('id', '=', row.withdrawal_id)
      .executeTakeFirst();
    const by = await reader
      .selectFrom('users')
      .select('email')
      .where('id', '=', row.decided_by)
      .executeTakeFirst();
    const letter = letterFor(row, payment);
    const facts = [
      ['Amount', `${amountIn(row)} ${row.currency}`],
      ['What came', causeText(row)],
      ['Where it comes from', row.about],
      ['Account number', row.former_id],
      ['Told', row.told ? 'By mail, to the sealed address' : 'No address is kept: send the letter'],
      ['Paid to', row.paid_to && 'Sealed with the closed account'],
      ['Payment', paymentText(row, payment)],
      ['Reference of the payment', row.withdrawal_id ?? ''],
    ] as const;
    const named = rowOf(row);
    return {
      ...named,
      facts: factsOf(facts),
      body: '',
      decided: row.decided_at && {
        at: row.decided_at.toISOString(),
        by: by?.email ?? '',
        text: `${row.decision ? decisionTexts[row.decision] : ''}: ${row.decided_why}`,
      },
      ...(await offeredBy(reader, row)),
      closed_account: row.former_id,
      networks: await networksOf(reader, row.currency),
      ...(letter && { letter: letterText(letter) }),
    };
  },

  async secondOfficer(deps, id, { decision, to }) {
    const row = await readClosedMoney(deps.db, id);
    if (!row || row.decided_at) return undefined;
    const offered = await offeredBy(deps.db, row);
    // The desk says that this money does not have it, or what has become of it.
    if (!offered.decisions.some((one) => one === decision)) return undefined;
    const amount = `${row.units} ${row.currency}`;
    if (decision !== 'pay') return { basis: `${decision} ${amount}` };
    if (!to) return refuse('INVALID_INPUT', SAY_WHERE_TO);
    const payee = await closedPayee(deps, row, to);
    if (isRefused(payee)) return payee;
    // Both officers type where it goes: a slip of one is found by the other.
    return { basis: ['pay', amount, payee.routeId, payee.address, payee.tag].join(' '), payee };
  },

  // What it was paid with before it, as whoever follows a dispute locks them.
  async lock(tx, id) {
    const row = await readClosedMoney(tx, id);
    if (row?.cause === 'card') {
      await tx
        .selectFrom('purchases')
        .select('id')
        .where('id', '=', row.about)
        .forUpdate()
        .execute();
    }
    await lockOpen(tx, id);
  },

  decisions: {
    pay: settle(async (deps, tx, row, { payee, by, why }) =>
      payee ? payClosedMoney(deps, tx, row, payee, { by, why }) : notFound(),
    ),
    refund: settle((deps, tx, row, { by, why }) => refundClosedMoney(deps, tx, row, { by, why })),
    book: settle(async (deps, tx, row, { by, why }) => {
      await bookClosedMoney(deps, tx, row, { by, why });
      // What the payment bought stays here, so nothing is owed for it (HARD-93).
      if (row.cause === 'card') await waiveChargeBack(tx, row.about);
      return undefined;
    }),
  },
};
