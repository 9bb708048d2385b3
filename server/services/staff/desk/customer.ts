import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { AnswerOf } from '#core/contract/endpoint.ts';
import type { readCustomer } from '#core/contract/staff/desk-customer.ts';
import { formatUnits } from '#core/money/decimal.ts';
import type { Deps } from '#server/deps.ts';
import { heldBy } from '#server/ledger/balances.ts';
import { malformed } from '#server/refusal/refusals.ts';
import { type Refused, refuse } from '#server/refusal/refused.ts';
import { readEnding } from '#server/services/customers/endings/endings.ts';
import { readStatement } from '#server/services/records/wallet/statement.ts';
import { recordAlone } from '#server/services/staff/audit/record.ts';
import type { Reader } from '#server/store/schema/schema.ts';
import { casesOfCustomer, listOpen } from './case-list.ts';
import { runningQuery, speakingOf } from './conversations.ts';
import { relationshipText } from './ending-cases.ts';
import { limitLookups } from './lookups.ts';

const MOST_CASES = 50;
/** As many entries of the history as an officer reads at once. */
const PAGE = 20;

/** By account or by address: an “or” would read both indexes. */
async function findCustomer(reader: Reader, id: string) {
  const all = reader
    .selectFrom('users')
    .where('deleted_at', 'is', null)
    .where('role', '=', 'user')
    .selectAll();
  return id.includes('@')
    ? all.where('email', '=', id.toLowerCase()).executeTakeFirst()
    : all.where('id', '=', id).executeTakeFirst();
}

async function riskOf(reader: Reader, userId: string): Promise<CustomerAnswer['data']['risk']> {
  const row = await reader
    .selectFrom('data_updates')
    .innerJoin('risk_decisions', 'risk_decisions.user_id', 'data_updates.user_id')
    .leftJoin('users as officers', 'officers.id', 'decided_by')
    .where('data_updates.user_id', '=', userId)
    .select(['data_updates.risk_group as group', 'reason', 'decided_at', 'due_at'])
    .select('officers.email as by')
    .orderBy('risk_decisions.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row
    ? {
        group: row.group,
        reason: row.reason,
        by: row.by ?? '',
        decided_at: row.decided_at.toISOString(),
        due_at: row.due_at.toISOString(),
      }
    : null;
}

type CustomerAnswer = Omit<AnswerOf<typeof readCustomer>, 'status'>;

/**
 * What an officer sees of a customer (EYE-09); that they saw it is recorded first. Those whom no open case names are
 * looked for only so often (READ-08), and who is not there counts as one of them.
 */
export async function showCustomer(
  deps: Deps,
  officer: string,
  { id, after }: { readonly id: string; readonly after: string | undefined },
): Promise<CustomerAnswer | Refused> {
  const { db } = deps;
  const user = await findCustomer(db, id.trim());
  const { rows: cases } = user
    ? await listOpen(deps, casesOfCustomer(user.id), undefined, MOST_CASES)
    : { rows: [] };
  if (cases.length === 0) {
    const limited = await limitLookups(deps, officer);
    if (limited) return limited;
  }
  if (!user) return refuse('NOT_FOUND', 'There is no such customer.');
  const history = await readStatement(deps, {
    ...{ userId: user.id, limit: PAGE, after, currency: undefined },
  });
  if (!history) return malformed();
  const held = await heldBy(db, user.id);
  const running = await db
    .selectNoFrom(jsonArrayFrom(runningQuery(deps, user.id)).as('rows'))
    .executeTakeFirstOrThrow();
  const risk = await riskOf(db, user.id);
  const relationship = relationshipText(await readEnding(db, user.id), user);
  // By the account: an address would stay in the log for good.
  await recordAlone(deps, {
    actor: officer,
    action: 'saw customer',
    detail: { customer: user.id, shown: history.entries.length },
  });
  return {
    data: {
      id: user.id,
      email: user.email,
      name: `${user.first_name} ${user.last_name}`.trim(),
      country: user.country_code,
      since: user.created_at.toISOString(),
      kyc_status: user.kyc_status,
      relationship,
      risk,
      holdings: held.map(({ asset, total }) => ({
        currency_id: asset.code,
        amount: formatUnits(total, asset.scale),
      })),
      cases: [...cases],
      speaking: speakingOf(running.rows, officer),
      transactions: history.entries,
      failed_payments: history.failedPayments,
      ...(history.next !== undefined && { next: history.next }),
    },
    as_of: history.asOf.toISOString(),
  };
}
