import { describe, expect, test } from 'vitest';
import { readConfig, readServerConfig } from './config.ts';
import type { Contacts } from './production.ts';

const problemsOf = (env: Record<string, string>): readonly string[] => {
  const read = readConfig(env);
  return read.ok ? [] : read.problems;
};

test('without any variable the server runs on its defaults (D31)', () => {
  const read = readConfig({});
  expect(read).toMatchObject({
    ok: true,
    config: { port: 8080, databaseUrl: '', seed: 'demo', limitPerAddress: 100, warnings: [] },
  });
});

test('every problem is named at once, and no value is quoted', () => {
  const problems = problemsOf({
    PORT: 'eighty',
    SEED: 'some',
    DATABASE_URL: 'mysql://root:secret@db/kopa',
    TRANSPORT_KEY: 'zz',
    TRANSPORT_IV_OLD: '00'.repeat(16),
    SANDBOX: 'maybe',
  });
  for (const name of [
    'PORT',
    'SEED',
    'DATABASE_URL',
    'TRANSPORT_KEY',
    'TRANSPORT_KEY_OLD',
    'SANDBOX',
  ])
    expect(problems.join('\n')).toMatch(new RegExp(`\\b${name}\\b`));
  expect(problems.join('\n')).not.toContain('secret');
});

test.each([
  ['PORT', '65536'],
  ['PORT', '-1'],
  ['PORT', '80.5'],
  ['TRANSPORT_IV', '00'],
  ['SECRETS_KEY', '00'],
  ['ARCHIVE_KEY', '00'],
  ['PUBLIC_URL', 'javascript:alert(1)'],
  ['LIMIT_PER_ADDRESS', '0'],
  ['TRUST_PROXY', 'yes'],
  ['TRUST_PROXY', '0'],
  ['TRUST_PROXY', '10.0.0.0/33'],
])('%s=%s is refused', (name, value) => {
  expect(problemsOf({ [name]: value }).join()).toContain(name);
});

test('an empty variable counts as not set', () => {
  expect(readConfig({ PORT: '', SEED: '', TRANSPORT_KEY: '' })).toMatchObject({ ok: true });
});

/** Made up, as different as random keys are. */
const keyOf = (first: number, bytes = 32): string =>
  Buffer.from(Array.from({ length: bytes }, (_, i) => (first + 37 * i) % 256)).toString('hex');

/** The addresses of an operator who put their own. */
const contacts: Contacts = {
  supportEmail: 'help@kopa.lt',
  privacyEmail: 'privacy@kopa.lt',
  securityEmail: 'security@kopa.lt',
  complaintsEmail: 'complaints@kopa.lt',
};

/** A production server with every party real and no key of the repository. */
const production = {
  NODE_ENV: 'production',
  SANDBOX: 'off',
  SEED: 'none',
  PUBLIC_URL: 'https://kopa.example',
  DATABASE_URL: 'postgres://db/kopa',
  TRANSPORT_KEY: keyOf(1),
  TRANSPORT_IV: keyOf(2, 16),
  SECRETS_KEY: keyOf(3),
  ARCHIVE_KEY: keyOf(4),
  MARKET_URL: 'https://market.example',
  FOREX_URL: 'https://forex.example',
  GEOLOCATION_HEADER: 'cf-ipcountry',
  TRUST_PROXY: '2',
  SMTP_URL: 'smtps://mail.example',
  MAIL_FROM: 'kopa@kopa.test',
  SUMSUB_APP_TOKEN: 'token',
  SUMSUB_SECRET_KEY: 'key',
  SUMSUB_WEBHOOK_SECRET: 'secret',
  SUMSUB_LEVEL: 'level',
  SUMSUB_RECOVERY_LEVEL: 'once-more',
  PAYMENT_URL: 'https://payment.example',
  PAYMENT_TRANSACTIONS_URL: 'https://payment.example',
  PAYMENT_SHOP_ID: 'shop',
  PAYMENT_SECRET_KEY: 'key',
  CUSTODY_URL: 'https://custodian.example',
  CUSTODY_TOKEN: 'token',
  CUSTODY_XRP_ADDRESS: 'rEb8TK3gBgk5auZkwc6sHnwrGVJH8DuaLh',
  BANK_CLIENT_ID: 'id',
  BANK_API_KEY: 'key',
  BANK_WEBHOOK_SECRET: 'secret',
  BANK_STATEMENTS_URL: 'https://statements.example/{day}',
  BANK_STATEMENTS_TOKEN: 'token',
  MERCHANTS_URL: 'https://merchants.example',
  MERCHANTS_KEY: 'key',
  SCREENING_URL: 'https://screening.example',
  TRAVEL_RULE_URL: 'https://travel.example',
  TRAVEL_RULE_TOKEN: 't',
};

const refusalsOf = (env: Record<string, string>): readonly string[] => {
  const read = readServerConfig(env, contacts);
  return read.ok ? [] : read.problems;
};

test('HARD-12 a production server with everything set starts, without a warning, on all addresses', () => {
  expect(readServerConfig(production, contacts)).toMatchObject({
    ok: true,
    config: { host: '', demonstration: false, production: true, warnings: [] },
  });
});

test.each([
  ['a sandbox', { FOREX_URL: '', SANDBOX: 'forex' }, 'Simulated by the sandbox'],
  ['demo data', { SEED: 'demo' }, 'SEED=demo'],
  ['demo data by default', { SEED: '' }, 'SEED=demo'],
  ['no key of its own', { SECRETS_KEY: '' }, 'SECRETS_KEY'],
  ['no key of its own for closed accounts', { ARCHIVE_KEY: '' }, 'ARCHIVE_KEY'],
  [
    'the development key in capitals',
    { SECRETS_KEY: '6B6F70612D646576656C6F706D656E742D736563726574732D6B65792D303031' },
    'SECRETS_KEY',
  ],
  ['no transport key', { TRANSPORT_KEY: '' }, 'TRANSPORT_KEY'],
  ['no transport IV', { TRANSPORT_IV: '' }, 'TRANSPORT_IV'],
  ['no public address', { PUBLIC_URL: '' }, 'PUBLIC_URL is not set'],
  ['a public address without https', { PUBLIC_URL: 'http://kopa.example' }, 'PUBLIC_URL must be'],
])('HARD-12 a production server with %s does not start', (_, change, said) => {
  const problems = refusalsOf({ ...production, ...change });
  expect(problems).toHaveLength(2);
  expect(problems[0]).toContain(said);
  expect(problems[1]).toContain('ALLOW_DEMO=yes');
});

test('HARD-12 NODE_ENV=production alone names everything that is missing, together with other mistakes', () => {
  const said = refusalsOf({ NODE_ENV: 'production', PORT: 'eighty' }).join('\n');
  for (const name of [
    ...['PORT', 'sandbox', 'custody', 'SEED', 'TRANSPORT_KEY', 'SECRETS_KEY', 'ARCHIVE_KEY'],
  ]) {
    expect(said).toContain(name);
  }
  expect(said).toContain('PUBLIC_URL');
});

test('HARD-12 a public demonstration is allowed by name, and still told what it leaves open', () => {
  const read = readServerConfig({ NODE_ENV: 'production', ALLOW_DEMO: 'yes' });
  expect(read).toMatchObject({ ok: true, config: { demonstration: true } });
  const warnings = read.ok ? read.config.warnings.join('\n') : '';
  for (const name of [
    'SANDBOX',
    'SEED',
    'TRANSPORT_KEY',
    'SECRETS_KEY',
    'ARCHIVE_KEY',
    'PUBLIC_URL',
  ]) {
    expect(warnings).toContain(name);
  }
  expect(problemsOf({ ALLOW_DEMO: 'true' }).join()).toContain('ALLOW_DEMO');
});

test('HARD-12 outside of production nothing is refused, and nothing is called a demonstration', () => {
  expect(readServerConfig({})).toMatchObject({ ok: true, config: { demonstration: false } });
});

test('HARD-12 with a sandbox on, only this machine is listened to, unless HOST says otherwise', () => {
  const hostOf = (env: Record<string, string>) => {
    const read = readConfig(env);
    return read.ok && read.config.host;
  };
  const { FOREX_URL: _, ...others } = production;
  expect(hostOf({})).toBe('127.0.0.1');
  expect(hostOf({ ...others, SANDBOX: 'forex' })).toBe('127.0.0.1');
  expect(hostOf({ HOST: '0.0.0.0' })).toBe('0.0.0.0');
  expect(hostOf(production)).toBe('');
});

test('a development key that still opens what it once sealed is warned about', () => {
  const old = '6b6f70612d646576656c6f706d656e742d736563726574732d6b65792d303031';
  expect(warningsOf({ SECRETS_KEY_OLD: old })).toContain('development key');
});

const warningsOf = (env: Record<string, string>): string => {
  const read = readServerConfig({ ...production, ...env }, contacts);
  return read.ok ? read.config.warnings.join('\n') : read.problems.join('\n');
};

test('READ-13 a CDN whose header is trusted, and that is not among the proxies, is warned about', () => {
  for (const TRUST_PROXY of ['', 'off', 'on', '1']) {
    expect(warningsOf({ TRUST_PROXY }), TRUST_PROXY).toContain('TRUST_PROXY does not count it');
    const other = { GEOLOCATION_HEADER: '', GEOLOCATION_MAXMIND_FILE: '/a' };
    expect(warningsOf({ TRUST_PROXY, ...other })).not.toContain('TRUST_PROXY');
  }
  for (const TRUST_PROXY of ['2', '10.0.0.0/8, 2001:db8::/32']) {
    expect(warningsOf({ TRUST_PROXY })).toBe('');
  }
});

/** All of these are the same server, whatever `NODE_ENV` is called. */
const unnamed = { ...production, NODE_ENV: '' };
const developmentSecrets = '6b6f70612d646576656c6f706d656e742d736563726574732d6b65792d303031';

describe('HARD-66 a production server is one by what it is', () => {
  const demo = { SANDBOX: '', SEED: '' };
  test.each<[string, Record<string, string>, 'is' | 'is not']>([
    ['real parties only and https, with NODE_ENV=production', production, 'is'],
    ['the same without NODE_ENV', unnamed, 'is'],
    ['the same with NODE_ENV=test', { ...production, NODE_ENV: 'test' }, 'is'],
    ['the same with NODE_ENV=development', { ...production, NODE_ENV: 'development' }, 'is'],
    ['real parties only, on http', { ...unnamed, PUBLIC_URL: 'http://localhost:8080' }, 'is'],
    ['every sandbox, on https', { ...demo, PUBLIC_URL: 'https://kopa.example' }, 'is'],
    ['every sandbox, on https in capitals', { ...demo, PUBLIC_URL: 'HTTPS://kopa.example' }, 'is'],
    [
      'every sandbox, on https, as a declared demonstration',
      { ...demo, PUBLIC_URL: 'https://kopa.example', ALLOW_DEMO: 'yes' },
      'is not',
    ],
    ['every sandbox, on http', { ...demo, PUBLIC_URL: 'http://localhost:8080' }, 'is not'],
    ['nothing set', {}, 'is not'],
    ['nothing set, with NODE_ENV=test', { NODE_ENV: 'test' }, 'is not'],
  ])('%s: it %s one', (_, env, is) => {
    const config = (more: Record<string, string>) => readConfig({ ...env, ...more }, contacts);
    expect(config({})).toMatchObject({ ok: true, config: { production: is === 'is' } });
    const said = refusalsOf({ ...env, SECRETS_KEY: developmentSecrets }).join('\n');
    expect(said.includes('SECRETS_KEY has its development value')).toBe(is === 'is');
  });

  test.each(['Production', 'prod', 'production ', ' ', 'staging', 'PRODUCTION', 'live'])(
    'NODE_ENV=“%s” is refused by name',
    (NODE_ENV) => {
      for (const env of [production, {}]) {
        expect(refusalsOf({ ...env, NODE_ENV }).join('\n')).toContain('NODE_ENV must be');
      }
    },
  );

  test('the legitimate one starts without a warning, whatever NODE_ENV is called', () => {
    for (const NODE_ENV of ['production', 'test', 'development', '']) {
      const read = readServerConfig({ ...production, NODE_ENV }, contacts);
      expect(read).toMatchObject({ ok: true, config: { production: true, warnings: [] } });
    }
  });

  test('what is refused says what makes it a production server', () => {
    const last = (env: Record<string, string>) => refusalsOf({ ...env, SEED: 'demo' }).at(-1);
    expect(last(production)).toContain('NODE_ENV=production makes');
    expect(last(unnamed)).toContain('SANDBOX=off makes');
    expect(last({ PUBLIC_URL: 'https://kopa.example' })).toContain('an https PUBLIC_URL makes');
  });
});

describe('HARD-66 refused by name', () => {
  test.each<[string, Record<string, string>, string]>([
    ['SECRETS_KEY as ARCHIVE_KEY', { ARCHIVE_KEY: keyOf(3) }, 'SECRETS_KEY and ARCHIVE_KEY'],
    [
      'the same in capitals',
      { ARCHIVE_KEY: keyOf(3).toUpperCase() },
      'SECRETS_KEY and ARCHIVE_KEY',
    ],
    ['the key that every page has', { TRANSPORT_KEY: keyOf(3) }, 'SECRETS_KEY and TRANSPORT_KEY'],
    ['zeros', { SECRETS_KEY: '00'.repeat(32) }, 'SECRETS_KEY repeats'],
    ['one byte', { ARCHIVE_KEY: 'aB'.repeat(32) }, 'ARCHIVE_KEY repeats'],
    ['a short pattern', { SECRETS_KEY: 'deadbeef'.repeat(8) }, 'SECRETS_KEY repeats'],
    ['a transport key of one byte', { TRANSPORT_KEY: '11'.repeat(16) }, 'TRANSPORT_KEY repeats'],
    ['mail without TLS', { SMTP_URL: 'smtp://u:p@mail.example:25' }, 'SMTP_URL'],
    ['mail without TLS to an address', { SMTP_URL: 'smtp://10.0.0.9' }, 'SMTP_URL'],
    ['mail without TLS over IPv6', { SMTP_URL: 'smtp://[2001:db8::1]' }, 'SMTP_URL'],
    ['mail with TLS if offered', { SMTP_URL: 'smtp://m.example?requireTLS=false' }, 'SMTP_URL'],
  ])('%s', (_, change, said) => {
    for (const env of [production, unnamed]) {
      const problems = refusalsOf({ ...env, ...change });
      expect(problems).toHaveLength(2);
      expect(problems[0]).toContain(said);
    }
  });

  test.each([
    'BANK_WEBHOOK_SECRET',
    'SUMSUB_WEBHOOK_SECRET',
    'CUSTODY_WEBHOOK_SECRET',
    'PAYMENT_SECRET_KEY',
    'CUSTODY_TOKEN',
  ])('%s of blanks, on any server', (name) => {
    const said = [`${name} must not be blank.`];
    expect(refusalsOf({ ...production, [name]: ' ' })).toEqual(said);
    expect(refusalsOf({ ...production, [name]: ' \t ' })).toEqual(said);
  });

  test.each([
    ['smtps', 'smtps://u:p@mail.example'],
    ['TLS required', 'smtp://mail.example:587?requireTLS=true'],
    ['this machine', 'smtp://127.0.0.1:25'],
    ['this machine over IPv6', 'smtp://[::1]:25'],
    ['this machine by name', 'smtp://localhost'],
    ['a container beside it', 'smtp://mail'],
  ])('mail by %s is fine', (_, SMTP_URL) => {
    expect(refusalsOf({ ...production, SMTP_URL })).toEqual([]);
    expect(warningsOf({ SMTP_URL })).toBe('');
  });
});

describe('HARD-66 warned about by name', () => {
  test.each<[string, Record<string, string>, string]>([
    ['the database', { DATABASE_URL: 'postgres://u:p@db.example/kopa' }, 'DATABASE_URL'],
    [
      'the database, told not to',
      { DATABASE_URL: 'postgres://u:p@db.example/kopa?sslmode=disable' },
      'DATABASE_URL',
    ],
    [
      'the database, whoever answers',
      { DATABASE_URL: 'postgres://db.example/kopa?sslmode=no-verify' },
      'DATABASE_URL',
    ],
    [
      'the database at a parameter’s host',
      { DATABASE_URL: 'postgres://db/kopa?host=10.1.2.3' },
      'DATABASE_URL',
    ],
    ['listening', { DATABASE_LISTEN_URL: 'postgres://10.0.0.5/kopa' }, 'DATABASE_LISTEN_URL'],
    ['traces', { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://traces.example' }, 'OTEL_EXPORTER'],
    ['metrics everywhere', { METRICS_PORT: '9464', METRICS_HOST: '0.0.0.0' }, 'METRICS_HOST'],
    ['metrics on IPv6', { METRICS_PORT: '9464', METRICS_HOST: '::' }, 'METRICS_HOST'],
    ['an old key of zeros', { SECRETS_KEY_OLD: '00'.repeat(32) }, 'SECRETS_KEY_OLD'],
    ['an old key used elsewhere', { ARCHIVE_KEY_OLD: keyOf(3) }, 'ARCHIVE_KEY_OLD'],
  ])('%s', (_, change, said) => {
    for (const env of [production, unnamed]) {
      const read = readServerConfig({ ...env, ...change }, contacts);
      expect(read.ok && read.config.warnings).toEqual([expect.stringContaining(said)]);
    }
  });

  test.each<[string, Record<string, string>]>([
    ['with TLS', { DATABASE_URL: 'postgres://db.example/kopa?sslmode=verify-full' }],
    ['on this machine', { DATABASE_URL: 'postgres://127.0.0.1/kopa' }],
    ['at a socket', { DATABASE_URL: 'postgres:///kopa?host=/var/run/postgresql' }],
    ['beside it, as compose has it', { DATABASE_LISTEN_URL: 'postgres://u:p@database:5432/kopa' }],
    ['traces beside it', { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' }],
    ['metrics on one address', { METRICS_PORT: '9464', METRICS_HOST: '10.0.0.1' }],
    ['an old key of its own', { SECRETS_KEY_OLD: keyOf(9) }],
  ])('nothing: %s', (_, change) => {
    expect(warningsOf(change)).toBe('');
  });
});

test.each([
  ['supportEmail', 'support@kopa.test'],
  ['privacyEmail', 'privacy@kopa.example'],
  ['securityEmail', 'security@invalid'],
  ['complaintsEmail', 'complaints@mail.example.com'],
])('HARD-75 a production server whose %s is %s does not start', (name, email) => {
  const read = (env: Record<string, string>) =>
    readServerConfig({ ...production, ...env }, { ...contacts, [name]: email });
  const said = expect.stringMatching(new RegExp(`operator\\.ts has placeholders.*: ${name}\\.`));
  expect(read({})).toMatchObject({ ok: false, problems: [said, expect.anything()] });
  expect(read({ ALLOW_DEMO: 'yes' })).toMatchObject({ ok: true, config: { warnings: [said] } });
});

test('HARD-75 the addresses of the default brand are placeholders, and nobody else is asked for theirs', () => {
  const read = readServerConfig(production);
  expect(read.ok ? '' : read.problems[0]).toContain(
    'supportEmail, privacyEmail, securityEmail, complaintsEmail',
  );
  expect(readServerConfig({})).toMatchObject({ ok: true, config: { warnings: [] } });
});

test('production on the embedded database is warned about', () => {
  expect(warningsOf({ DATABASE_URL: '' })).toContain('DATABASE_URL');
});

test('production with prices that are a minute old when they arrive is warned about', () => {
  const said = (url: string) => warningsOf({ MARKET_URL: url });
  expect(said('https://api.coingecko.com/api/v3')).toContain('MARKET_URL');
  expect(said('https://pro-api.coingecko.com/api/v3')).not.toContain('MARKET_URL');
  expect(said('https://market.example')).not.toContain('MARKET_URL');
});

const { BANK_STATEMENTS_URL: _url, BANK_STATEMENTS_TOKEN: _token, ...unstated } = production;

test('BANK-06 where the bank’s statements are needs an address with the day in it, and its token', () => {
  const url = 'https://statements.example/camt053/{day}.xml';
  const settingsOf = (env: Record<string, string>) => {
    const read = readConfig({ ...unstated, ...env });
    return read.ok ? read.config.parties.bank?.statements : read.problems;
  };
  expect(settingsOf({})).toBeUndefined();
  const statements = { BANK_STATEMENTS_URL: url, BANK_STATEMENTS_TOKEN: 't' };
  expect(settingsOf(statements)).toEqual({ url, token: 't' });
  const together =
    'BANK_STATEMENTS_URL and BANK_STATEMENTS_TOKEN must be set together or not at all.';
  expect(settingsOf({ BANK_STATEMENTS_URL: url })).toEqual([together]);
  expect(settingsOf({ BANK_STATEMENTS_TOKEN: 't' })).toEqual([together]);
  const wrong = (text: string) => settingsOf({ ...statements, BANK_STATEMENTS_URL: text });
  expect(wrong('https://statements.example/today')).toEqual([
    'BANK_STATEMENTS_URL must have {day} where the day stands, as in 2026-01-31.',
  ]);
  expect(wrong('http://statements.example/{day}')).toEqual([
    'BANK_STATEMENTS_URL must be an https address.',
  ]);
});

test('BANK-06 a production server whose books nothing holds against the bank’s is warned about', () => {
  const read = readServerConfig(unstated, contacts);
  expect(read.ok && read.config.warnings).toEqual([
    expect.stringContaining('BANK_STATEMENTS_URL is not set'),
  ]);
});

test('while keys are rotated, the old pair works too', () => {
  const read = readConfig({
    TRANSPORT_KEY: '11'.repeat(32),
    TRANSPORT_IV: '22'.repeat(16),
    TRANSPORT_KEY_OLD: '33'.repeat(16),
    TRANSPORT_IV_OLD: '44'.repeat(16),
  });
  expect(read.ok && read.config.transportKeys.map(({ key }) => key.length)).toEqual([32, 16]);
});

test('OPS-13 former keys of SECRETS_KEY are accepted together, and one that is none is named', () => {
  const of = (old: string) => readConfig({ SECRETS_KEY: '11'.repeat(32), SECRETS_KEY_OLD: old });
  const read = of(`${'22'.repeat(32)}, ${'33'.repeat(32)}`);
  expect(read.ok && read.config.secretsKeys.map(([first]) => first)).toEqual([0x11, 0x22, 0x33]);
  expect(of(`${'22'.repeat(32)},33`)).toMatchObject({
    ok: false,
    problems: [expect.stringContaining('SECRETS_KEY_OLD must be 32 bytes')],
  });
});

test.each([
  'postgres://u:p@a:5432,b:5433/kopa?target_session_attrs=read-write',
  'postgres://a,b/kopa',
  'postgres://u:p@x/kopa?host=a,b',
])('OPS-05 several hosts in DATABASE_URL are refused in true words: %s', (DATABASE_URL) => {
  const read = readConfig({ DATABASE_URL });
  expect(read.ok ? [] : read.problems).toEqual([expect.stringContaining('names several hosts')]);
});

test('OPS-03 a server behind a proxy drains for five seconds unless told otherwise; one without does not', () => {
  const drainOf = (env: Record<string, string>) => {
    const read = readConfig(env);
    return read.ok ? read.config.drainMs : undefined;
  };
  expect(drainOf({})).toBe(0);
  expect(drainOf({ TRUST_PROXY: 'on' })).toBe(5000);
  expect(drainOf({ TRUST_PROXY: 'on', DRAIN_SECONDS: '20' })).toBe(20_000);
});

test('LIVE-01 it is listened at the address of the database, unless another one leads past a pooler', () => {
  const listenUrlOf = (env: Record<string, string>) => {
    const read = readConfig(env);
    return read.ok ? read.config.listenUrl : read.problems;
  };
  const url = 'postgres://kopa@pooler/kopa';
  expect(listenUrlOf({})).toBe('');
  expect(listenUrlOf({ DATABASE_URL: url })).toBe(url);
  const direct = 'postgres://kopa@primary/kopa';
  expect(listenUrlOf({ DATABASE_URL: url, DATABASE_LISTEN_URL: direct })).toBe(direct);
  for (const wrong of ['primary', 'postgres://a,b/kopa']) {
    expect(listenUrlOf({ DATABASE_URL: url, DATABASE_LISTEN_URL: wrong })).toEqual([
      expect.stringContaining('DATABASE_LISTEN_URL'),
    ]);
  }
});
