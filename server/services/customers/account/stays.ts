import { type ExpressionBuilder, sql } from 'kysely';
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres';
import type { Staying } from '#core/contract/account/notifications.ts';
import { formatUnits } from '#core/money/decimal.ts';
import type { Deps } from '#server/deps.ts';
import { storedKept } from '#server/ledger/stored-asset.ts';
import type { Owner } from '#server/platform/standing-session.ts';
import { REPORT_LINK_DAYS } from '#server/policy.ts';
import { deviceName } from '#server/services/access/sessions/device-name.ts';
import { isMailboxAloneOf } from '#server/services/customers/users/mailbox-alone.ts';
import { addressOf } from '#server/services/money-out/withdrawals/withdrawal-steps.ts';
import { isoOf, type JsonRow } from '#server/store/json-row.ts';
import type { Schema } from '#server/store/schema/schema.ts';

type Reading = Pick<Deps, 'db' | 'clock'>;

const MOST = 5;

const going = (row: { currency: string; units: string; holder: string; address: string }) => {
  const { code, scale } = storedKept(row.currency);
  return {
    amount: formatUnits(BigInt(row.units), scale),
    currency_id: code,
    recipient: addressOf(row),
  };
};

/** Withdrawals that another session asked for and nobody has begun to send. */
const withdrawalsQuery = ({ db }: Reading, { userId, sessionId }: Owner) =>
  db
    .selectFrom('withdrawals')
    .leftJoin('sessions', 'sessions.id', 'withdrawals.session_id')
    .where('withdrawals.user_id', '=', userId)
    .where('status', '=', 'requested')
    .where('sending', '=', false)
    // Null where nobody noted it: such a one is not told to be another's.
    .where('withdrawals.session_id', '<>', sessionId)
    .orderBy('withdrawals.created_at', 'desc')
    .limit(MOST)
    .select(['withdrawals.id', 'currency', 'address', 'holder'])
    .select(sql<string>`units::text`.as('units'))
    .select(['withdrawals.created_at', 'cancellable_until', 'device_info', 'place']);

/** Sign-ins after this one on devices that the account did not know, for as long as their mails' links work. */
const signInsQuery = ({ db, clock }: Reading, { userId, sessionId }: Owner) =>
  db
    .selectFrom('sessions')
    .where('user_id', '=', userId)
    .where('id', '<>', sessionId)
    .where('on_known_device', '=', false)
    .where('refresh_expires_at', '>', clock.sql)
    .where('created_at', '>', clock.sqlIn(-REPORT_LINK_DAYS * 24 * 3600))
    .where('created_at', '>', (row: ExpressionBuilder<Schema, 'sessions'>) =>
      row.selectFrom('sessions as mine').where('mine.id', '=', sessionId).select('mine.created_at'),
    )
    .orderBy('created_at', 'desc')
    .limit(MOST)
    .select(['id', 'created_at', 'device_info', 'place']);

/** A freeze that is over, as long as withdrawals are held after it, and what it stopped. */
const freezeQuery = ({ db, clock }: Reading, { userId, sessionId }: Owner) =>
  db
    .selectFrom('users')
    .where('id', '=', userId)
    .where('frozen_at', 'is not', null)
    .where('withdrawals_frozen', '=', false)
    .where('withdrawals_held_until', '>', clock.sql)
    .select(['frozen_at', 'withdrawals_held_until', 'two_factor'])
    .select(isMailboxAloneOf(sessionId).as('mailbox_alone'))
    .select((row) =>
      jsonArrayFrom(
        row
          .selectFrom('withdrawals')
          .whereRef('withdrawals.user_id', '=', 'users.id')
          .where('cancelled_for', '=', 'reported')
          .whereRef('cancelled_at', '>=', 'users.frozen_at')
          .orderBy('created_at')
          .select(['currency', 'address', 'holder'])
          .select(sql<string>`units::text`.as('units')),
      ).as('stopped'),
    );

/** What a statement reads for `staysOf`. */
export const staysQueries = (deps: Reading, owner: Owner) =>
  [
    jsonArrayFrom(withdrawalsQuery(deps, owner)).as('goingOut'),
    jsonArrayFrom(signInsQuery(deps, owner)).as('signIns'),
    jsonObjectFrom(freezeQuery(deps, owner)).as('freeze'),
  ] as const;

interface Read {
  readonly goingOut: readonly JsonRow<ReturnType<typeof withdrawalsQuery>>[];
  readonly signIns: readonly JsonRow<ReturnType<typeof signInsQuery>>[];
  readonly freeze: JsonRow<ReturnType<typeof freezeQuery>> | null;
}

/** What stays on the open pages of a session until it is over or put away (EYE-05). */
export function staysOf({ goingOut, signIns, freeze }: Read): Staying[] {
  const frozenAt = freeze?.frozen_at;
  const opens = freeze?.withdrawals_held_until;
  return [
    ...goingOut.map((row) => ({
      kind: 'withdrawal' as const,
      withdrawal_id: row.id,
      ...going(row),
      since: isoOf(row.created_at),
      until: row.cancellable_until && isoOf(row.cancellable_until),
      device: row.device_info === null ? '' : deviceName(row.device_info),
      place: row.place ?? '',
    })),
    ...signIns.map((row) => ({
      kind: 'sign-in' as const,
      session_id: row.id,
      at: isoOf(row.created_at),
      device: deviceName(row.device_info),
      place: row.place,
    })),
    ...(freeze && frozenAt && opens
      ? [
          {
            kind: 'freeze' as const,
            at: isoOf(frozenAt),
            opens: isoOf(opens),
            stopped: freeze.stopped.map(going),
            two_factor: freeze.two_factor,
            mailbox_alone: freeze.mailbox_alone,
          },
        ]
      : []),
  ];
}
