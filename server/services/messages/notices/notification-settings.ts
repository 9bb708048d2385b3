import { type RawBuilder, sql } from 'kysely';
import * as v from 'valibot';
import { type Chosen, defaultChosen, settled } from '#core/people/notifications.ts';
import type { Deps } from '#server/deps.ts';
import type { Owner } from '#server/platform/standing-session.ts';
import type { Refused } from '#server/refusal/refused.ts';
import { withAccount } from '#server/services/customers/users/users.ts';

const kept = v.object({ popup: v.array(v.string()), email: v.array(v.string()) });

/** What a customer is told of, as it is kept: null where they have chosen nothing. */
export const chosenSql = (userId: RawBuilder<string>): RawBuilder<string | null> =>
  sql<string | null>`(
    select chosen from notification_settings where notification_settings.user_id = ${userId})`;

export const chosenOf = (chosen: string | null): Chosen =>
  chosen === null ? defaultChosen : settled(v.parse(kept, JSON.parse(chosen)));

export const writeChosen = (deps: Deps, owner: Owner, chosen: Chosen): Promise<Chosen | Refused> =>
  withAccount(deps, owner, async (tx) => {
    const made = settled(chosen);
    const row = { user_id: owner.userId, chosen: JSON.stringify(made) };
    await tx
      .insertInto('notification_settings')
      .values(row)
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ chosen: row.chosen }))
      .execute();
    return made;
  });
