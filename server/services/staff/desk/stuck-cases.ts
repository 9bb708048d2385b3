import { sql } from 'kysely';
import type { CaseRow } from '#core/contract/staff/desk.ts';
import type { CaseDecision, DecisionOf } from '#core/contract/staff/desk-act.ts';
import { formatUnits } from '#core/money/decimal.ts';
import { counterpartyText } from '#core/people/counterparty.ts';
import type { Deps } from '#server/deps.ts';
import { storedKept } from '#server/ledger/stored-asset.ts';
import type { Refused } from '#server/refusal/refused.ts';
import type { TransferTable } from '#server/services/checks/gates/known.ts';
import { whyForOfficer } from '#server/services/checks/gates/why.ts';
import {
  counterpartyOf,
  type TravelRuleRow,
} from '#server/services/checks/travel-rule/travel-rule.ts';
import { lockAccount } from '#server/services/customers/users/users.ts';
import {
  checkReturn,
  giveUpArrival,
  giveUpReturn,
  refuseTransfer,
} from '#server/services/money-in/bank/bank-transfers.ts';
import {
  isUnstated,
  isWaiting,
  releaseUnstated,
  settleSender,
} from '#server/services/money-in/deposits/originators.ts';
import { refuseDeposit } from '#server/services/money-in/deposits/refuse-deposit.ts';
import {
  checkOpenPurchase,
  closePurchase,
  refundOnceMore,
  refundOpenPurchase,
} from '#server/services/money-in/purchases/stuck-purchase.ts';
import {
  type Stuck,
  type StuckSubject,
  stuckSql,
  subjectOf,
} from '#server/services/money-out/exits/stuck.ts';
import { settleTransfer } from '#server/services/money-out/withdrawals/comparison.ts';
import { sendUnanswered } from '#server/services/money-out/withdrawals/hand-over.ts';
import {
  checkGiveBack,
  giveBackStuck,
  goOn,
  halt,
} from '#server/services/money-out/withdrawals/stuck-withdrawal.ts';
import { ARRIVED, NO_REFERENCE } from '#server/services/operation/copies/compared.ts';
import type { Reader, Tx } from '#server/store/schema/schema.ts';
import {
  type CaseDeps,
  type CaseSource,
  type Decide,
  decidedBefore,
  factsOf,
  momentText,
  sumOf,
} from './source.ts';

type Row = Stuck & { readonly email: string | null };

const titles: Readonly<Record<StuckSubject, string>> = {
  withdrawal: 'A withdrawal does not move',
  transfer: 'A bank transfer does not move',
  deposit: 'A deposit does not move',
  purchase: 'A card payment does not move',
  sent: 'A party says what the books do not',
  sender: 'A provider says otherwise who sent a deposit',
};

const rowOf = ({ id, email, since, state }: Row): CaseRow => ({
  kind: 'stuck',
  id,
  title: titles[subjectOf(id)?.subject ?? 'sent'],
  about: stateTexts[`${subjectOf(id)?.subject} ${state}`] ?? '',
  customer: email ?? '',
  since: since.toISOString(),
  // No document sets a deadline.
  due_at: null,
});

/** Where the transfer of a case stands, if it is one. */
const tables: Readonly<Record<StuckSubject, TransferTable | undefined>> = {
  withdrawal: 'withdrawals',
  transfer: 'bank_transfers',
  deposit: 'deposits',
  purchase: undefined,
  sent: undefined,
  sender: 'deposits',
};

/** In words, with who is to move it. */
const stateTexts: Readonly<Record<string, string>> = {
  'withdrawal waiting': 'Not begun: something holds it',
  'withdrawal unanswered': 'The recipient’s provider has not decided in time',
  'withdrawal sending': 'Ordered; whoever sends it gives no clear answer',
  'withdrawal broadcast': 'Sent, and not confirmed',
  'withdrawal failed': 'Not sent, and not given back yet',
  'transfer pending': 'Announced by the bank, and not settled',
  'transfer checking': 'Arrived, and not credited',
  'transfer returning': 'The bank does not send it back',
  'deposit pending': 'Not credited',
  'purchase pending': 'The provider gives no clear answer, or nothing can be bought',
  'purchase unknown': 'The provider gives no clear answer, or nothing can be bought',
  'purchase refunding': 'Not given back to the card yet',
  'purchase refused': 'The provider does not give it back to the card',
  'sender contradicted': 'The customer said otherwise; a deposit that is not credited waits for it',
  'sent open': 'What leaves waits for it (docs/operating/restore.md)',
  'sent noted': 'It is no order of ours, and nothing waits for it (docs/custody.md)',
};

/** What a party says against the books, by the reason that is kept. */
const saidTexts: Readonly<Record<string, string>> = {
  '': 'Sent',
  amount: 'Another amount',
  'no-reference': 'Sent, without a reference of ours',
  'arrived-other': 'Another amount or currency arrived than was credited',
  'given-back': 'Given back to the card',
  'not-paid': 'Not paid',
  'paid-otherwise': 'Paid, and not by the page that the books have',
};

/** What is known of each subject: the state that it has now, and its facts. */
interface StuckState {
  readonly user_id: string | null;
  readonly state: string;
  readonly since: Date;
  readonly facts: readonly (readonly [label: string, value: string])[];
}

/** The other side of a transfer, in one line; empty while unknown. */
const whoText = (row: TravelRuleRow): string => {
  const who = counterpartyOf(row);
  return who ? counterpartyText(who) : '';
};

const amountText = (units: string, currency: string): string =>
  `${formatUnits(BigInt(units), storedKept(currency).scale)} ${currency}`;

const readers: Readonly<
  Record<StuckSubject, (reader: Reader, id: string) => Promise<StuckState | undefined>>
> = {
  async withdrawal(reader, id) {
    const row = await reader
      .selectFrom('withdrawals')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst();
    if (!row) return undefined;
    const travel = await reader
      .selectFrom('travel_rule')
      .selectAll()
      .where('id', '=', `withdrawal:${id}`)
      .executeTakeFirst();
    const isPending = travel?.state === 'pending';
    const asked = row.sending ? 'sending' : isPending ? 'unanswered' : 'waiting';
    return {
      user_id: row.user_id,
      state: row.status === 'requested' ? asked : row.status,
      since: row.failed_at ?? row.broadcast_at ?? row.created_at,
      facts: [
        ['Amount', amountText(row.units, row.currency)],
        ['To', [row.holder, row.address, row.tag].filter(Boolean).join(' ')],
        ['Our reference', row.id],
        ['Transaction', row.transaction_hash],
        ['Times asked', row.attempts ? String(row.attempts) : ''],
        ['Stopped by an officer (UTC)', momentText(row.halted_at)],
        ['Recipient', travel ? whoText(travel) : ''],
        ['Its provider says', travel?.said ?? ''],
        ['Its message', travel?.message ?? ''],
        ['Waited for until (UTC)', momentText(travel?.until_at ?? null)],
      ],
    };
  },
  async transfer(reader, id) {
    const row = await reader
      .selectFrom('bank_transfers')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst();
    return (
      row && {
        ...{ user_id: row.user_id, state: row.state, since: row.seen_at },
        facts: [
          ['Amount', `${row.amount} ${row.currency}`],
          ['Payer', row.payer],
          ['Why it goes back', row.reason],
          ['Our reference', row.id],
          ['Bank’s name for it', row.external_id],
        ],
      }
    );
  },
  async deposit(reader, id) {
    const row = await reader
      .selectFrom('deposits')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst();
    if (!row) return undefined;
    return {
      ...{ user_id: row.user_id, state: row.state, since: row.seen_at },
      facts: [
        ['Amount', amountText(row.units, row.currency)],
        ['Network', row.network],
        ['Transaction', row.transaction_hash],
        ['From', row.senders],
        ['Final at the custodian', row.settled ? 'Yes' : 'No'],
        ['Says who sent it', (await isUnstated(reader, id)) ? 'Nobody yet' : ''],
        ['Custodian’s name for it', row.external_id ?? ''],
      ],
    };
  },
  async purchase(reader, id) {
    const row = await reader
      .selectFrom('purchases')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst();
    return (
      row && {
        user_id: row.user_id,
        state: row.refund_refused_at && row.status === 'refunding' ? 'refused' : row.status,
        since: row.recorded_at ?? row.created_at,
        facts: [
          ['Amount', `${row.amount} ${row.currency}`],
          ['Buys', row.crypto_currency],
          ['Our reference', row.id],
          ['Refused by the provider (UTC)', momentText(row.refund_refused_at)],
        ],
      }
    );
  },
  async sender(reader, id) {
    const travel = await reader
      .selectFrom('travel_rule')
      .selectAll()
      .where('id', '=', `deposit:${id}`)
      .executeTakeFirst();
    const deposit = travel && (await readers.deposit(reader, id));
    if (!deposit) return undefined;
    const told = { owner: 'other', name: travel.told_name, country: travel.told_country } as const;
    return {
      ...{ user_id: travel.user_id, state: travel.state, since: travel.told_at ?? travel.asked_at },
      facts: [
        ['The customer says', whoText(travel)],
        [
          'The provider says',
          travel.told_at ? counterpartyText({ ...told, provider: travel.told_provider }) : '',
        ],
        ...deposit.facts,
      ],
    };
  },
  async sent(reader, id) {
    const row = await reader
      .selectFrom('transfers_aside')
      .selectAll()
      .where('reference', '=', id)
      .executeTakeFirst();
    if (!row) return undefined;
    const about = id.startsWith(ARRIVED) ? id.slice(ARRIVED.length) : id;
    const withdrawal = await readers.withdrawal(reader, about);
    const purchase = withdrawal ? undefined : await readers.purchase(reader, about);
    const known = withdrawal ?? purchase ?? (await readers.transfer(reader, about));
    const isStrange = row.reason === NO_REFERENCE;
    return {
      user_id: known?.user_id ?? null,
      state: row.settled_at ? 'decided' : isStrange ? 'noted' : 'open',
      since: row.seen_at,
      facts: [
        ['Party', row.party],
        ['It says', saidTexts[row.reason] ?? row.reason],
        ['The books say', known?.state ?? 'nothing'],
        ...(known?.facts ?? [[isStrange ? 'Its own name for it' : 'Our reference', id] as const]),
      ],
    };
  },
};

type Decision = DecisionOf<'stuck'>;

/** What officers can do about each state, by which it is left if nobody else leaves it. */
async function decisionsFor(
  reader: Reader,
  { subject, reference }: { readonly subject: StuckSubject; readonly reference: string },
  state: string,
): Promise<Decision[]> {
  switch (`${subject} ${state}`) {
    case 'withdrawal waiting':
      return ['give-back'];
    case 'withdrawal unanswered':
      return ['go-on', 'give-back'];
    case 'withdrawal sending':
    case 'withdrawal broadcast':
      return ['go-on', 'give-back'];
    case 'withdrawal failed':
      return ['go-on'];
    case 'transfer pending':
      return ['close'];
    case 'transfer checking':
    case 'transfer returning':
      return ['reject'];
    case 'deposit pending':
      return (await isUnstated(reader, reference)) ? ['release', 'reject'] : ['reject'];
    case 'purchase pending':
    case 'purchase unknown':
      return ['refund', 'close'];
    case 'purchase refunding':
      return ['close'];
    case 'purchase refused':
      return ['go-on', 'close'];
    case 'sender contradicted':
      return (await isWaiting(reader, reference)) ? ['release', 'reject'] : ['close'];
    case 'sent open':
    case 'sent noted':
      return ['close'];
    default:
      return [];
  }
}

/** Selects the stuck rows with their customers. */
const stuckWithEmail = (deps: Pick<CaseDeps, 'clock'>) => sql`select stuck.*, users.email
  from (${stuckSql(deps.clock)}) stuck
  left join users on users.id = stuck.user_id and users.deleted_at is null`;

/** What a case is about, in minor units or as it was written down; null where nothing says it. */
interface Sum {
  readonly units: string | null;
  readonly currency: string | null;
  /** The same as a decimal, where that is what the table has. */
  readonly amount: string | null;
}

const REFERENCE = sql`substr(found.id, strpos(found.id, ':') + 1)`;

/** In a query where a case is `found`. */
const SUMS = sql`
  select units::text as units, null as amount, currency from withdrawals
    where starts_with(found.id, 'withdrawal:') and withdrawals.id = ${REFERENCE}
  union all select units::text, null, currency from deposits
    where found.id ~ '^(deposit|sender):' and deposits.id = ${REFERENCE}
  union all select null, amount, currency from bank_transfers
    where starts_with(found.id, 'transfer:') and bank_transfers.id = ${REFERENCE}
  union all select null, amount, currency from purchases
    where starts_with(found.id, 'purchase:') and purchases.id = ${REFERENCE}`;

const sumIn = ({ units, amount, currency }: Sum) => {
  if (currency === null) return {};
  if (amount !== null) return sumOf(amount, currency);
  if (units === null) return {};
  return sumOf(formatUnits(BigInt(units), storedKept(currency).scale), currency);
};

async function ofOpen(
  reader: Reader,
  clock: CaseDeps['clock'],
  id: string,
): Promise<Row | undefined> {
  const { rows } = await sql<Row>`select * from (${stuckWithEmail({ clock })}) found
    where id = ${id}`.execute(reader);
  return rows[0];
}

/** What a case offers now: nothing where it moves by itself again, or has ended. */
async function offeredBy(
  reader: Reader,
  clock: CaseDeps['clock'],
  id: string,
): Promise<{ readonly state: string | undefined; readonly decisions: readonly Decision[] }> {
  const of = subjectOf(id);
  const row = of && (await ofOpen(reader, clock, id));
  return row
    ? { state: row.state, decisions: await decisionsFor(reader, of, row.state) }
    : { state: undefined, decisions: [] };
}

/** Who moves on what is no case any more, by the state that it has now. */
function becameOf(subject: StuckSubject, state: string): string {
  switch (subject) {
    case 'sent':
    case 'sender':
      return 'This was settled meanwhile.';
    case 'withdrawal':
    case 'transfer':
    case 'deposit':
    case 'purchase':
      return stateTexts[`${subject} ${state}`] === undefined
        ? `This has ended meanwhile: it is ${state}.`
        : 'This is not stuck now: it moves by itself, or screening has a case about it.';
  }
}

/** The row by which a case moves, and its key. */
const movedBy: Readonly<Record<StuckSubject, readonly [table: string, key: string]>> = {
  withdrawal: ['withdrawals', 'id'],
  transfer: ['bank_transfers', 'id'],
  deposit: ['deposits', 'id'],
  purchase: ['purchases', 'id'],
  sent: ['transfers_aside', 'reference'],
  sender: ['deposits', 'id'],
};

const done = (isDone: boolean): Refused | undefined => (isDone ? undefined : decidedBefore());

/** What a decision does; it was checked that the state allows it. */
async function carryOut(
  deps: Deps,
  tx: Tx,
  { subject, reference }: { readonly subject: StuckSubject; readonly reference: string },
  { decision, reason, state }: { decision: Decision; reason: string; state: string },
): Promise<Refused | undefined> {
  switch (subject) {
    case 'withdrawal': {
      if (decision === 'go-on' && state === 'unanswered')
        return done(await sendUnanswered(deps, tx, reference));
      if (decision === 'go-on') return done((await goOn(deps, tx, reference)).numUpdatedRows > 0n);
      const outcome = await giveBackStuck(deps, tx, reference);
      return outcome === 'done' ? undefined : (outcome ?? decidedBefore());
    }
    case 'transfer':
      if (decision === 'close') return done(await giveUpArrival(deps, tx, reference));
      return done(
        state === 'returning'
          ? await giveUpReturn(deps, tx, reference)
          : await refuseTransfer(deps, tx, reference),
      );
    case 'deposit':
      return done(
        decision === 'release'
          ? await releaseUnstated(deps, tx, reference)
          : await refuseDeposit(deps, tx, reference),
      );
    case 'purchase':
      if (decision === 'refund') return done(await refundOpenPurchase(deps, tx, reference));
      if (decision === 'go-on') return done(await refundOnceMore(deps, tx, reference));
      return done(await closePurchase(deps, tx, reference, reason));
    case 'sender':
      if (decision === 'reject') {
        if (!(await refuseDeposit(deps, tx, reference))) return decidedBefore();
      }
      return done(await settleSender(deps, tx, reference));
    case 'sent':
      return done((await settleTransfer(tx, deps, reference)) !== undefined);
  }
}

/** Asks the party where only its word says whether a decision is right; outside any transaction. */
async function checkWithParty(
  deps: Deps,
  { subject, reference }: { readonly subject: StuckSubject; readonly reference: string },
  decision: CaseDecision,
  state: string,
): Promise<Refused | undefined> {
  switch (subject) {
    case 'withdrawal':
      return decision === 'give-back' ? checkGiveBack(deps, reference) : undefined;
    case 'transfer':
      return decision === 'reject' && state === 'returning'
        ? checkReturn(deps, reference)
        : undefined;
    case 'purchase':
      return decision === 'refund' || decision === 'close'
        ? checkOpenPurchase(deps, reference, decision)
        : undefined;
    case 'deposit':
    case 'sent':
    case 'sender':
      return undefined;
  }
}

/** Whether two officers must decide: money is given that might have left, or a rule or the books are passed over. */
const isForTwo = (subject: StuckSubject, decision: CaseDecision, state: string): boolean =>
  (decision === 'give-back' && state !== 'waiting' && state !== 'unanswered') ||
  (decision === 'go-on' && state === 'unanswered') ||
  (subject === 'deposit' && decision === 'release') ||
  (subject === 'sender' && decision === 'release') ||
  (subject === 'purchase' && decision === 'close' && state === 'refunding') ||
  subject === 'sent';

const settle =
  (decision: Decision): Decide =>
  async (deps, tx, id, { reason }) => {
    const of = subjectOf(id);
    const row = of && (await ofOpen(tx, deps.clock, id));
    return row ? carryOut(deps, tx, of, { decision, reason, state: row.state }) : decidedBefore();
  };

/**
 * Money that has not moved for longer than its state allows, and what a party says against the books (HARD-88). Every
 * state can be left from here.
 */
export const stuckCases: CaseSource<'stuck'> = {
  kind: 'stuck',

  open: (deps) => sql`select id, user_id, substr(id, strpos(id, ':') + 1) as about,
      null::timestamptz as due, since
    from (${stuckSql(deps.clock)}) stuck`,

  async rows(reader, ids, { clock }) {
    const { rows } = await sql<Row & Sum>`select found.*, sums.units, sums.amount, sums.currency
      from (${stuckWithEmail({ clock })}) found
      left join lateral (${SUMS}) sums on true
      where found.id in (${sql.join(ids)})`.execute(reader);
    return rows.map((row) => ({ ...rowOf(row), ...sumIn(row) }));
  },

  async read(reader, id, deps) {
    const of = subjectOf(id);
    const known = of && (await readers[of.subject](reader, of.reference));
    if (!known) return undefined;
    const owner = await reader
      .selectFrom('users')
      .select(['email', 'first_name', 'last_name'])
      .where('id', '=', known.user_id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    const table = tables[of.subject];
    const offered = await offeredBy(reader, deps.clock, id);
    const why = table && (await whyForOfficer(reader, deps, table, of.reference));
    const named = rowOf({ ...known, id, email: owner?.email ?? null });
    return {
      ...named,
      facts: factsOf([
        ['What is wrong', stateTexts[`${of.subject} ${known.state}`] ?? 'Nothing any more'],
        ['Customer', owner ? `${owner.first_name} ${owner.last_name}`.trim() : ''],
        ...known.facts,
        ['Why it cannot move', why ?? ''],
      ]),
      body: '',
      ...(offered.state === undefined && { became: becameOf(of.subject, known.state) }),
      decided: null,
      decisions: offered.decisions,
      restsOn: offered.state ?? known.state,
    };
  },

  async secondOfficer(deps, id, { decision }) {
    const of = subjectOf(id);
    const { state, decisions } = await offeredBy(deps.db, deps.clock, id);
    if (!of || state === undefined || !decisions.some((one) => one === decision)) return undefined;
    const wrong = await checkWithParty(deps, of, decision, state);
    if (wrong) return wrong;
    return isForTwo(of.subject, decision, state) ? { basis: `${id} ${state}` } : undefined;
  },

  async proposed(deps, tx, id, decision) {
    const of = subjectOf(id);
    if (of?.subject === 'withdrawal' && decision === 'give-back')
      await halt(deps, tx, of.reference);
  },

  async lock(tx, id) {
    const of = subjectOf(id);
    if (!of) return;
    const { subject, reference } = of;
    // The buyer before the payment, as wherever both are changed.
    const buyer = subject === 'purchase' ? (await readers.purchase(tx, reference))?.user_id : null;
    if (buyer) await lockAccount(tx, buyer);
    const [table, key] = movedBy[subject];
    await sql`select from ${sql.table(table)} where ${sql.ref(key)} = ${reference}
      for update`.execute(tx);
    // What is known of the other side says what may be done about the transfer.
    const transfer = subject === 'sender' ? 'deposit' : subject;
    await sql`select from travel_rule where id = ${`${transfer}:${reference}`}
      for update`.execute(tx);
  },

  decisions: {
    'go-on': settle('go-on'),
    'give-back': settle('give-back'),
    release: settle('release'),
    reject: settle('reject'),
    refund: settle('refund'),
    close: settle('close'),
  },
};
