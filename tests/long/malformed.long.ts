import { test } from 'vitest';
import { fuzz } from '#tests/support/fuzz.ts';
import { startInProcess } from '#tests/support/in-process.ts';

test('NET-01 BEY-07 ten thousand malformed envelopes per endpoint are refused alike and change nothing', async () => {
  const server = await startInProcess();
  await fuzz(server, 10_000);
  await server.close();
});
