import { expect, test } from 'vitest';
import { adminCommand } from '#tests/support/admin-command.ts';
import { startInProcess } from '#tests/support/in-process.ts';
import { freshDatabase } from '#tests/support/postgres.ts';

test('the command makes an administrator on PostgreSQL, also beside a running server', async () => {
  const database = await freshDatabase();
  const env = { DATABASE_URL: database.url };
  const password = 'Strong-enough-1!';
  await (await startInProcess({ databaseUrl: database.url })).close();
  const first = await adminCommand(['add', 'first@kopa.test'], env, password);
  expect(first).toMatchObject({ code: 0 });
  const server = await startInProcess({ databaseUrl: database.url });
  const second = await adminCommand(['add', 'second@kopa.test'], env, password);
  expect(second).toMatchObject({ code: 0 });
  for (const email of ['first@kopa.test', 'second@kopa.test']) {
    const enrolled = await adminCommand(['enrol', email], env);
    const otp = /^[A-Z0-9]{4}(?:-[A-Z0-9]{4}){2}$/m.exec(enrolled.output)?.[0] ?? '';
    expect((await server.api.logIn({ email, password, otp })).user.role).toBe('admin');
  }
  await server.close();
  await database.drop();
});
