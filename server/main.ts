import { randomBytes } from 'node:crypto';
import { createAdaptorServer } from '@hono/node-server';
import { createParties } from './adapters/parties.ts';
import { logProviderFailures } from './adapters/party/party-told.ts';
import { createApp } from './app.ts';
import { calmLog } from './base/calm-log.ts';
import { systemClock } from './base/clock.ts';
import { jsonLog, type Log } from './base/log.ts';
import { countUnderWay } from './base/under-way.ts';
import { type Config, readServerConfig } from './config.ts';
import type { Deps } from './deps.ts';
import { requireListed } from './ledger/unlisted.ts';
import { closeServer, listen } from './listen.ts';
import { startLoops } from './loops.ts';
import { CHANGES, changes } from './platform/changes.ts';
import { conditions } from './platform/conditions.ts';
import { stopTelling, telling } from './platform/tell-changes.ts';
import { version } from './readiness.ts';
import { refuseDemoAccounts } from './seed/demo-accounts.ts';
import { seedIfEmpty } from './seed/seed.ts';
import { tellingPrices } from './services/exchange/offers/tell-prices.ts';
import { forgetCompared } from './services/operation/copies/compared.ts';
import { lookAtCopy } from './services/operation/copies/older-copy.ts';
import { type BuiltSite, readSite } from './static/built-site.ts';
import { keepOffered, offerBuild } from './static/offer.ts';
import { stopOnSignals } from './stop.ts';
import { migrate } from './store/migrate.ts';
import { nameOf, openConfigured } from './store/open.ts';
import { startTelemetry } from './telemetry/start.ts';

const output = calmLog(jsonLog((line) => process.stdout.write(line)));

/** Logs why the server did not start, in the format of every other line. */
function refuse(...problems: readonly string[]): never {
  const log = jsonLog((line) => process.stderr.write(line));
  for (const problem of problems) log.error('not started', { problem });
  process.exit(1);
}

function configuration(): Config {
  const read = readServerConfig(process.env);
  return read.ok ? read.config : refuse(...read.problems);
}

function builtSite({ siteDir, transportKeys }: Config): BuiltSite | undefined {
  if (siteDir === undefined) return undefined;
  const read = readSite(siteDir, transportKeys);
  return read.ok ? read.site : refuse(read.problem);
}

async function start(log: Log): Promise<void> {
  const stopping = stopOnSignals(log);
  const config = configuration();
  const site = builtSite(config);
  log.info('starting', { version, build: site?.build, node: process.version });
  for (const warning of config.warnings) log.warn(warning);
  logProviderFailures(log);
  let forget = (): void => undefined;
  const lost = (error: unknown): void => {
    log.error('database connection lost', {}, error);
    // It may be another server next, which lacks the last rows of this one (HARD-82).
    forget();
  };
  const store = await openConfigured(config, (error) => lost(error));
  log.info('database opened', { database: nameOf(config) });
  const clock = systemClock();
  const deps: Deps = {
    config,
    db: store.db,
    clock,
    random: (bytes) => randomBytes(bytes),
    log,
    parties: createParties(config.parties, { db: store.db, now: clock.now, log }),
  };
  forget = () => forgetCompared(deps.parties);
  await store.unhurried((db) =>
    migrate(db, (migration) => log.warn('a migration waits for a lock', { migration })),
  );
  await store.unhurried(requireListed);
  if (config.production && !config.demonstration) await refuseDemoAccounts(store.db);
  await store.unhurried((db) => lookAtCopy({ ...deps, db }));
  if (config.seed === 'demo') await store.unhurried((db) => seedIfEmpty({ ...deps, db }));
  const dist = config.siteDir ?? '';
  // Before any page is served, so that every other process has the page's files.
  const offered = site && (await store.unhurried((db) => offerBuild({ ...deps, db }, dist, site)));
  const kept = site && offered !== undefined ? [keepOffered(offered, dist, site)] : [];
  const told = conditions(log, clock.now);
  const live = changes({ clock, log, told });
  const listening = store.listen(CHANGES, live.listener);
  stopping.signal.addEventListener('abort', live.end);
  const stopLoops = startLoops(deps, told, [
    ...kept,
    live.watching(listening),
    telling,
    tellingPrices(live),
  ]);
  const { poolUse } = store;
  const build = site?.build ?? '';
  const telemetry = await startTelemetry(config, { deps, told, poolUse, version, build });
  const { onAnswered, metricsUrl } = telemetry;
  const options = { dist, site, stopping: stopping.signal, onAnswered, changes: live };
  const requests = countUnderWay(createApp(deps, options).fetch);
  const server = createAdaptorServer({ fetch: requests.fetch });
  const port = await listen(server, config.port, config.host);
  stopping.whenStopped({
    drainMs: config.drainMs,
    work: async () => {
      await closeServer(server);
      await requests.settled();
      await stopLoops();
      await stopTelling(deps).catch((error) => log.error('changes not told', {}, error));
      await telemetry.stop();
      await listening.close();
      await store.close();
    },
  });
  const simulated = [...deps.parties.sandboxed].join(', ');
  const url = `http://localhost:${port}`;
  log.info('listening', { url, metrics: metricsUrl, version, simulated, seed: config.seed });
}

// A closed log pipe must not stop the server.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
// The runtime's own output would not be JSON and may quote data.
process
  .removeAllListeners('warning')
  .on('warning', ({ name }) => output.warn('runtime warning', { name }));
for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
  process.on(event, (error: unknown) => {
    output.error('process failed', { event }, error);
    process.exit(1);
  });
}

try {
  await start(output);
} catch (error) {
  refuse(error instanceof Error ? error.message : String(error));
}
