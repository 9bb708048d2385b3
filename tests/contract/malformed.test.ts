import { test } from 'vitest';
import { everyEndpoint, fuzz } from '#tests/support/fuzz.ts';
import { startInProcess } from '#tests/support/in-process.ts';

test('NET-01 BEY-07 hundreds of malformed envelopes are refused alike and change nothing', async () => {
  const server = await startInProcess();
  await fuzz(server, everyEndpoint, 6);
  await server.close();
});
