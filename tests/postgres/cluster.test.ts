import pg from 'pg';
import { expect, test } from 'vitest';
import { freshDatabase } from '#tests/support/postgres.ts';

test('the suite has a real PostgreSQL and every test a database of its own', async () => {
  const [one, two] = await Promise.all([freshDatabase(), freshDatabase()]);
  expect(one.url).not.toBe(two.url);
  const client = new pg.Client({ connectionString: one.url });
  await client.connect();
  const { rows } = await client.query('SELECT version() AS version');
  await client.end();
  expect(rows[0].version).toMatch(/^PostgreSQL 1[5-9]/);
  await Promise.all([one.drop(), two.drop()]);
});
