import { expect, test } from 'vitest';
import { getInstruments } from '#core/contract/money/swap.ts';
import { person } from '#tests/support/in-process.ts';
import { hex32, rawCall, sealedBody } from '#tests/support/raw-call.ts';
import { startServer } from '#tests/support/server-process.ts';
import { startSwarm } from '#tests/support/swarm.ts';

test('an envelope taken by one process is refused by another and after a restart', async () => {
  const swarm = await startSwarm(2);
  const { credential } = await person(swarm.deps);
  const body = sealedBody({}, hex32());
  const [one, two] = swarm.servers;
  if (!one || !two) throw new Error('two servers were asked for');
  const send = (base: string) => rawCall(base, getInstruments, body, { credential });
  expect((await send(one.url)).status).toBe(200);
  expect(await send(two.url)).toMatchObject({ status: 409, body: { code: 'REPEATED' } });
  const restarted = await startServer({
    env: { DATABASE_URL: swarm.databaseUrl, SEED: 'none' },
  });
  expect(await send(restarted.url)).toMatchObject({ status: 409, body: { code: 'REPEATED' } });
  await restarted.stop();
  await swarm.stop();
});
