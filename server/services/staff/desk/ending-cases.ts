import { sql } from 'kysely';
import type { DecisionOf } from '#core/contract/staff/desk-act.ts';
import { formatUnits } from '#core/money/decimal.ts';
import { formatDayInZone } from '#core/time/date-text.ts';
import { type Home, homeZone } from '#server/adapters/geolocation/home-zone.ts';
import { heldBy } from '#server/ledger/balances.ts';
import {
  beginEnding,
  callOffEnding,
  type Ending,
  lockEnding,
  postponeEnding,
  readEnding,
} from '#server/services/customers/endings/endings.ts';
import { lockAccount } from '#server/services/customers/users/users.ts';
import type { Reader } from '#server/store/schema/schema.ts';
import type { CaseSource, Decide } from './source.ts';

const hasEnded = ({ at_once, done }: Ending): boolean => at_once || done > 0;

const decisionsFor = (row: Ending | undefined): readonly DecisionOf<'ending'>[] => {
  if (!row) return ['end', 'end-now'];
  return hasEnded(row) ? ['later', 'go-on'] : ['go-on', 'end-now'];
};

/** Whether it goes on, by the customer's day, as in what they were told. */
export const relationshipText = (row: Ending | undefined, home: Home): string => {
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

const begin =
  (atOnce: boolean): Decide =>
  async (deps, tx, userId, { reason, officer }) =>
    beginEnding(deps, tx, { userId, officer, reason, atOnce });

/**
 * Relationships with customers that we end (KEEP-12). Open cases are those that something prevents from
 * ending; any other is found by its customer.
 */
export const endingCases: CaseSource<'ending'> = {
  kind: 'ending',

  open: () => sql`select user_id as id, user_id, '' as about, null::timestamptz as due,
      claim_until as since
    from endings where ${isWaiting}`,

  async rows(reader, ids) {
    const rows = await reader
      .selectFrom('endings')
      .innerJoin('users', 'users.id', 'endings.user_id')
      .where('user_id', 'in', ids)
      .select(['user_id', 'email', 'claim_until', 'waits_for'])
      .execute();
    return rows.map(({ user_id, email, claim_until, waits_for }) => ({
      kind: 'ending',
      id: user_id,
      title: 'Unclaimed funds',
      about: waits_for,
      customer: email,
      since: claim_until.toISOString(),
      due_at: null,
    }));
  },

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
        { label: 'Relationship', value: relationshipText(row, user) },
        ...(row ? [{ label: 'Reason', value: row.reason }] : []),
        ...(row?.waits_for ? [{ label: 'Not over because', value: row.waits_for }] : []),
      ],
      body: '',
      decided: null,
      decisions: decisionsFor(row),
    };
  },

  async lock(tx, id) {
    await lockAccount(tx, id);
    await lockEnding(tx, id);
  },

  decisions: {
    end: begin(false),
    'end-now': begin(true),
    later: async (deps, tx, id, { due }) => postponeEnding(deps, tx, id, due),
    'go-on': async (deps, tx, id) => callOffEnding(deps, tx, id),
  },
};
