import { sql } from 'kysely';
import { countryName } from '#core/domain/country.ts';
import { refuse } from '#server/refusal/refused.ts';
import { settleIdentity } from '#server/services/identity/kyc.ts';
import type { IdentityCase } from '#server/services/identity/verified.ts';
import { settleRecoveryCheck } from '#server/services/recovery/prove-recovery.ts';
import type { Reader } from '#server/store/schema.ts';
import {
  behindPlace,
  type CaseSource,
  decidedBefore,
  factsOf,
  momentText,
  type PlacedRow,
} from './source.ts';

type Row = IdentityCase & {
  readonly email: string;
  readonly typed_first: string;
  readonly typed_last: string;
  readonly typed_born: string;
};

const titles: Readonly<Record<IdentityCase['match'], string>> = {
  near: 'A document in nearly the customer’s name',
  'birth-date': 'A document with another date of birth',
  other: 'A document of somebody else',
  unnamed: 'An identity check that names nobody',
};

/** What a check is for, by its name. */
function whatFor(check: string): string {
  if (check === '') return 'The first one';
  if (check.startsWith('update-')) return 'An update of the data';
  return check.startsWith('session-')
    ? 'Shows whose account it is, after a new password by mail'
    : 'Shows whose account it is, to remove a lost second factor or to give it an address';
}

const rowOf = (row: Row): PlacedRow => ({
  kind: 'identity',
  id: row.id,
  title: titles[row.match],
  customer: row.email,
  since: row.made_at.toISOString(),
  // No document sets a deadline: the case is sorted by when it came.
  due_at: null,
  at: row.made_at,
});

const query = (reader: Reader) =>
  reader
    .selectFrom('identity_cases')
    .innerJoin('users', 'users.id', 'identity_cases.user_id')
    .selectAll('identity_cases')
    .select(['users.email', 'users.first_name as typed_first', 'users.last_name as typed_last'])
    .select('users.dob as typed_born');

/** Identity checks whose document is not of whoever the customer said they are (READ-09). */
export const identityCases: CaseSource = {
  kind: 'identity',

  async list({ db }, behind, most) {
    const rows = await query(db)
      .where('decided_at', 'is', null)
      .where(behindPlace('identity', behind, sql`made_at`, sql`identity_cases.id`))
      .orderBy('made_at')
      .orderBy('identity_cases.id')
      .limit(most)
      .execute();
    return rows.map(rowOf);
  },

  countQuery: ({ db }) =>
    db
      .selectFrom('identity_cases')
      .where('decided_at', 'is', null)
      .select((row) => row.fn.countAll<number>().as('count')),

  async read(reader, id) {
    const row = await query(reader).where('identity_cases.id', '=', id).executeTakeFirst();
    if (!row) return undefined;
    const facts = [
      ['Name, as the customer typed it', `${row.typed_first} ${row.typed_last}`],
      ['Name in the document', `${row.first_name} ${row.last_name}`.trim() || 'Not told'],
      ['The same in Latin letters', row.latin_name],
      ['Date of birth, as the customer typed it', row.typed_born],
      ['Date of birth in the document', row.born || 'Not told'],
      ['Country of the document', row.country && countryName(row.country)],
      ['Check', whatFor(row.check_name)],
      ['Came', momentText(row.made_at)],
    ] as const;
    const { at: _, ...named } = rowOf(row);
    const { decided_at: at } = row;
    return {
      ...named,
      facts: factsOf(facts),
      body: '',
      decided: at && { at: at.toISOString(), by: '', text: row.decided_why },
      decisions: at ? [] : ['theirs', 'not-theirs'],
    };
  },

  async decide(deps, tx, id, { decision, reason, officer }) {
    if (decision !== 'theirs' && decision !== 'not-theirs') {
      return refuse('INVALID_INPUT', 'Say whether the document is the customer’s.');
    }
    const decided = { decision, by: officer, why: reason } as const;
    const settled = await settleIdentity(deps, tx, id, decided);
    if (!settled) return decidedBefore();
    await settleRecoveryCheck(deps, tx, settled);
    return undefined;
  },
};
