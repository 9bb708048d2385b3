import { sql } from 'kysely';
import type { Db, Reader } from '#server/store/schema/schema.ts';

/** In `answered`: the subject of the notice is unknown, and the operator was told. */
export const SET_ASIDE = -1;

/** The purchases that providers report and the books do not have. */
export const unknownPurchases = (reader: Reader): Promise<readonly { readonly about: string }[]> =>
  reader
    .selectFrom('provider_notices')
    .select('about')
    .distinct()
    .where('party', '=', 'payment')
    .where('answered', '=', SET_ASIDE)
    .orderBy('about')
    .execute();

/** Whether the provider told of a purchase that the books lacked. */
export const isUnknownPurchase = async (reader: Reader, id: string): Promise<boolean> => {
  const row = await reader
    .selectFrom('provider_notices')
    .select('digest')
    .where('party', '=', 'payment')
    .where('about', '=', id)
    .where('answered', '=', SET_ASIDE)
    .executeTakeFirst();
  return row !== undefined;
};

/** What the provider's list tells of purchases is heeded like notices about them. */
export async function noteListed(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db
    .insertInto('provider_notices')
    .values(
      ids.map((about) => ({
        ...{ digest: `listed ${about}`, party: 'payment' as const, about },
        ...{ heard: 1, answered: 0, asked_at: new Date(0) },
      })),
    )
    .onConflict((row) => row.doNothing())
    .execute();
}

/** Unknown purchases that were given back at the provider need nobody any more. */
export async function settleUnknownPurchases(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable('provider_notices')
    .set({ answered: sql`heard` })
    .where('party', '=', 'payment')
    .where('about', 'in', ids)
    .where('answered', '=', SET_ASIDE)
    .execute();
}
