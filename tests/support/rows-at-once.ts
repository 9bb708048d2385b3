import type { Db } from '#server/store/schema/schema.ts';

/** A database of which is known how many rows one statement brought into memory at most. */
export function rowsAtOnce(db: Db): { readonly db: Db; most(): number } {
  let most = 0;
  const counted = db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      most = Math.max(most, result.rows.length);
      return result;
    },
  });
  return { db: counted, most: () => most };
}
