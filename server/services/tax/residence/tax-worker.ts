import { type Selectable, sql } from 'kysely';
import { type Recipient, taxResidenceMail } from '#server/adapters/mail/texts.ts';
import type { Deps } from '#server/deps.ts';
import { daily, inBatches, isIn, onePass, type Slice } from '#server/platform/daily-pass.ts';
import { lookAtDue } from '#server/platform/due.ts';
import { presentOf } from '#server/platform/instant.ts';
import type { Loop } from '#server/platform/repeat.ts';
import { hasCertified, hasTraded } from '#server/services/checks/gates/known.ts';
import { lockAccount } from '#server/services/customers/users/users.ts';
import { notify } from '#server/services/messages/notices/notify.ts';
import type { TaxAsks } from '#server/store/schema/tax-schema.ts';
import { inTransaction } from '#server/store/transaction.ts';
import { newestCertification } from './certifications.ts';
import { nextTaxStage, taxLimitedFrom, taxStageOf } from './tax-due.ts';

const AT_ONCE = 100;
/** Mails of different causes take turns, so these delay no others. */
const CAUSE = 'tax residence';

type Ask = Selectable<TaxAsks>;

/** Customers who traded before they could be asked; after the first rounds there are no more. */
export async function findToAsk(
  deps: Deps,
  stopping?: AbortSignal,
  passing = onePass,
): Promise<void> {
  const pass = inBatches(deps, stopping, {
    find: (slice, most) => unasked(deps, slice, most),
    most: AT_ONCE,
    failed: 'customer not asked where they pay tax',
    work: ({ id }) => askFirst(deps, id),
  });
  await passing('tax residences', pass);
}

const unasked = ({ db }: Deps, slice: Slice, most: number) =>
  db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'user')
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`not ${hasCertified}`)
    .where(sql<boolean>`not exists (select from tax_asks where tax_asks.user_id = users.id)`)
    .where(hasTraded)
    .where(isIn('users.id', slice))
    .orderBy('id')
    .limit(most)
    .execute();

const askFirst = (deps: Deps, id: string): Promise<void> =>
  inTransaction(deps.db, async (tx) => {
    // The account is locked first, as everywhere it may be deleted or certified.
    if (!(await lockAccount(tx, id))) return;
    const still = await tx
      .selectFrom('users')
      .select('id')
      .where('id', '=', id)
      .where(sql<boolean>`not ${hasCertified}`)
      .executeTakeFirst();
    if (!still) return;
    const now = await presentOf({ ...deps, db: tx });
    await tx
      .insertInto('tax_asks')
      .values({
        ...{ user_id: id, asked_at: now, look_at: now },
        limited_at: new Date(taxLimitedFrom(now.getTime())),
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  });

const popups = {
  residence: [
    'Please tell us where you pay tax.',
    'Please tell us where you pay tax within 30 days.',
    'Please tell us where you pay tax within a week.',
    'Your account is limited until you tell us where you pay tax.',
  ],
  number: [
    'Please add your tax number.',
    'Please add your tax number within 30 days.',
    'Please add your tax number within a week.',
    'Your account is limited until you add your tax number.',
  ],
} as const;

/** Tells the present stage, once; missed earlier stages are not told. */
const remind = (deps: Deps, { user_id: userId }: Ask): Promise<void> =>
  inTransaction(deps.db, async (tx) => {
    if (!(await lockAccount(tx, userId))) return;
    const row = await tx
      .selectFrom('tax_asks')
      .selectAll()
      .where('user_id', '=', userId)
      .forUpdate()
      .executeTakeFirst();
    // The customer has answered meanwhile.
    if (!row) return;
    const [limited, now] = [
      row.limited_at.getTime(),
      (await presentOf({ ...deps, db: tx })).getTime(),
    ];
    const stage = taxStageOf(limited, now);
    const certified = await newestCertification(tx, userId);
    const asks: keyof typeof popups = certified ? 'number' : 'residence';
    const popup = popups[asks][stage - 1];
    if (stage > row.told && popup !== undefined) {
      const news = { popup, from: limited, limited: stage === popups[asks].length, asks };
      const mail = (to: Recipient) => taxResidenceMail(to, news);
      await notify(deps, tx, userId, {
        ...{ popup, page: '/profile/verification', mail, cause: CAUSE },
      });
    }
    const next = nextTaxStage(limited, now);
    await tx
      .updateTable('tax_asks')
      // After the last stage nothing is due.
      .set({ told: stage, look_at: next === undefined ? sql<Date>`'infinity'` : new Date(next) })
      .where('user_id', '=', userId)
      .execute();
  });

/** Reminds customers who have not certified their tax residence (KEEP-14), or whose number was to follow (EYE-06). */
export const remindOfTax = (deps: Deps, stopping?: AbortSignal): Promise<void> =>
  lookAtDue<Ask>(deps, {
    table: 'tax_asks',
    work: (row) => remind(deps, row),
    failed: 'tax residence not asked for',
    stopping,
  });

/** It soon finds nobody: who has not certified cannot trade. */
export const taxAskLoop: Loop = {
  everyMs: 3_600_000,
  failed: 'customers not found who have to say where they pay tax',
  round: (deps, stopping) => findToAsk(deps, stopping, daily(deps)),
};

export const taxReminderLoop: Loop = {
  everyMs: 60_000,
  failed: 'tax residences not asked for',
  round: remindOfTax,
};
