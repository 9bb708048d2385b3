import { createAdaptorServer } from '@hono/node-server';
import { createParties } from '#server/adapters/parties.ts';
import { createApp, placesOf } from '#server/app.ts';
import { readConfig } from '#server/config.ts';
import { closeServer, listen } from '#server/listen.ts';
import { ApiClient } from './api-client.ts';
import { type InProcess, testEnvironment } from './in-process.ts';

/** Settings with real adapters for all third parties that get customers' data. Nobody answers at their addresses. */
export const realParties = {
  GEOLOCATION_HEADER: 'cf-ipcountry',
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'a@kopa.test',
  SUMSUB_APP_TOKEN: 'a',
  SUMSUB_SECRET_KEY: 'b',
  SUMSUB_WEBHOOK_SECRET: 'c',
  SUMSUB_LEVEL: 'd',
  SUMSUB_RECOVERY_LEVEL: 'e',
  PAYMENT_URL: 'https://pay.example',
  PAYMENT_TRANSACTIONS_URL: 'https://pay.example',
  PAYMENT_SHOP_ID: 's',
  PAYMENT_SECRET_KEY: 'k',
  BANK_CLIENT_ID: 'c',
  BANK_API_KEY: 'k',
  BANK_WEBHOOK_SECRET: 's',
  CUSTODY_URL: 'https://custodian.example',
  CUSTODY_TOKEN: 't',
  CUSTODY_XRP_ADDRESS: 'rShared',
} as const;

/** Settings with a real adapter for every third party. */
export const noSandbox = {
  ...realParties,
  SANDBOX: 'off',
  MARKET_URL: 'https://market.example',
  FOREX_URL: 'https://forex.example',
  MERCHANTS_URL: 'https://merchants.example',
  MERCHANTS_KEY: 'key',
  SCREENING_URL: 'https://screening.example',
  TRAVEL_RULE_URL: 'https://travel.example',
  TRAVEL_RULE_TOKEN: 't',
} as const;

/** Starts another server on the database of this one, with other third parties. */
export async function withParties(
  server: InProcess,
  env: Readonly<Record<string, string>>,
): Promise<InProcess> {
  const read = readConfig({ SEED: 'none', ...testEnvironment, ...env });
  if (!read.ok) throw new Error(read.problems.join('\n'));
  const { db, clock, log } = server.deps;
  const parties = createParties(read.config.parties, {
    db,
    now: clock.now,
    log,
  });
  const deps = { ...server.deps, config: read.config, parties };
  const calls = placesOf(deps);
  const { fetch } = createApp(deps, { dist: '/nowhere', calls, changes: server.changes });
  const listener = createAdaptorServer({ fetch });
  const url = `http://localhost:${await listen(listener, 0, '')}`;
  return {
    url,
    api: new ApiClient(url),
    deps,
    calls,
    changes: server.changes,
    log: server.log,
    told: server.told,
    metricsUrl: undefined,
    close: () => closeServer(listener),
  };
}
