import { isUnderage } from '#core/people/validation.ts';
import { dayIn } from '#core/time/date-text.ts';
import { type Home, homeZone } from '#server/adapters/geolocation/home-zone.ts';
import type { Deps } from '#server/deps.ts';
import { beginEnding } from '#server/services/customers/endings/endings.ts';
import type { UserRow } from '#server/services/customers/users/users.ts';
import type { Tx } from '#server/store/schema/schema.ts';

/** For the register. */
const REASON = 'Underage, by the document of the identity check.';

/** Whether somebody born on that day is too young, by the customer's day. */
export const isTooYoung = (
  { clock }: Pick<Deps, 'clock'>,
  home: Home,
  { born }: { readonly born: string },
): boolean => isUnderage(born, dayIn(homeZone(home), clock.now()));

/**
 * Closes the profile of a minor, as the terms say (SPEC-07): the relationship ends at once, nothing more is bought or
 * received, and what they hold goes back by the ways of every ended one (KEEP-12), for which they are who their document
 * says. Once: an officer who has called it off knows better. The account's row is locked.
 */
export async function closeUnderage(
  deps: Deps,
  tx: Tx,
  { id }: Pick<UserRow, 'id'>,
): Promise<void> {
  const before = await tx
    .selectFrom('ended_relationships')
    .select('user_id')
    .where('user_id', '=', id)
    .where('reason', '=', REASON)
    .executeTakeFirst();
  if (before) return;
  deps.log.warn('a customer is under age by their document', { customer: id });
  // Refused where it has ended already, or where no customer is meant.
  await beginEnding(deps, tx, {
    ...{ userId: id, atOnce: true, officer: '', reason: REASON },
    isUnderage: true,
  });
}
