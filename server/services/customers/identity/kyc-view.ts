import { sql } from 'kysely';
import { jsonObjectFrom } from 'kysely/helpers/postgres';
import type { KycData } from '#core/contract/account/identity.ts';
import type { Deps } from '#server/deps.ts';
import type { Owner } from '#server/platform/standing-session.ts';
import { openUpdateQuery } from '#server/services/customers/risk/data-updates.ts';
import {
  isMailboxAloneOf,
  isMailboxAloneSql,
} from '#server/services/customers/users/mailbox-alone.ts';
import {
  certificationQuery,
  taxAskQuery,
  taxDataOf,
} from '#server/services/tax/residence/certifications.ts';
import { isoOf } from '#server/store/json-row.ts';
import { followKyc, reviewOf } from './kyc.ts';
import { followSessionCheck } from './session-check.ts';
import { followUpdate } from './update-check.ts';

/** A customer's check, the update that can be made, and the tax residence, read in one statement. */
const readChecks = (deps: Pick<Deps, 'db' | 'clock'>, { userId, sessionId }: Owner) =>
  deps.db
    .selectFrom('users')
    .where('id', '=', userId)
    .select(['kyc_status', 'kyc_comment', 'kyc_latin_name', 'withdrawals_held_until'])
    .select([
      jsonObjectFrom(openUpdateQuery(deps, deps.db, userId)).as('update'),
      jsonObjectFrom(certificationQuery(deps.db, userId)).as('certified'),
      jsonObjectFrom(taxAskQuery(deps.db, userId)).as('asked'),
      sql<'asked' | 'review' | null>`(select case when exists (select from identity_cases
          where identity_cases.user_id = users.id and check_name = sessions.identity_check
            and decided_at is null) then 'review' else 'asked' end
        from sessions where sessions.id = ${sessionId} and sessions.user_id = users.id
          and users.kyc_status = 'approved' and ${isMailboxAloneSql})`.as('session_check'),
      isMailboxAloneOf(sessionId).as('mailbox_alone'),
    ])
    .executeTakeFirst();

type Checks = Awaited<ReturnType<typeof readChecks>>;

/** As the contract lists it. */
function dataOf(checks: Checks): KycData {
  const { status, comment } = reviewOf(checks);
  const update = checks?.update;
  return {
    kyc_data: [
      { kyc_property: 'kyc_status', kyc_value: status },
      ...(comment ? [{ kyc_property: 'kyc_comment', kyc_value: comment }] : []),
      ...(checks?.kyc_latin_name
        ? [{ kyc_property: 'latin_name', kyc_value: checks.kyc_latin_name }]
        : []),
      ...(update
        ? [
            { kyc_property: 'update_due', kyc_value: isoOf(update.due_at) },
            { kyc_property: 'limited_from', kyc_value: isoOf(update.limited_at) },
          ]
        : []),
      ...(checks?.session_check
        ? [{ kyc_property: 'session_check', kyc_value: checks.session_check }]
        : []),
      // A check that is passed now holds withdrawals; this is when they open without it.
      ...(checks?.mailbox_alone
        ? [
            {
              kyc_property: 'opens_without_check',
              kyc_value: checks.withdrawals_held_until?.toISOString() ?? '',
            },
          ]
        : []),
    ],
    tax_data: taxDataOf(checks?.certified ?? null, checks?.asked ?? null),
  };
}

/** What is known of a customer's identity and tax residence. */
export const readKycData = async (deps: Deps, owner: Owner): Promise<KycData> =>
  dataOf(await readChecks(deps, owner));

/** The same for a customer who looks: what is under way is asked about before. */
export async function followKycData(deps: Deps, owner: Owner): Promise<KycData> {
  const { userId } = owner;
  const known = await readChecks(deps, owner);
  const asked =
    (await followKyc(deps, userId, reviewOf(known))) ||
    (known?.session_check && (await followSessionCheck(deps, owner))) ||
    (await followUpdate(deps, userId, known?.update ?? null));
  return asked ? readKycData(deps, owner) : dataOf(known);
}
