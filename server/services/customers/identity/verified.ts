import { randomUUID } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import {
  matchPerson,
  type Person,
  type PersonMatch,
  type VerifiedPerson,
} from '#core/people/verified-person.ts';
import { businessDaysAfter } from '#core/time/business-time.ts';
import type { Home } from '#server/adapters/geolocation/home-zone.ts';
import type { Deps } from '#server/deps.ts';
import { screenAgain } from '#server/services/checks/screening/screenings.ts';
import { isMailboxAloneSql } from '#server/services/customers/users/mailbox-alone.ts';
import type { UserRow } from '#server/services/customers/users/users.ts';
import type { Schema, Tx } from '#server/store/schema/schema.ts';
import { closeUnderage, isTooYoung } from './underage.ts';

/** A document that is not of whoever its customer said they are, until an officer has decided. */
export type IdentityCase = Selectable<Schema['identity_cases']>;

/**
 * What an approval is worth: `fits`: the document is of the customer; `underage`: it is, and they are too young;
 * `waits`: an officer looks; `refused`: an officer found that it is somebody else's.
 */
type Heard = 'fits' | 'underage' | 'waits' | 'refused';

type Named = Pick<UserRow, 'first_name' | 'last_name' | 'dob'> &
  Pick<UserRow, 'kyc_first_name' | 'kyc_last_name' | 'kyc_born'>;

/** What a customer typed, and who they are by the last document that counted. */
const knownOf = (user: Named): readonly Person[] => [
  { first: user.first_name, last: user.last_name, born: user.dob },
  ...(user.kyc_first_name === null
    ? []
    : [
        {
          first: user.kyc_first_name,
          last: user.kyc_last_name ?? '',
          born: user.kyc_born ?? '',
        },
      ]),
];

const order: readonly PersonMatch[] = ['same', 'near', 'birth-date', 'other', 'unnamed'];

/** How a document compares with the customer as they are known. */
function matchOf(user: Named, document: VerifiedPerson | undefined): PersonMatch {
  const matches = knownOf(user).map((person) => matchPerson(person, document));
  return order.find((match) => matches.includes(match)) ?? 'unnamed';
}

const partsOf = (document: VerifiedPerson | undefined) => ({
  first_name: document?.first ?? '',
  last_name: document?.last ?? '',
  latin_name: document?.latin ?? '',
  born: document?.born ?? '',
  country: document?.country ?? '',
});

const isOf = (row: IdentityCase, document: VerifiedPerson | undefined): boolean => {
  const parts = partsOf(document);
  return (
    row.first_name === parts.first_name &&
    row.last_name === parts.last_name &&
    row.born === parts.born
  );
};

const newestCase = (tx: Tx, userId: string, check: string): Promise<IdentityCase | undefined> =>
  tx
    .selectFrom('identity_cases')
    .selectAll()
    .where('user_id', '=', userId)
    .where('check_name', '=', check)
    .orderBy('made_at', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Whether officers have not decided yet about a customer's first check. */
export const hasOpenCase = async (tx: Tx, userId: string): Promise<boolean> => {
  const newest = await newestCase(tx, userId, '');
  return newest !== undefined && newest.decided_at === null;
};

/** Why there is nothing left to decide, where no officer has decided. */
const closings = {
  again: 'The check was made again, with another document.',
  'taken-back': 'The provider does not call this check passed any more.',
  over: 'What the check was for has ended.',
};

/** Closes open cases: nobody has said whose document it was. */
const closing = (
  { clock }: Pick<Deps, 'clock'>,
  db: Pick<Tx, 'updateTable'>,
  why: keyof typeof closings,
) =>
  db
    .updateTable('identity_cases')
    .set({ decision: 'not-theirs', decided_at: clock.sql, decided_why: closings[why] })
    .where('decided_at', 'is', null);

/** There is nothing left to decide about a check. */
export const closeOpen = (
  deps: Pick<Deps, 'clock'>,
  tx: Tx,
  { userId, check }: { readonly userId: string; readonly check: string },
  why: keyof typeof closings = 'again',
): Promise<unknown> =>
  closing(deps, tx, why).where('user_id', '=', userId).where('check_name', '=', check).execute();

/**
 * Whether what a check was for has ended, as an SQL expression about rows of `identity_cases`: the session that began it,
 * or whose owner has shown something else since, or the recovery. A person's own check has no such end.
 */
export const isOverSql = ({ clock }: Pick<Deps, 'clock'>) => sql<boolean>`case
  when check_name = '' or check_name like 'update-%' then false
  when check_name like 'session-%' then not exists (
    select from users join sessions on sessions.user_id = users.id
    where users.id = identity_cases.user_id and identity_check = check_name
      and refresh_expires_at > ${clock.sql} and ${isMailboxAloneSql})
  else not exists (select from recoveries
    where recoveries.id = check_name and recoveries.user_id = identity_cases.user_id
      and (stage = 'waiting' or (stage = 'asked' and review <> 'rejected'
        and expires_at > ${clock.sql}))) end`;

/** Closes the cases of checks that are over, in whichever way a session or a recovery has ended (HARD-98). */
export const closeEnded = (deps: Pick<Deps, 'clock' | 'db'>): Promise<unknown> =>
  closing(deps, deps.db, 'over').where(isOverSql(deps)).execute();

const listed = ({ first, last, born, country }: Omit<VerifiedPerson, 'latin'>): string =>
  [first, last, born, country].join('\n').toLowerCase();

/** Keeps who the customer is by their document; where the lists were asked about somebody else, they are asked again. */
async function keepPerson(
  { clock }: Pick<Deps, 'clock'>,
  tx: Tx,
  userId: string,
  document: VerifiedPerson,
): Promise<void> {
  const before = await tx
    .selectFrom('users')
    .select([
      sql<string>`coalesce(kyc_first_name, first_name)`.as('first'),
      sql<string>`coalesce(kyc_last_name, last_name)`.as('last'),
      sql<string>`coalesce(nullif(kyc_born, ''), dob)`.as('born'),
      sql<string>`coalesce(nullif(kyc_country, ''), country_code)`.as('country'),
    ])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  await tx
    .updateTable('users')
    .set({
      ...{ kyc_first_name: document.first, kyc_last_name: document.last },
      ...{ kyc_born: document.born, kyc_country: document.country },
    })
    .where('id', '=', userId)
    .execute();
  const known = { ...document, country: document.country || before.country };
  if (listed(known) !== listed(before)) await screenAgain(tx, clock, `customer:${userId}`);
}

/**
 * Hears an approval with the person whose document it was (READ-09): of the customer, it counts; nearly or not theirs, it
 * is a case at the desk, and counts only once an officer has decided so. `check`: its name; empty: the first one. The
 * account's row is locked.
 */
export async function hearPerson(
  deps: Deps,
  tx: Tx,
  user: Named & Pick<UserRow, 'id'> & Home,
  { check, document }: { readonly check: string; readonly document: VerifiedPerson | undefined },
): Promise<Heard> {
  const match = matchOf(user, document);
  // Also where another date was typed: whoever is too young is no case.
  const isTheirs = match === 'same' || match === 'birth-date';
  if (isTheirs && document && isTooYoung(deps, user, document)) {
    await keepPerson(deps, tx, user.id, document);
    await closeOpen(deps, tx, { userId: user.id, check });
    await closeUnderage(deps, tx, user);
    return 'underage';
  }
  if (match === 'same' && document) {
    await keepPerson(deps, tx, user.id, document);
    await closeOpen(deps, tx, { userId: user.id, check });
    return 'fits';
  }
  const before = await newestCase(tx, user.id, check);
  // What no officer has decided says nothing: it was closed because the check was made again.
  if (before && isOf(before, document) && before.decision && before.decided_by !== '') {
    if (before.decision !== 'theirs') return 'refused';
    if (!isTooYoung(deps, user, before)) return 'fits';
    await closeUnderage(deps, tx, user);
    return 'underage';
  }
  const found = { ...partsOf(document), match: match === 'same' ? ('unnamed' as const) : match };
  await noteCase(deps, tx, { user_id: user.id, check_name: check, ...found }, before);
  return 'waits';
}

/** An officer looks: one case for each check, with the document that it has now. */
async function noteCase(
  { clock, log }: Pick<Deps, 'clock' | 'log'>,
  tx: Tx,
  found: Pick<IdentityCase, 'user_id' | 'check_name' | 'match'> & ReturnType<typeof partsOf>,
  before: IdentityCase | undefined,
): Promise<void> {
  if (before?.decided_at === null) {
    await tx.updateTable('identity_cases').set(found).where('id', '=', before.id).execute();
    return;
  }
  const id = randomUUID();
  const { made_at } = await tx
    .insertInto('identity_cases')
    .values({ id, ...found, made_at: clock.sql })
    .returning('made_at')
    .executeTakeFirstOrThrow();
  if (!isAboutPerson(found.check_name)) {
    // The end of the next business day, as the customer is told; what somebody's own data says can wait.
    const due_at = new Date(businessDaysAfter(made_at.getTime(), 1));
    await tx.updateTable('identity_cases').set({ due_at }).where('id', '=', id).execute();
  }
  log.warn('an identity check is of somebody else than its customer said', { case: id });
}

/** The names of checks by which somebody shows that they are the customer: they say nothing new of who that is. */
const isAboutPerson = (check: string): boolean => check === '' || check.startsWith('update-');

/**
 * Hears an approval of a check that shows that somebody is the customer, as for a recovery (HARD-98). Where it says nothing
 * of its document, its word counts, unless there was a doubt that no officer has taken away; a document of somebody else is
 * refused, and one that is nearly the customer's, that says another date of birth or that names nobody is a case. The
 * account's row is locked.
 */
export async function hearOwner(
  deps: Pick<Deps, 'clock' | 'log'>,
  tx: Tx,
  user: Named & Pick<UserRow, 'id'>,
  { check, document }: { readonly check: string; readonly document: VerifiedPerson | undefined },
): Promise<'fits' | 'waits' | 'refused'> {
  const before = await newestCase(tx, user.id, check);
  if (document === undefined) {
    if (before === undefined || before.decision === 'theirs') return 'fits';
    const unnamed = { ...partsOf(document), match: 'unnamed' as const };
    // The document that made an open case stays with it: silence says nothing of it.
    if (before.decided_at !== null) {
      await noteCase(deps, tx, { user_id: user.id, check_name: check, ...unnamed }, before);
    }
    return 'waits';
  }
  const match = matchOf(user, document);
  if (match === 'same') {
    await closeOpen(deps, tx, { userId: user.id, check });
    return 'fits';
  }
  if (before && isOf(before, document) && before.decision && before.decided_by !== '') {
    return before.decision === 'theirs' ? 'fits' : 'refused';
  }
  if (match === 'other') {
    await closeOpen(deps, tx, { userId: user.id, check });
    return 'refused';
  }
  const found = { user_id: user.id, check_name: check, ...partsOf(document), match };
  await noteCase(deps, tx, found, before);
  return 'waits';
}

/** The customer of a case; undefined if there is none. */
export const ownerOfCase = async (tx: Tx, id: string): Promise<string | undefined> =>
  (await tx.selectFrom('identity_cases').select('user_id').where('id', '=', id).executeTakeFirst())
    ?.user_id;

/** Decides a case, once; undefined if it is decided already. */
export async function decideIdentity(
  deps: Pick<Deps, 'clock'>,
  tx: Tx,
  id: string,
  decided: {
    readonly decision: 'theirs' | 'not-theirs';
    readonly by: string;
    readonly why: string;
  },
): Promise<IdentityCase | undefined> {
  const { decision, by: decided_by, why: decided_why } = decided;
  const row = await tx
    .updateTable('identity_cases')
    .set({ decision, decided_by, decided_why, decided_at: deps.clock.sql })
    .where('id', '=', id)
    .where('decided_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
  const isNews = row && isAboutPerson(row.check_name) && row.match !== 'unnamed';
  if (isNews && decision === 'theirs') {
    const { first_name: first, last_name: last, latin_name: latin, born, country } = row;
    await keepPerson(deps, tx, row.user_id, { first, last, latin, born, country });
  }
  return row;
}
