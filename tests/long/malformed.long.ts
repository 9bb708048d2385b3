import { afterAll, beforeAll, test } from 'vitest';
import { everyEndpoint, fuzz } from '#tests/support/fuzz.ts';
import { type InProcess, startInProcess } from '#tests/support/in-process.ts';

let server: InProcess;
beforeAll(async () => {
  server = await startInProcess();
});
afterAll(() => server.close());

test.each(everyEndpoint)(
  'NET-01 BEY-07 ten thousand malformed envelopes to %s are refused alike and change nothing',
  async (name) => {
    await fuzz(server, [name], process.env.BENCH === 'smallest' ? 2 : 10_000);
  },
);
