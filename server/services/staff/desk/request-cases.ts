import { type Selectable, sql } from 'kysely';
import type { CaseRow } from '#core/contract/staff/desk.ts';
import type { DecisionOf } from '#core/contract/staff/desk-act.ts';
import type { AccountTransaction } from '#core/contract/wallet/history.ts';
import { formatUnits } from '#core/money/decimal.ts';
import { isOver, requestTitles } from '#core/people/request-rules.ts';
import { oneLine } from '#core/text/one-line.ts';
import { SAY_UNTIL_WHEN } from '#core/words/staff.ts';
import { storedKept } from '#server/ledger/stored-asset.ts';
import { notFound } from '#server/refusal/refusals.ts';
import { isRefused, type Refused, refuse } from '#server/refusal/refused.ts';
import {
  decideRequest,
  type RequestDecision,
} from '#server/services/customers/requests/answer-request.ts';
import type { RequestRow } from '#server/services/customers/requests/requests.ts';
import {
  readEntry,
  readStatement,
  readTracked,
} from '#server/services/records/wallet/statement.ts';
import type { Reader, Schema, Tx } from '#server/store/schema/schema.ts';
import { type CaseSource, type Decide, type Decided, factsOf, sumOf } from './source.ts';

type Row = RequestRow & Pick<Selectable<Schema['users']>, 'email'>;

const rowOf = ({ id, kind, email, body, created_at, due_at }: Row): CaseRow => ({
  kind: 'request',
  id,
  title: requestTitles[kind],
  about: quoteOf(body),
  customer: email,
  since: created_at.toISOString(),
  due_at: due_at.toISOString(),
});

/** The entry that a request is about, by the id that the app shows: its journal and its line. */
const ENTRY = sql<boolean>`postings.statement_of = customer_requests.user_id
  and postings.journal_id = regexp_replace(customer_requests.about, '-[0-9]+$', '')
  and postings.line::text = substring(customer_requests.about from '-([0-9]+)$')`;

const entrySum = (units: string, currency: string) =>
  sumOf(formatUnits(BigInt(units.replace('-', '')), storedKept(currency).scale), currency);

/** How a transaction's id looks in a text, that of an entry or of what it belongs to; so many of them are looked for. */
const ID = /[0-9a-zA-Z][0-9a-zA-Z:_-]{5,99}/g;
const MOST_NAMED = 5;
/** So many of the latest are shown where the text names none. */
const LATEST = 5;

/** The customer's transactions whose ids stand in what they wrote, each once. */
async function namedIn(
  reader: Reader,
  { user_id, body }: Pick<RequestRow, 'user_id' | 'body'>,
): Promise<readonly AccountTransaction[]> {
  const ids = [...new Set(body.match(ID))].filter((id) => /\d/.test(id)).slice(0, MOST_NAMED);
  const [entries, tracked] = await Promise.all([
    Promise.all(ids.map((id) => readEntry(reader, user_id, id))),
    readTracked(reader, user_id, ids),
  ]);
  const found = [...entries.filter((entry) => entry !== undefined), ...tracked];
  return [...new Map(found.map((entry) => [entry.account_transaction_id, entry])).values()];
}

/** The customer's transaction with an id, that of its entry or the one that the app shows them. */
async function entryNamed(
  reader: Reader,
  userId: string,
  id: string,
): Promise<AccountTransaction | undefined> {
  if (id === '') return undefined;
  return (await readEntry(reader, userId, id)) ?? (await readTracked(reader, userId, [id])).at(-1);
}

/** As much of what somebody wrote as a line of a list holds. */
const LINE = 140;

function quoteOf(body: string): string {
  const line = oneLine(body);
  return line.length > LINE ? `“${line.slice(0, LINE).trimEnd()}…”` : `“${line}”`;
}

/** The documents let complaints and requests about data take longer, if the customer is told why. */
function decisionsOf({ kind, state }: RequestRow): DecisionOf<'request'>[] {
  if (isOver(state)) return [];
  if (state === 'explaining') return ['reject'];
  switch (kind) {
    case 'refund':
      return ['answer', 'reject'];
    case 'error':
      return ['answer', 'reject', 'no-error'];
    case 'complaint':
    case 'correct':
    case 'object':
    case 'restrict':
      return ['answer', 'reject', 'later'];
  }
}

const lockRequest = (tx: Tx, id: string) =>
  tx
    .selectFrom('customer_requests')
    .where('id', '=', id)
    .selectAll()
    .forUpdate()
    .executeTakeFirst();

const settle =
  (how: (decided: Decided) => RequestDecision | Refused): Decide =>
  async (deps, tx, id, decided) => {
    const row = await lockRequest(tx, id);
    if (!row) return notFound();
    const made = how(decided);
    return isRefused(made) ? made : decideRequest(deps, tx, row, made);
  };

/** Customers' requests and complaints (KEEP-03). */
export const requestCases: CaseSource<'request'> = {
  kind: 'request',

  open: () => sql`select id, user_id, about, due_at as due, created_at as since
    from customer_requests where answered_at is null`,

  async rows(reader, ids) {
    const rows = await reader
      .selectFrom('customer_requests')
      .innerJoin('users', 'users.id', 'customer_requests.user_id')
      .leftJoinLateral(
        (query) =>
          query
            .selectFrom('postings')
            .where(ENTRY)
            .select([sql<string>`postings.amount::text`.as('units'), 'postings.currency'])
            .as('entry'),
        (join) => join.onTrue(),
      )
      .where('customer_requests.id', 'in', ids)
      .selectAll('customer_requests')
      .select(['users.email', 'entry.units', 'entry.currency'])
      .execute();
    return rows.map((row) => ({
      ...rowOf(row),
      ...(row.units !== null && row.currency !== null && entrySum(row.units, row.currency)),
    }));
  },

  async read(reader, id) {
    const row = await reader
      .selectFrom('customer_requests')
      .innerJoin('users', 'users.id', 'customer_requests.user_id')
      .leftJoin('users as officers', 'officers.id', 'answered_by')
      .where('customer_requests.id', '=', id)
      .selectAll('customer_requests')
      .select(['users.email', 'users.kyc_status', 'users.country_code'])
      .select(['users.first_name', 'users.last_name', 'officers.email as officer'])
      .executeTakeFirst();
    if (!row) return undefined;
    const facts = [
      ['Name', `${row.first_name} ${row.last_name}`.trim()],
      ['Country', row.country_code],
      ['Identity check', row.kyc_status],
      ['Transaction, in their words', row.title],
      ['Transaction ID', row.about],
      ['Delayed because', row.later],
    ] as const;
    const entry = await entryNamed(reader, row.user_id, row.about);
    const named = rowOf(row);
    return {
      ...named,
      facts: factsOf(facts),
      body: row.body,
      ...(entry && { transaction: entry }),
      decided: row.answered_at && {
        at: row.answered_at.toISOString(),
        by: row.officer ?? '',
        text: row.answer,
      },
      decisions: decisionsOf(row),
    };
  },

  async besides(deps, id) {
    const row = await deps.db
      .selectFrom('customer_requests')
      .select(['user_id', 'body', 'about'])
      .where('id', '=', id)
      .executeTakeFirst();
    if (row?.about !== '') return {};
    const named = await namedIn(deps.db, row);
    if (named.length > 0) return { transactions: [...named], names_them: true };
    const latest = await readStatement(deps, {
      ...{ userId: row.user_id, limit: LATEST, after: undefined, currency: undefined },
    });
    return { transactions: latest?.entries ?? [], names_them: false };
  },

  lock: lockRequest,

  decisions: {
    answer: settle(({ reason: text, officer }) => ({ kind: 'answer', text, officer })),
    reject: settle(({ reason: text, officer }) => ({ kind: 'reject', text, officer })),
    'no-error': settle(() => ({ kind: 'no-error' })),
    later: settle(({ reason: text, due }) =>
      due ? { kind: 'later', text, due } : refuse('INVALID_INPUT', SAY_UNTIL_WHEN),
    ),
  },
};
