import { type Selectable, sql } from 'kysely';
import { refuse } from '#server/refusal/refused.ts';
import {
  decideWhose,
  settleBankTransfer,
  WHOSE_NAME,
} from '#server/services/money-in/bank/bank-transfers.ts';
import type { Schema } from '#server/store/schema/schema.ts';
import {
  asideClosed,
  asideDecisions,
  behindPlace,
  type CaseSource,
  factsOf,
  type PlacedRow,
} from './source.ts';

type Row = Selectable<Schema['bank_transfers']> & { readonly email: string | null };

const rowOf = ({ id, reason, email, seen_at }: Row): PlacedRow => ({
  kind: 'bank-aside',
  id,
  title: `Bank transfer set aside: ${reason}`,
  customer: email ?? '',
  since: seen_at.toISOString(),
  // No document sets a deadline: the case is sorted by when it came.
  due_at: null,
  at: seen_at,
});

/** Bank transfers that were credited to nobody and could not be sent back (BANK-02). */
export const bankCases: CaseSource = {
  kind: 'bank-aside',

  async list({ db }, behind, most) {
    const rows = await db
      .selectFrom('bank_transfers')
      .leftJoin('users', 'users.id', 'bank_transfers.user_id')
      .where('bank_transfers.state', '=', 'aside')
      .where('settled_at', 'is', null)
      .where(behindPlace('bank-aside', behind, sql`seen_at`, sql`bank_transfers.id`))
      .selectAll('bank_transfers')
      .select('users.email')
      .orderBy('seen_at')
      .orderBy('bank_transfers.id')
      .limit(most)
      .execute();
    return rows.map(rowOf);
  },

  countQuery: ({ db }) =>
    db
      .selectFrom('bank_transfers')
      .where('state', '=', 'aside')
      .where('settled_at', 'is', null)
      .select((row) => row.fn.countAll<number>().as('count')),

  async read(reader, id) {
    const row = await reader
      .selectFrom('bank_transfers')
      .leftJoin('users', 'users.id', 'bank_transfers.user_id')
      .where('bank_transfers.id', '=', id)
      // What a person decided has another state since.
      .where((at) =>
        at.or([at('bank_transfers.state', '=', 'aside'), at('settled_at', 'is not', null)]),
      )
      .selectAll('bank_transfers')
      .select(['users.email', 'first_name', 'last_name'])
      .executeTakeFirst();
    if (!row) return undefined;
    const facts = [
      ['Amount', `${row.amount} ${row.currency}`],
      ['Payer', row.payer || 'The bank does not say'],
      ['Customer', [row.first_name, row.last_name].filter(Boolean).join(' ')],
      ['Reference of the payment', row.reference],
      ['Bank’s name for it', row.external_id],
    ] as const;
    const { at: _, ...named } = rowOf(row);
    return {
      ...named,
      facts: factsOf(facts),
      body: '',
      ...asideDecisions(row),
      ...(WHOSE_NAME.includes(row.reason) &&
        !row.settled_at && { decisions: ['release', 'reject'] }),
    };
  },

  async decide(deps, tx, id, { decision, reason }) {
    if (decision === 'release' || decision === 'reject') {
      const isOwn = decision === 'release';
      return asideClosed(await decideWhose(deps, tx, id, { isOwn, why: reason }));
    }
    if (decision !== 'close') return refuse('INVALID_INPUT', 'What is set aside is closed.');
    return asideClosed(await settleBankTransfer(deps, tx, id, reason));
  },
};
