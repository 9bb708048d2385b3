import { join, resolve } from 'node:path';
import * as v from 'valibot';
import { developmentKey } from '#core/envelope/development-key.ts';
import { type TransportKey, transportKey } from '#core/envelope/envelope.ts';
import type { AssetCode } from '#core/money/currencies.ts';
import { readCaps } from '#server/adapters/party/price-settings.ts';
import {
  type PartySettings,
  readPartySettings,
  simulated,
} from '#server/adapters/party/settings.ts';
import { nodeCipher } from '#server/platform/node-cipher.ts';
import { type Proxies, readProxies } from '#server/platform/proxies.ts';
import {
  type Contacts,
  contactsOfBuild,
  DEVELOPMENT_ARCHIVE_KEY,
  DEVELOPMENT_SECRETS_KEY,
  dangersOf,
  productionBy,
  warningsOf,
} from './production.ts';

export interface Config {
  readonly port: number;
  /** The address to listen on; empty: all addresses, which a server with a sandbox uses only if told to. */
  readonly host: string;
  /** Where Prometheus reads metrics; undefined: metrics are off. */
  readonly metrics: { readonly port: number; readonly host: string } | undefined;
  /** The OTLP address (HTTP) for traces; undefined: traces are off. */
  readonly tracesUrl: string | undefined;
  readonly dataDir: string;
  /** The built site's folder; undefined if pages are served elsewhere. */
  readonly siteDir: string | undefined;
  /** The sources of the legal documents, which define the versions of the terms (KEEP-02). */
  readonly legalDir: string;
  /** How long a server goes on serving after it was told to stop, until a load balancer has noticed. */
  readonly drainMs: number;
  /** Empty: the embedded database in `dataDir`. */
  readonly databaseUrl: string;
  /**
   * For the connection that listens for notifications: leads to the same database without a transaction
   * pooler, which cannot listen.
   */
  readonly listenUrl: string;
  readonly seed: 'demo' | 'none';
  /** The envelope's keys: the first seals answers to unreadable requests; all of them open requests. */
  readonly transportKeys: readonly [TransportKey, ...TransportKey[]];
  /** The keys of secrets in the database, 32 bytes each: the first seals, all of them open. */
  readonly secretsKeys: readonly [Uint8Array, ...Uint8Array[]];
  /** The same for the archive of closed accounts (KEEP-05), with keys used for nothing else. */
  readonly archiveKeys: readonly [Uint8Array, ...Uint8Array[]];
  /** The product's address for links in mails, without a slash at the end. */
  readonly publicUrl: string;
  /** The proxies in front, which set X-Forwarded-For and X-Forwarded-Proto. */
  readonly proxies: Proxies;
  /**
   * Attempts at sign-in and the like in five minutes for one address, or one /64 of IPv6 (wider networks have
   * more).
   */
  readonly limitPerAddress: number;
  /** How many calls are served at once before the first class is refused (OPS-10). */
  readonly callsAtOnce: number;
  /** The number of wrong mailed codes in ten minutes, over all accounts, that raises an alarm. */
  readonly alarmWrongCodes: number;
  /** Hours between a passed identity check and the removal of a lost second factor (HARD-22). */
  readonly recoveryHours: number;
  readonly parties: PartySettings;
  /** The most that the house's position in an asset may change within a minute, in whole USD (OPS-15). */
  readonly exposureCaps: Readonly<Record<AssetCode, number>>;
  /** What happens while a price moves far within ten minutes. */
  readonly fastMarket: 'widen' | 'pause';
  /** The spread in a fast market, in basis points. */
  readonly fastSpreadBps: number;
  /** So many customers a day are asked about again after a change of the lists; 0: all at once. */
  readonly screeningPerDay: number;
  /** A bank transfer of more whole units waits for an officer. */
  readonly bankTransferMost: number;
  /** How old an exchange rate may be that money is exchanged at, in hours (HARD-48). */
  readonly rateMostHours: number;
  /** The most that a customer exchanges between cash and stable coins in 24 hours, in whole USD. */
  readonly cashStableCap: number;
  /** What a customer without an approved identity check may buy by card in 30 days, in whole units of their currency. */
  readonly unverifiedTotal: number;
  /** A server with real customers: publicly known secrets are refused. */
  readonly production: boolean;
  /** A public demonstration: every page says so. */
  readonly demonstration: boolean;
  /** Problems that an operator should know although the server starts. */
  readonly warnings: readonly string[];
}

export type Env = Readonly<Record<string, string | undefined>>;

const whole = (name: string, min: number, max: number) =>
  v.pipe(
    v.string(),
    v.regex(/^\d+$/, `${name} must be a whole number.`),
    v.transform(Number),
    v.minValue(min, `${name} must be at least ${min}.`),
    v.maxValue(max, `${name} must be at most ${max}.`),
  );
const webAddress = (name: string) =>
  v.pipe(
    v.string(),
    v.check(
      (text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ''),
      `${name} must be an http:// or https:// address.`,
    ),
  );
const hex = (name: string, bytes: readonly number[]) =>
  v.pipe(
    v.string(),
    v.check(
      (text) => /^[0-9a-fA-F]*$/.test(text) && bytes.includes(text.length / 2),
      `${name} must be ${bytes.join(', ')} bytes as hex.`,
    ),
  );

/** Hexadecimal keys separated by commas. */
const hexList = (name: string, length: number) =>
  v.pipe(
    v.string(),
    v.transform((text) =>
      text
        .split(',')
        .map((one) => one.trim())
        .filter((one) => one !== ''),
    ),
    v.check(
      (all) => all.every((one) => /^[0-9a-fA-F]*$/.test(one) && one.length === 2 * length),
      `${name} must be ${length} bytes as hex, or several of these separated by commas.`,
    ),
  );

/** Long enough for a load balancer that asks every two seconds. */
const PROXY_DRAIN_SECONDS = 5;

const DEFAULT_PORT = '8080';

/** This machine only, without resolving a name. */
const LOOPBACK = '127.0.0.1';

const isPostgres = (text: string): boolean =>
  /^postgres(ql)?:$/.test(URL.parse(text)?.protocol ?? '');

/** In the notations of PostgreSQL's client libraries: `//a,b/db`, or `?host=a,b`. */
const namesSeveralHosts = (text: string): boolean =>
  /^postgres(ql)?:\/\/(?:[^@/?]*@)?[^/?]*,/.test(text) || /[?&]host=[^&]*(,|%2C)/i.test(text);

const bytes = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'hex'));

const schema = v.object({
  NODE_ENV: v.optional(
    v.picklist(
      ['development', 'test', 'production'],
      'NODE_ENV must be development, test or production, or not set.',
    ),
  ),
  PORT: v.optional(whole('PORT', 0, 65_535), DEFAULT_PORT),
  HOST: v.optional(v.string(), ''),
  METRICS_PORT: v.optional(whole('METRICS_PORT', 0, 65_535)),
  METRICS_HOST: v.optional(v.string(), LOOPBACK),
  OTEL_EXPORTER_OTLP_ENDPOINT: v.optional(webAddress('OTEL_EXPORTER_OTLP_ENDPOINT')),
  DATA_DIR: v.optional(v.string(), './data'),
  SITE_DIR: v.optional(v.string(), join(import.meta.dirname, '..', 'dist')),
  DATABASE_URL: v.optional(
    v.pipe(
      v.string(),
      v.check(
        (text) => !namesSeveralHosts(text),
        'DATABASE_URL names several hosts, of which this server would not follow the one that can be written to: give the one address of a proxy or of your provider that does.',
      ),
      v.check(
        (text) => text === '' || namesSeveralHosts(text) || isPostgres(text),
        'DATABASE_URL must be a postgres:// address.',
      ),
    ),
    '',
  ),
  DATABASE_LISTEN_URL: v.optional(
    v.pipe(
      v.string(),
      v.check(
        (text) => isPostgres(text) && !namesSeveralHosts(text),
        'DATABASE_LISTEN_URL must be a postgres:// address of one host.',
      ),
    ),
  ),
  DRAIN_SECONDS: v.optional(whole('DRAIN_SECONDS', 0, 120)),
  SEED: v.optional(v.picklist(['demo', 'none'], 'SEED must be demo or none.'), 'demo'),
  TRANSPORT_KEY: v.optional(hex('TRANSPORT_KEY', [16, 24, 32]), developmentKey.key),
  TRANSPORT_IV: v.optional(hex('TRANSPORT_IV', [16]), developmentKey.iv),
  TRANSPORT_KEY_OLD: v.optional(hex('TRANSPORT_KEY_OLD', [16, 24, 32])),
  TRANSPORT_IV_OLD: v.optional(hex('TRANSPORT_IV_OLD', [16])),
  SECRETS_KEY: v.optional(hex('SECRETS_KEY', [32]), DEVELOPMENT_SECRETS_KEY),
  SECRETS_KEY_OLD: v.optional(hexList('SECRETS_KEY_OLD', 32), ''),
  ARCHIVE_KEY: v.optional(hex('ARCHIVE_KEY', [32]), DEVELOPMENT_ARCHIVE_KEY),
  ARCHIVE_KEY_OLD: v.optional(hexList('ARCHIVE_KEY_OLD', 32), ''),
  PUBLIC_URL: v.optional(
    v.pipe(
      webAddress('PUBLIC_URL'),
      v.transform((text) => new URL(text).origin),
    ),
  ),
  TRUST_PROXY: v.optional(
    v.pipe(
      v.string(),
      v.transform(readProxies),
      v.check(
        (read) => read !== null,
        'TRUST_PROXY must be off, on, the number of proxies (1 to 9), or their networks separated by commas.',
      ),
      v.transform((read) => read ?? undefined),
    ),
    'off',
  ),
  ALLOW_DEMO: v.optional(v.picklist(['yes', 'no'], 'ALLOW_DEMO must be yes or no.'), 'no'),
  LIMIT_PER_ADDRESS: v.optional(whole('LIMIT_PER_ADDRESS', 1, 1_000_000), '100'),
  CALLS_AT_ONCE: v.optional(whole('CALLS_AT_ONCE', 1, 100_000), '16'),
  RECOVERY_WAIT_HOURS: v.optional(whole('RECOVERY_WAIT_HOURS', 1, 720), '72'),
  FAST_MARKET: v.optional(
    v.picklist(['widen', 'pause'], 'FAST_MARKET must be widen or pause.'),
    'widen',
  ),
  SCREENING_CUSTOMERS_PER_DAY: v.optional(
    whole('SCREENING_CUSTOMERS_PER_DAY', 0, 100_000_000),
    '0',
  ),
  UNVERIFIED_TOTAL: v.optional(whole('UNVERIFIED_TOTAL', 0, 1_000_000), '1000'),
  BANK_TRANSFER_MOST: v.optional(whole('BANK_TRANSFER_MOST', 1, 1_000_000_000), '1000000'),
  FAST_SPREAD_BPS: v.optional(whole('FAST_SPREAD_BPS', 25, 2000), '100'),
  RATE_MOST_HOURS: v.optional(whole('RATE_MOST_HOURS', 1, 120), '48'),
  CASH_STABLE_CAP: v.optional(whole('CASH_STABLE_CAP', 1, 1_000_000_000), '50000'),
  ALARM_WRONG_CODES: v.optional(whole('ALARM_WRONG_CODES', 1, 1_000_000), '100'),
});

/** What is read outside of the schema: by `readPartySettings` and `readCaps`. */
type PartiesSetting =
  | 'SANDBOX'
  | 'SANDBOX_COUNTRY'
  | 'MARKET_SEED'
  | 'PRICE_BANDS'
  | 'EXPOSURE_CAPS';

/** The environment variables that an operator sets, besides those of each third party. */
export type SettingName = Exclude<keyof typeof schema.entries, 'NODE_ENV'> | PartiesSetting;

/** The value of a setting that is not set, as it would be written; undefined if it is computed or there is none. */
export function defaultOf(name: string): string | undefined {
  const entry = Object.entries(schema.entries).find(([key]) => key === name)?.[1];
  return entry && 'default' in entry && typeof entry.default === 'string'
    ? entry.default
    : undefined;
}

export type ConfigReading =
  | { readonly ok: true; readonly config: Config }
  | { readonly ok: false; readonly problems: readonly string[] };

/** An empty variable counts as not set. */
const givenIn = (env: Env): Env =>
  Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));

/**
 * The configuration of a server that is about to serve. On a production server, publicly known secrets and
 * the like are errors (HARD-12, HARD-66), unless it is a demonstration.
 */
export function readServerConfig(env: Env, contacts: Contacts = contactsOfBuild): ConfigReading {
  const read = readConfig(env, contacts);
  const given = givenIn(env);
  const by = productionBy(given);
  const dangers = by !== undefined && given.ALLOW_DEMO !== 'yes' ? dangersOf(given, contacts) : [];
  if (dangers.length === 0) return read;
  return {
    ok: false,
    problems: [
      ...(read.ok ? [] : read.problems),
      ...dangers,
      `A production server may have none of these, and ${by} makes this one. ALLOW_DEMO=yes allows them for a public demonstration, which says so on every page.`,
    ],
  };
}

/** Reads the whole configuration (D31). All problems are reported at once. */
export function readConfig(env: Env, contacts: Contacts = contactsOfBuild): ConfigReading {
  const given = givenIn(env);
  const read = v.safeParse(schema, given);
  const parties = readPartySettings(given);
  const capProblems: string[] = [];
  const exposureCaps = readCaps(given, capProblems);
  const problems = [
    ...capProblems,
    ...(read.success ? [] : read.issues.map((issue) => issue.message)),
    ...(parties.ok ? [] : parties.problems),
  ];
  if (!given.TRANSPORT_KEY_OLD !== !given.TRANSPORT_IV_OLD) {
    problems.push('TRANSPORT_KEY_OLD and TRANSPORT_IV_OLD must be set together or not at all.');
  }
  // For both ports, 0 means any free port.
  const port = Number(given.METRICS_PORT ?? 0);
  if (port !== 0 && port === Number(given.PORT ?? DEFAULT_PORT)) {
    problems.push('METRICS_PORT must differ from PORT, which customers reach.');
  }
  if (problems.length > 0 || !read.success || !parties.ok) return { ok: false, problems };
  const values = read.output;
  const current = transportKey(values.TRANSPORT_KEY, values.TRANSPORT_IV, nodeCipher);
  const old =
    values.TRANSPORT_KEY_OLD && values.TRANSPORT_IV_OLD
      ? [transportKey(values.TRANSPORT_KEY_OLD, values.TRANSPORT_IV_OLD, nodeCipher)]
      : [];
  return {
    ok: true,
    config: {
      port: values.PORT,
      host: values.HOST || (simulated(parties.settings).length > 0 ? LOOPBACK : ''),
      metrics:
        values.METRICS_PORT === undefined
          ? undefined
          : { port: values.METRICS_PORT, host: values.METRICS_HOST },
      tracesUrl: values.OTEL_EXPORTER_OTLP_ENDPOINT,
      dataDir: resolve(values.DATA_DIR),
      siteDir: values.SITE_DIR === 'none' ? undefined : resolve(values.SITE_DIR),
      legalDir: join(import.meta.dirname, '..', 'legal'),
      drainMs: 1000 * (values.DRAIN_SECONDS ?? (values.TRUST_PROXY ? PROXY_DRAIN_SECONDS : 0)),
      databaseUrl: values.DATABASE_URL,
      listenUrl: values.DATABASE_LISTEN_URL ?? values.DATABASE_URL,
      seed: values.SEED,
      transportKeys: [current, ...old],
      secretsKeys: [bytes(values.SECRETS_KEY), ...values.SECRETS_KEY_OLD.map(bytes)],
      archiveKeys: [bytes(values.ARCHIVE_KEY), ...values.ARCHIVE_KEY_OLD.map(bytes)],
      publicUrl: values.PUBLIC_URL ?? `http://localhost:${values.PORT}`,
      proxies: values.TRUST_PROXY,
      limitPerAddress: values.LIMIT_PER_ADDRESS,
      callsAtOnce: values.CALLS_AT_ONCE,
      alarmWrongCodes: values.ALARM_WRONG_CODES,
      recoveryHours: values.RECOVERY_WAIT_HOURS,
      parties: parties.settings,
      exposureCaps,
      fastMarket: values.FAST_MARKET,
      fastSpreadBps: values.FAST_SPREAD_BPS,
      bankTransferMost: values.BANK_TRANSFER_MOST,
      screeningPerDay: values.SCREENING_CUSTOMERS_PER_DAY,
      rateMostHours: values.RATE_MOST_HOURS,
      cashStableCap: values.CASH_STABLE_CAP,
      unverifiedTotal: values.UNVERIFIED_TOTAL,
      production: productionBy(given) !== undefined,
      demonstration: values.ALLOW_DEMO === 'yes',
      warnings:
        productionBy(given) !== undefined ? warningsOf(given, parties.settings, contacts) : [],
    },
  };
}
