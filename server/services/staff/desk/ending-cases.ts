import { sql } from 'kysely';
import type { CaseDecision } from '#core/contract/staff/desk-act.ts';
import { formatUnits } from '#core/money/decimal.ts';
import { formatDayInZone } from '#core/time/date-text.ts';
import { type Home, homeZone } from '#server/adapters/geolocation/home-zone.ts';
import { heldBy } from '#server/ledger/balances.ts';
import { refuse } from '#server/refusal/refused.ts';
import {
  beginEnding,
  callOffEnding,
  type Ending,
  postponeEnding,
  readEnding,
} from '#server/services/customers/endings/endings.ts';
import type { Reader } from '#server/store/schema/schema.ts';
import { behindPlace, type CaseSource } from './source.ts';

const hasEnded = ({ at_once, done }: Ending): boolean => at_once || done > 0;

const decisionsFor = (row: Ending | undefined): readonly CaseDecision[] => {
  if (!row) return ['end', 'end-now'];
  return hasEnded(row) ? ['later', 'go-on'] : ['go-on', 'end-now'];
};

/** By the customer's day, as in what they were told. */
const stateOf = (row: Ending | undefined, home: Home): string => {
  if (!row) return 'Goes on';
  const verb = hasEnded(row) ? 'Ended' : 'Ends';
  const [end, last] = [row.ends_at, row.claim_until].map((at) =>
    formatDayInZone(at.getTime(), homeZone(home)),
  );
  return `${verb} ${end}, to be taken until ${last}`;
};

async function holds(reader: Reader, userId: string): Promise<string> {
  const held = await heldBy(reader, userId);
  const texts = held.map(({ asset, total }) => `${formatUnits(total, asset.scale)} ${asset.code}`);
  return texts.join(', ') || 'Nothing';
}

/** The relationship cannot end although it is due: an officer must look at it. */
const isWaiting = sql<boolean>`waits_for <> ''`;

/**
 * Relationships with customers that we end (KEEP-12). Open cases are those that something prevents from
 * ending; any other is found by its customer.
 */
export const endingCases: CaseSource = {
  kind: 'ending',

  async list({ db }, behind, most) {
    const rows = await db
      .selectFrom('endings')
      .innerJoin('users', 'users.id', 'endings.user_id')
      .where(isWaiting)
      .where(behindPlace('ending', behind, sql`claim_until`, sql`user_id`))
      .select(['user_id', 'email', 'claim_until'])
      .orderBy('claim_until')
      .orderBy('user_id')
      .limit(most)
      .execute();
    return rows.map(({ user_id, email, claim_until }) => ({
      kind: 'ending' as const,
      id: user_id,
      title: 'Unclaimed funds',
      customer: email,
      since: claim_until.toISOString(),
      due_at: null,
      at: claim_until,
    }));
  },

  countQuery: ({ db }) =>
    db
      .selectFrom('endings')
      .where(isWaiting)
      .select((row) => row.fn.countAll<number>().as('count')),

  async isOpen(reader, id) {
    const open = reader.selectFrom('endings').where(isWaiting).where('user_id', '=', id);
    return (await open.select('user_id').executeTakeFirst()) !== undefined;
  },

  async read(reader, id) {
    const user = await reader
      .selectFrom('users')
      .selectAll()
      .where('deleted_at', 'is', null)
      .where('role', '=', 'user')
      .where(sql<boolean>`(id = ${id} or email = ${id})`)
      .executeTakeFirst();
    if (!user) return undefined;
    const row = await readEnding(reader, user.id);
    return {
      kind: 'ending',
      id: user.id,
      title: 'Relationship',
      customer: user.email,
      since: user.created_at.toISOString(),
      due_at: null,
      facts: [
        { label: 'Name', value: `${user.first_name} ${user.last_name}`.trim() },
        { label: 'Country', value: user.country_code },
        { label: 'Identity check', value: user.kyc_status },
        { label: 'Holds', value: await holds(reader, user.id) },
        { label: 'Relationship', value: stateOf(row, user) },
        ...(row ? [{ label: 'Reason', value: row.reason }] : []),
        ...(row?.waits_for ? [{ label: 'Not over because', value: row.waits_for }] : []),
      ],
      body: '',
      decided: null,
      decisions: [...decisionsFor(row)],
    };
  },

  async decide(deps, tx, id, { decision, reason, due, officer }) {
    switch (decision) {
      case 'end':
      case 'end-now':
        return beginEnding(deps, tx, {
          ...{ userId: id, officer, reason },
          atOnce: decision === 'end-now',
        });
      case 'later':
        return postponeEnding(deps, tx, id, due);
      case 'go-on':
        return callOffEnding(deps, tx, id);
      default:
        return refuse('INVALID_INPUT', 'Choose how the relationship ends.');
    }
  },
};
