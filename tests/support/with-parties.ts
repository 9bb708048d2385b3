import { createAdaptorServer } from '@hono/node-server';
import { createParties } from '#server/adapters/parties.ts';
import { createApp, placesOf } from '#server/app.ts';
import { readConfig } from '#server/config.ts';
import { closeServer, listen } from '#server/listen.ts';
import { ApiClient } from './api-client.ts';
import { ample, type InProcess } from './in-process.ts';

/** The same server once more on the same database, with other third parties configured. */
export async function withParties(
  server: InProcess,
  env: Readonly<Record<string, string>>,
): Promise<InProcess> {
  const read = readConfig({ SEED: 'none', ...ample, ...env });
  if (!read.ok) throw new Error(read.problems.join('\n'));
  const { db, clock, log } = server.deps;
  const parties = createParties(read.config.parties, {
    db,
    now: clock.now,
    log,
  });
  const deps = { ...server.deps, config: read.config, parties };
  const calls = placesOf(deps);
  const { fetch } = createApp(deps, { dist: '/nowhere', calls });
  const listener = createAdaptorServer({ fetch });
  const url = `http://localhost:${await listen(listener, 0, '')}`;
  return {
    url,
    api: new ApiClient(url),
    deps,
    calls,
    log: server.log,
    told: server.told,
    metricsUrl: undefined,
    close: () => closeServer(listener),
  };
}
