import { sql } from 'kysely';
import { destinationOf } from '#core/networks/address/destination.ts';
import { dataUpdateMail, type Recipient } from '#server/adapters/mail/texts.ts';
import type { Deps } from '#server/deps.ts';
import { daily, inBatches, isIn, onePass, type Slice } from '#server/platform/daily-pass.ts';
import { lookAtDue } from '#server/platform/due.ts';
import type { Loop } from '#server/platform/repeat.ts';
import { DATA_UPDATE_OPEN_DAYS } from '#server/policy.ts';
import { lockAccount } from '#server/services/customers/users/users.ts';
import { notify } from '#server/services/messages/notices/notify.ts';
import type { Tx } from '#server/store/schema/schema.ts';
import { inTransaction } from '#server/store/transaction.ts';
import { nextStage, stageOf } from './data-update.ts';
import { type DataUpdate, lockUpdate, place, regroup } from './data-updates.ts';
import { groupAfter, judged, type RiskFacts } from './risk-group.ts';

const DAY_SECONDS = 24 * 3600;
/** How often the rules are applied to a customer. */
const LOOK_SECONDS = DAY_SECONDS;
const AT_ONCE = 100;
const YEAR_SECONDS = 365 * DAY_SECONDS;
const MONTH_SECONDS = 30 * DAY_SECONDS;

/**
 * Places verified customers without a group, from before there were groups. Their update is due no sooner
 * than its reminders.
 */
export async function placeOthers(
  deps: Deps,
  stopping?: AbortSignal,
  passing = onePass,
): Promise<void> {
  const pass = inBatches(deps, stopping, {
    find: (slice, most) => unplaced(deps, slice, most),
    most: AT_ONCE,
    failed: 'customer not placed in a risk group',
    work: (row) => placeOther(deps, row),
  });
  await passing('risk groups', pass);
}

const unplaced = ({ db }: Deps, slice: Slice, most: number) =>
  db
    .selectFrom('users')
    .leftJoin('data_updates', 'data_updates.user_id', 'users.id')
    .select(['users.id', 'users.created_at'])
    .where('users.kyc_status', '=', 'approved')
    .where('users.role', '=', 'user')
    .where('users.deleted_at', 'is', null)
    .where('data_updates.user_id', 'is', null)
    .where(isIn('users.id', slice))
    .orderBy('users.id')
    .limit(most)
    .execute();

const placeOther = (
  deps: Deps,
  { id, created_at }: { readonly id: string; readonly created_at: Date },
): Promise<void> =>
  inTransaction(deps.db, async (tx) => {
    // The account is locked first, as everywhere it may be deleted.
    if (!(await lockAccount(tx, id))) return;
    const due = deps.clock.now() + DATA_UPDATE_OPEN_DAYS * DAY_SECONDS * 1000;
    await place(deps, tx, id, { updated: created_at.getTime(), due });
  });

/**
 * To how many recipients a customer has sent within a month, each counted once however it was typed: rows from before
 * that form was kept have only what was typed.
 */
async function monthRecipients({ db, clock }: Pick<Deps, 'db' | 'clock'>, userId: string) {
  const rows = await db
    .selectFrom('withdrawals')
    .innerJoin('payment_routes', 'payment_routes.id', 'withdrawals.payment_route_id')
    .select(['network', 'address', 'tag'])
    .distinct()
    .where('user_id', '=', userId)
    .where('broadcast_at', '>', clock.sqlIn(-MONTH_SECONDS))
    .execute();
  const recipients = rows.map(({ network, address, tag }) => {
    const to = destinationOf(network, address, tag);
    return JSON.stringify([to.address, to.tag]);
  });
  return BigInt(new Set(recipients).size);
}

async function factsOf({ db, clock }: Deps, userId: string): Promise<RiskFacts> {
  const year = clock.sqlIn(-YEAR_SECONDS);
  const { rows } = await sql<Record<Exclude<keyof RiskFacts, 'monthRecipients'>, string>>`select
    (select coalesce(sum(eur_cents), 0)::text from transfer_values
      where user_id = ${userId} and kind = 'crypto' and happened_at > ${year}) as "yearEurCents",
    (exists (select 1 from purchases where user_id = ${userId} and paid_at > ${year})::int
      + exists (select 1 from bank_transfers
          where user_id = ${userId} and state = 'credited' and ended_at > ${year})::int
      + exists (select 1 from deposits
          where user_id = ${userId} and credited_at > ${year})::int)::text as "yearSources",
    ((select count(*) from screenings
        where user_id = ${userId} and reported_at is not null)
      + (select count(*) from monitoring_hits
        join transfer_values on transfer_values.id = monitoring_hits.transfer
        where user_id = ${userId} and outcome = 'reported' and rule <> 'large'))::text as "reports"`.execute(
    db,
  );
  const [row] = rows;
  return {
    yearEurCents: BigInt(row?.yearEurCents ?? 0),
    monthRecipients: await monthRecipients({ db, clock }, userId),
    yearSources: BigInt(row?.yearSources ?? 0),
    reports: BigInt(row?.reports ?? 0),
  };
}

/** Applies the rules and stores their result, so that only a new result overrides an officer's choice. */
async function applyRules(deps: Deps, tx: Tx, row: DataUpdate, facts: RiskFacts) {
  const { group, why } = judged(facts);
  const { user_id: userId, risk_group: before, rules_group: byRules, chosen } = row;
  const after = groupAfter({ group: before, byRules, chosen }, group);
  if (after !== before) {
    await regroup(deps, tx, row, { group: after, by: null, reason: why || 'No rule applies' });
  }
  if (group === byRules) return;
  await tx
    .updateTable('data_updates')
    .set({ rules_group: group })
    .where('user_id', '=', userId)
    .execute();
}

const popups = [
  'Please update your data.',
  'Please update your data within a week.',
  'Your data is due for an update today.',
  'Your account is limited until you update your data.',
] as const;

/** Tells the present stage, once; missed earlier stages are not told. */
async function remind(deps: Deps, tx: Tx, { user_id: userId, due_at, told }: DataUpdate) {
  const [due, now] = [due_at.getTime(), deps.clock.now()];
  const stage = stageOf(due, now);
  const popup = popups[stage - 1];
  if (stage > told && popup !== undefined) {
    const mail = (to: Recipient) =>
      dataUpdateMail(to, { popup, due, limited: stage === popups.length });
    await notify(deps, tx, userId, { popup, page: '/profile/verification', mail });
  }
  const next = Math.min(nextStage(due, now) ?? Infinity, now + LOOK_SECONDS * 1000);
  await tx
    .updateTable('data_updates')
    .set({ told: stage, look_at: new Date(next) })
    .where('user_id', '=', userId)
    .execute();
}

/** Looks at one customer. Of several processes, the lock lets one be first; the others find it done. */
async function lookAt(deps: Deps, { user_id: userId }: DataUpdate): Promise<void> {
  const facts = await factsOf(deps, userId);
  await inTransaction(deps.db, async (tx) => {
    const account = await lockAccount(tx, userId);
    const row = account && (await lockUpdate(tx, userId));
    if (!row) return;
    await applyRules(deps, tx, row, facts);
    const now = await lockUpdate(tx, userId);
    // A customer who must be verified again is asked for that already.
    if (now && account.kyc_status === 'approved') return remind(deps, tx, now);
    await tx
      .updateTable('data_updates')
      .set({ look_at: deps.clock.sqlIn(LOOK_SECONDS) })
      .where('user_id', '=', userId)
      .execute();
  });
}

/** Applies the rules to each customer once a day, and reminds of updates that are due (KEEP-09). */
export const lookAtRisks = (deps: Deps, stopping?: AbortSignal): Promise<void> =>
  lookAtDue<DataUpdate>(deps, {
    table: 'data_updates',
    work: (row) => lookAt(deps, row),
    failed: 'data update not looked at',
    stopping,
  });

/** After the first round it finds nobody: approval places a customer at once. */
export const riskGroupLoop: Loop = {
  everyMs: 3_600_000,
  failed: 'customers not placed in risk groups',
  round: (deps, stopping) => placeOthers(deps, stopping, daily(deps)),
};

export const dataUpdateLoop: Loop = {
  everyMs: 60_000,
  failed: 'data updates not looked at',
  round: lookAtRisks,
};
