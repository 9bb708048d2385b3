import { randomBytes } from 'node:crypto';
import { createAdaptorServer } from '@hono/node-server';
import { brand } from '#core/brand.ts';
import { createParties } from './adapters/parties.ts';
import { logProviderFailures } from './adapters/provider-failures.ts';
import { createApp } from './app.ts';
import { systemClock } from './clock.ts';
import { type Config, readServerConfig } from './config.ts';
import type { Deps } from './deps.ts';
import { requireListed } from './ledger/unlisted.ts';
import { listen, stopOnSignals } from './listen.ts';
import { jsonLog } from './log.ts';
import { startSweeping } from './platform/sweep.ts';
import { refuseDemoAccounts } from './seed/demo-accounts.ts';
import { seedIfEmpty } from './seed/seed.ts';
import { startDeposits } from './services/deposits/deposit-worker.ts';
import { startSending } from './services/notices/outbox.ts';
import { startPushing } from './services/notices/push.ts';
import { startReconciling } from './services/purchases/settle-purchases.ts';
import { startRecovering } from './services/recovery/carry-out.ts';
import { alignEmails } from './services/users/plain-emails.ts';
import { startValuing } from './services/wallet/entry-values.ts';
import { startHeeding } from './services/webhooks/heed-notice.ts';
import { startMoving } from './services/withdrawals/withdrawal-worker.ts';
import { migrate } from './store/migrate.ts';
import { openConfigured } from './store/open.ts';

const print = (line: string): boolean => process.stdout.write(`${line}\n`);
const log = jsonLog((line) => process.stdout.write(line));

function configuration(): Config {
  const read = readServerConfig(process.env);
  if (read.ok) return read.config;
  process.stderr.write(
    `The configuration is wrong:\n${read.problems.map((p) => `  - ${p}`).join('\n')}\n`,
  );
  process.exit(1);
}

async function start(): Promise<void> {
  const config = configuration();
  for (const warning of config.warnings) log.warn(warning);
  logProviderFailures(log);
  const store = await openConfigured(config, (error) =>
    log.error('database connection lost', {}, error),
  );
  const clock = systemClock();
  const deps: Deps = {
    config,
    db: store.db,
    clock,
    random: (bytes) => randomBytes(bytes),
    log,
    parties: createParties(config.parties, { db: store.db, now: clock.now }),
  };
  await store.unhurried(migrate);
  await store.unhurried(requireListed);
  await store.unhurried((db) => alignEmails(db, log));
  if (config.production && !config.demonstration) await refuseDemoAccounts(store.db);
  if (config.seed === 'demo') await store.unhurried((db) => seedIfEmpty({ ...deps, db }));
  const stopSweeping = startSweeping(deps);
  const stopReconciling = startReconciling(deps);
  const stopHeeding = startHeeding(deps);
  const stopSending = startSending(deps);
  const stopDeposits = startDeposits(deps);
  const stopPushing = startPushing(deps);
  const stopMoving = startMoving(deps);
  const stopValuing = startValuing(deps);
  const stopRecovering = startRecovering(deps);
  const app = createApp(deps, { dist: config.siteDir });
  const server = createAdaptorServer({ fetch: app.fetch });
  const port = await listen(server, config.port, config.host);
  print(`${brand.name} listens on http://localhost:${port}`);
  if (config.seed === 'demo') {
    print(
      'Demo accounts, password Kopa-demo-2026!: customer@kopa.test, admin@kopa.test, new@kopa.test',
    );
  }
  stopOnSignals(server, log, async () => {
    await Promise.all([
      stopSweeping(),
      stopReconciling(),
      stopHeeding(),
      stopDeposits(),
      stopPushing(),
      stopSending(),
      stopMoving(),
      stopValuing(),
      stopRecovering(),
    ]);
    await store.close();
  });
}

try {
  await start();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
