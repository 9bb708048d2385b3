import type { Deps } from '#server/deps.ts';
import { guessing, type Refused, refuse } from '#server/refusal/refused.ts';
import { hashLongCode } from '#server/services/access/credentials/second-factor.ts';
import type { UserRow } from '#server/services/customers/users/users.ts';
import type { Tx } from '#server/store/schema/schema.ts';

/** How long the operator's code may be used. */
export const ENROL_MINUTES = 60;

/** Lets an account of staff sign in once with a code, to set up its factor. An earlier code is void. */
export const letEnrol = (
  { clock }: Pick<Deps, 'clock'>,
  tx: Tx,
  userId: string,
  code: string,
): Promise<unknown> =>
  tx
    .updateTable('users')
    .set({
      enrol_hash: hashLongCode(userId, code),
      enrol_until: clock.sqlIn(ENROL_MINUTES * 60),
    })
    .where('id', '=', userId)
    .execute();

/**
 * Uses up the code with which an account of staff without a factor signs in, whose row is locked (HARD-65): a
 * password or a mailbox alone opens none. Undefined if it is right.
 */
export async function takeEnrolment(
  deps: Pick<Deps, 'clock'>,
  tx: Tx,
  { id }: Pick<UserRow, 'id'>,
  code: string,
): Promise<Refused | undefined> {
  if (code === '') {
    return refuse(
      'SECOND_FACTOR_REQUIRED',
      'Enter the code that the operator of the server gave you.',
      { enrols: true },
    );
  }
  const used = await tx
    .updateTable('users')
    .set({ enrol_hash: null, enrol_until: null })
    .where('id', '=', id)
    .where('enrol_hash', '=', hashLongCode(id, code))
    .where('enrol_until', '>', deps.clock.sql)
    .executeTakeFirst();
  return used.numUpdatedRows === 1n
    ? undefined
    : guessing(
        refuse(
          'INVALID_CODE',
          'This code is wrong, was used or is over. Ask the operator of the server for another one.',
          { enrols: true },
        ),
      );
}
