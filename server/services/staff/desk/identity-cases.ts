import { sql } from 'kysely';
import type { CaseRow, IdentityCheck } from '#core/contract/staff/desk.ts';
import { countryName } from '#core/people/country.ts';
import { unavailable } from '#server/refusal/refusals.ts';
import {
  settleRecoveryCheck,
  syncRecoveryCheck,
} from '#server/services/access/recovery/prove-recovery.ts';
import { settleIdentity } from '#server/services/customers/identity/kyc.ts';
import { syncSessionCheck } from '#server/services/customers/identity/session-check.ts';
import {
  type IdentityCase,
  isOverSql,
  ownerOfCase,
} from '#server/services/customers/identity/verified.ts';
import { lockAccount } from '#server/services/customers/users/users.ts';
import type { Reader } from '#server/store/schema/schema.ts';
import { type CaseSource, type Decide, decidedBefore, factsOf, momentText } from './source.ts';

type Row = IdentityCase & {
  readonly email: string;
  readonly typed_first: string;
  readonly typed_last: string;
  readonly typed_born: string;
  readonly due: Date | null;
  /** Whether it is the check with which the account gets an address. */
  readonly gives: boolean;
};

const titles: Readonly<Record<IdentityCase['match'], string>> = {
  near: 'A document in nearly the customer’s name',
  'birth-date': 'A document with another date of birth',
  other: 'A document of somebody else',
  unnamed: 'An identity check that names nobody',
};

/** What a check is for. */
const purposes: Readonly<Record<IdentityCheck, string>> = {
  first: 'The first one',
  update: 'An update of the data',
  session: 'Shows whose account it is, after a new password by mail',
  recovery: 'Shows whose account it is, to remove a lost second factor',
  gift: 'Shows whose account it is, to give it an address',
};

function checkOf({ check_name: check, gives }: Pick<Row, 'check_name' | 'gives'>): IdentityCheck {
  if (check === '') return 'first';
  if (check.startsWith('update-')) return 'update';
  if (check.startsWith('session-')) return 'session';
  return gives ? 'gift' : 'recovery';
}

/**
 * What somebody's own data says can wait. What was written by the version before has no deadline of its own: a day is no
 * later than the end of the next business day.
 */
const DUE = sql<Date | null>`coalesce(identity_cases.due_at,
  case when check_name = '' or check_name like 'update-%' then null
    else made_at + interval '1 day' end)`;

const rowOf = (row: Row): CaseRow => ({
  kind: 'identity',
  id: row.id,
  title: titles[row.match],
  about: purposes[checkOf(row)],
  customer: row.email,
  since: row.made_at.toISOString(),
  due_at: row.due?.toISOString() ?? null,
});

const OVER = 'What this check was for has ended: there is nothing left to decide.';

const query = (reader: Reader) =>
  reader
    .selectFrom('identity_cases')
    .innerJoin('users', 'users.id', 'identity_cases.user_id')
    .selectAll('identity_cases')
    .select(['users.email', 'users.first_name as typed_first', 'users.last_name as typed_last'])
    .select(['users.dob as typed_born', DUE.as('due')])
    .select(
      sql<boolean>`exists (select from recoveries
        where recoveries.id = check_name and gives_address is not null)`.as('gives'),
    );

const settle =
  (decision: 'theirs' | 'not-theirs'): Decide =>
  async (deps, tx, id, { reason, officer }) => {
    const decided = { decision, by: officer, why: reason };
    const settled = await settleIdentity(deps, tx, id, decided);
    if (!settled) return decidedBefore();
    await settleRecoveryCheck(deps, tx, settled);
    return undefined;
  };

/** Identity checks whose document is not of whoever the customer said they are (READ-09). */
export const identityCases: CaseSource<'identity'> = {
  kind: 'identity',

  open: (deps) => sql`select id, user_id, check_name as about, ${DUE} as due, made_at as since
    from identity_cases where decided_at is null and not ${isOverSql(deps)}`,

  async rows(reader, ids) {
    return (await query(reader).where('identity_cases.id', 'in', ids).execute()).map(rowOf);
  },

  async read(reader, id, deps) {
    const row = await query(reader)
      .where('identity_cases.id', '=', id)
      .select(isOverSql(deps).as('over'))
      .executeTakeFirst();
    if (!row) return undefined;
    const facts = [
      ['Name, as the customer typed it', `${row.typed_first} ${row.typed_last}`],
      ['Name in the document', `${row.first_name} ${row.last_name}`.trim() || 'Not told'],
      ['The same in Latin letters', row.latin_name],
      ['Date of birth, as the customer typed it', row.typed_born],
      ['Date of birth in the document', row.born || 'Not told'],
      ['Country of the document', row.country && countryName(row.country)],
      ['Check', purposes[checkOf(row)]],
      ['Came', momentText(row.made_at)],
    ] as const;
    const named = rowOf(row);
    const { decided_at: at } = row;
    const isOver = !at && row.over;
    return {
      ...named,
      check: checkOf(row),
      restsOn: JSON.stringify([
        ...[row.first_name, row.last_name, row.latin_name, row.born, row.country, row.match],
      ]),
      facts: factsOf(facts),
      body: '',
      decided: at && { at: at.toISOString(), by: '', text: row.decided_why },
      ...(isOver && { became: OVER }),
      decisions: at || isOver ? [] : ['theirs', 'not-theirs'],
    };
  },

  async refresh(deps, id, decision) {
    if (decision !== 'theirs') return undefined;
    const row = await query(deps.db)
      .where('identity_cases.id', '=', id)
      .where('decided_at', 'is', null)
      .executeTakeFirst();
    if (!row) return undefined;
    switch (checkOf(row)) {
      // What the provider has said of a person's own check since is stored with it.
      case 'first':
      case 'update':
        return undefined;
      case 'session':
        return (await syncSessionCheck(deps, row.user_id, row.check_name))
          ? undefined
          : unavailable();
      case 'recovery':
      case 'gift':
        return (await syncRecoveryCheck(deps, row)) ? undefined : unavailable();
    }
  },

  async lock(tx, id) {
    const owner = await ownerOfCase(tx, id);
    // The account first, as everywhere both are changed.
    if (owner !== undefined) await lockAccount(tx, owner);
    await tx.selectFrom('identity_cases').select('id').where('id', '=', id).forUpdate().execute();
  },

  decisions: { theirs: settle('theirs'), 'not-theirs': settle('not-theirs') },
};
