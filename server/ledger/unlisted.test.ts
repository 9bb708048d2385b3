import { expect, test } from 'vitest';
import { memoryDatabase } from '#tests/support/memory-database.ts';
import { requireListed } from './unlisted.ts';

test('books that hold an unlisted asset are refused, and the error names it', async () => {
  const { db, close } = await memoryDatabase();
  const account = { owner: 'u1', kind: 'available', balance: '100000000' };
  await db
    .insertInto('accounts')
    .values({ id: 'u1/available/BTC', currency: 'BTC', ...account })
    .execute();
  await requireListed(db);
  await db
    .insertInto('accounts')
    .values({ id: 'u1/available/DOGE', currency: 'DOGE', ...account })
    .execute();
  await expect(requireListed(db)).rejects.toThrow('The books hold DOGE, which');
  await close();
});
