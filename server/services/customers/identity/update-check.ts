import { randomUUID } from 'node:crypto';
import { dataUpdatedMail } from '#server/adapters/mail/texts.ts';
import type { Deps } from '#server/deps.ts';
import { limit } from '#server/platform/rate-limit.ts';
import {
  beginCheck,
  endCheck,
  lockUpdate,
  makeDue,
  type OpenUpdate,
  openUpdateQuery,
  renew,
} from '#server/services/customers/risk/data-updates.ts';
import { lockAccount } from '#server/services/customers/users/users.ts';
import { notify } from '#server/services/messages/notices/notify.ts';
import { inTransaction } from '#server/store/transaction.ts';
import { closeOpen, hearPerson } from './verified.ts';

/**
 * A verified customer updates their data by another identity check under a name of its own (KEEP-09): the
 * first check's result stays valid meanwhile, so they can go on withdrawing.
 */

/** The name of the check for a customer who opens the widget now; undefined for the first check. */
export const updateCheckOf = (deps: Deps, userId: string): Promise<string | undefined> =>
  beginCheck(deps, userId, `update-${randomUUID()}`);

/** The name of the update check that has begun and not ended. */
export const updateUnderWay = async (deps: Deps, userId: string): Promise<string | undefined> =>
  (await openUpdateQuery(deps, deps.db, userId).executeTakeFirst())?.check_id ?? undefined;

/** Asks the provider about it and stores the answer; false if there was none. */
export async function syncUpdate(deps: Deps, userId: string): Promise<boolean> {
  const check = await updateUnderWay(deps, userId);
  if (check === undefined) return true;
  const said = await deps.parties.identity.review(userId, check);
  if (said === undefined) return false;
  if (said.status === 'rejected') {
    await inTransaction(deps.db, async (tx) => {
      if (!(await lockAccount(tx, userId))) return;
      await endCheck({ db: tx }, userId, check);
      await closeOpen(deps, tx, { userId, check }, 'taken-back');
    });
  }
  if (said.status !== 'approved') return true;
  await inTransaction(deps.db, async (tx) => {
    // The account is locked first, as everywhere both are changed.
    const account = await lockAccount(tx, userId);
    if (!account) return;
    const row = await lockUpdate(tx, userId);
    // Another answer was faster.
    if (row?.check_id !== check) return;
    if (said.person !== undefined) {
      const document = { ...said.person, latin: said.latinName ?? '' };
      const heard = await hearPerson(deps, tx, account, { check, document });
      if (heard === 'refused' || heard === 'underage') await endCheck({ db: tx }, userId, check);
      if (heard !== 'fits') return;
    }
    await renew(deps, tx, userId);
    await notify(deps, tx, userId, {
      event: 'kYCStatus',
      popup: 'Your data is up to date.',
      page: '/profile/verification',
      mail: dataUpdatedMail,
    });
  });
  return true;
}

/** Has an update be due at a moment, in the sandbox. */
export const makeUpdateDue = (deps: Deps, userId: string, due: Date): Promise<void> =>
  inTransaction(deps.db, (tx) => makeDue(deps, tx, userId, due));

/** How often a minute one customer's questions reach the provider. */
const ASKED_A_MINUTE = 20;

/**
 * The same for a customer who looks, because the provider's notice may be late; limited. `open`: the update
 * that can be made. Returns whether the provider was asked.
 */
export async function followUpdate(
  deps: Deps,
  userId: string,
  open: OpenUpdate | null,
): Promise<boolean> {
  if (!open?.check_id) return false;
  const often = await limit(deps, {
    key: `update-asked:${userId}`,
    attempts: ASKED_A_MINUTE,
    windowSeconds: 60,
  });
  if (often) return false;
  await syncUpdate(deps, userId);
  return true;
}
