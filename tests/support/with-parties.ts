import { createAdaptorServer } from '@hono/node-server';
import { createParties } from '#server/adapters/parties.ts';
import { createApp } from '#server/app.ts';
import { readConfig } from '#server/config.ts';
import { closeServer, listen } from '#server/listen.ts';
import { ApiClient } from './api-client.ts';
import type { InProcess } from './in-process.ts';

/** The same server once more on the same database, with other third parties configured. */
export async function withParties(
  server: InProcess,
  env: Readonly<Record<string, string>>,
): Promise<InProcess> {
  const read = readConfig({ SEED: 'none', LIMIT_PER_ADDRESS: '100000', ...env });
  if (!read.ok) throw new Error(read.problems.join('\n'));
  const { db, clock, log } = server.deps;
  const parties = createParties(read.config.parties, {
    db,
    now: clock.now,
    log,
  });
  const deps = { ...server.deps, config: read.config, parties };
  const listener = createAdaptorServer({ fetch: createApp(deps, { dist: '/nowhere' }).fetch });
  const url = `http://localhost:${await listen(listener, 0, '')}`;
  return {
    url,
    api: new ApiClient(url),
    deps,
    log: server.log,
    close: () => closeServer(listener),
  };
}
