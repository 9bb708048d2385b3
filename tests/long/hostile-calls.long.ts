import { afterAll, beforeAll, test } from 'vitest';
import { callHostilely } from '#tests/support/hostile-calls.ts';
import { type InProcess, startInProcess } from '#tests/support/in-process.ts';

let server: InProcess;
beforeAll(async () => {
  server = await startInProcess();
});
afterAll(() => server.close());

test.each(['nobody', 'user', 'compliance', 'admin'] as const)(
  'hundreds of hostile values in every call of the contract are no failure of ours, as %s',
  (role) => callHostilely(server, role, 400),
);
