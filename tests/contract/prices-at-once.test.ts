import { expect, test } from 'vitest';
import { sharedWorld } from '#tests/support/world.ts';

const kopa = sharedWorld();

/** As after a failover, when all that waited for the database go on together. */
test('OPS-15 many who need a price at once share one judgement of it', async () => {
  const { db, parties } = kopa.deps;
  const prices = await Promise.all(Array.from({ length: 100 }, () => parties.market.price('BTC')));
  expect(prices.every((price) => price !== undefined)).toBe(true);
  const kept = await db.selectFrom('prices').where('asset', '=', 'BTC').selectAll().execute();
  expect(kept).toMatchObject([{ version: 1 }]);
});
