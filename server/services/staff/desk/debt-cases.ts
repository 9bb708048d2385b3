import { sql } from 'kysely';
import type { CaseRow } from '#core/contract/staff/desk.ts';
import type { DecisionOf } from '#core/contract/staff/desk-act.ts';
import { notFound } from '#server/refusal/refusals.ts';
import { lockAccount } from '#server/services/customers/users/users.ts';
import { notify } from '#server/services/messages/notices/notify.ts';
import {
  confirmDebt,
  type DebtCase,
  lockCase,
  refuseDebt,
  undoDebt,
} from '#server/services/money-in/debts/debt-cases.ts';
import { debtsOf, debtText } from '#server/services/money-in/debts/debts.ts';
import { cancelWaiting } from '#server/services/money-out/withdrawals/withdrawal-steps.ts';
import type { Reader } from '#server/store/schema/schema.ts';
import { type CaseSource, type Decide, factsOf, momentText } from './source.ts';

type Row = DebtCase & {
  readonly email: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly dob: string;
};

const sharedTexts: Readonly<Record<DebtCase['match'], string>> = {
  same: 'The name and the birth date',
  near: 'Nearly the name, and the birth date',
};

const rowOf = (row: Row): CaseRow => ({
  kind: 'debt',
  id: row.id,
  title: 'Somebody who owes from a closed account?',
  about: sharedTexts[row.match],
  customer: row.email,
  since: row.found_at.toISOString(),
  // No document sets a deadline: until it is decided nothing is taken.
  due_at: null,
});

const casesOf = (reader: Reader) =>
  reader
    .selectFrom('debt_cases')
    .innerJoin('users', 'users.id', 'debt_cases.user_id')
    .where('users.deleted_at', 'is', null)
    .selectAll('debt_cases')
    .select(['users.email', 'first_name', 'last_name', 'dob']);

const stateTexts = {
  theirs: 'The same person: it is owed by this account',
  'not-theirs': 'Somebody else: this account owes nothing',
  'taken-back': 'Taken back: what was taken was given back',
} as const;

const stateOf = ({ decision, decided_at: at, decided_why: why }: Row): string =>
  decision ? `${stateTexts[decision]} (${momentText(at)}): ${why}` : '';

const decisionsOf = ({ decision, transfers }: DebtCase): DecisionOf<'debt'>[] => {
  switch (decision) {
    case null:
      // Open again after something was taken: that it is somebody else gives it back, by two officers.
      return ['theirs', transfers === '' ? 'not-theirs' : 'take-back'];
    case 'theirs':
      return ['take-back'];
    case 'not-theirs':
    case 'taken-back':
      return [];
  }
};

const settle =
  (decision: DecisionOf<'debt'>): Decide =>
  async (deps, tx, id, { reason: why }) => {
    const row = await lockCase(tx, id);
    if (!row) return notFound();
    const about = { page: '/cash' as const };
    if (decision === 'theirs') {
      const debts = await confirmDebt(deps, tx, row, why);
      // What waits to leave comes back while something is owed, as after a recall.
      if ((await debtsOf(tx, row.user_id)).length > 0) {
        await cancelWaiting(deps, tx, row.user_id, 'debt');
      }
      if (debts.length > 0) {
        await notify(deps, tx, row.user_id, {
          ...about,
          popup: `${debtText(debts)} of an earlier account of yours is still owed. It is taken from your next cash. If you never had one, write to us.`,
        });
      }
    } else if (decision === 'not-theirs') {
      await refuseDebt(deps, tx, row, why);
    } else {
      await undoDebt(deps, tx, row, why);
      await notify(deps, tx, row.user_id, {
        ...about,
        popup:
          'We took you for somebody else who owed us money. What was taken is back in your cash.',
      });
    }
    return undefined;
  };

/** What a closed account owes and another account of the same person may owe (HARD-50). */
export const debtCases: CaseSource<'debt'> = {
  kind: 'debt',

  open: () => sql`select debt_cases.id, debt_cases.user_id, former_id as about,
      null::timestamptz as due, found_at as since
    from debt_cases join users on users.id = debt_cases.user_id
    where users.deleted_at is null and decided_at is null`,

  async rows(reader, ids) {
    return (await casesOf(reader).where('debt_cases.id', 'in', ids).execute()).map(rowOf);
  },

  async read(reader, id) {
    const row = await casesOf(reader).where('debt_cases.id', '=', id).executeTakeFirst();
    if (!row) return undefined;
    const debtor = row.decision === 'theirs' ? row.user_id : row.former_id;
    const owed = debtText(await debtsOf(reader, debtor));
    const isOver = row.decision === 'not-theirs' || row.decision === 'taken-back';
    const facts = [
      ['Name', `${row.first_name} ${row.last_name}`],
      ['Birth date', row.dob],
      ['Closed account', row.former_id],
      ['What they share', sharedTexts[row.match]],
      ['Still owed', owed || 'Nothing'],
      ['State', stateOf(row)],
    ] as const;
    const named = rowOf(row);
    return {
      ...named,
      facts: factsOf(facts),
      body: '',
      // One that was confirmed can be taken back, so it is not over.
      decided:
        isOver && row.decided_at
          ? { at: row.decided_at.toISOString(), by: '', text: row.decided_why }
          : null,
      decisions: decisionsOf(row),
      restsOn: `${row.match} ${owed} ${row.transfers}`,
      closed_account: row.former_id,
    };
  },

  /** Money of a customer's is taken, or the house's is given: two officers. To take nothing, one is enough. */
  async secondOfficer(_deps, id, { decision }) {
    return decision === 'theirs' || decision === 'take-back'
      ? { basis: `${decision} ${id}` }
      : undefined;
  },

  async lock(tx, id) {
    const row = await tx
      .selectFrom('debt_cases')
      .select('user_id')
      .where('id', '=', id)
      .executeTakeFirst();
    // The customer before their balances, as a credit locks them.
    if (row) await lockAccount(tx, row.user_id);
    await lockCase(tx, id);
  },

  decisions: {
    theirs: settle('theirs'),
    'not-theirs': settle('not-theirs'),
    'take-back': settle('take-back'),
  },
};
