import { afterAll, beforeAll, expect, test } from 'vitest';
import { type InProcess, startInProcess } from '#tests/support/in-process.ts';

let server: InProcess;
beforeAll(async () => {
  server = await startInProcess();
});
afterAll(() => server.close());

/** As after a failover, when all that waited for the database go on together. */
test('OPS-15 many who need a price at once share one judgement of it', async () => {
  const { db, parties } = server.deps;
  const prices = await Promise.all(Array.from({ length: 100 }, () => parties.market.price('BTC')));
  expect(prices.every((price) => price !== undefined)).toBe(true);
  const kept = await db.selectFrom('prices').where('asset', '=', 'BTC').selectAll().execute();
  expect(kept).toMatchObject([{ version: 1 }]);
});
