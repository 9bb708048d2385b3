import { expect, test } from 'vitest';
import { readConfig, readServerConfig } from './config.ts';

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
])('%s=%s is refused', (name, value) => {
  expect(problemsOf({ [name]: value }).join()).toContain(name);
});

test('an empty variable counts as not set', () => {
  expect(readConfig({ PORT: '', SEED: '', TRANSPORT_KEY: '' })).toMatchObject({ ok: true });
});

/** A production server with every party real and no key of the repository. */
const production = {
  NODE_ENV: 'production',
  SANDBOX: 'off',
  SEED: 'none',
  PUBLIC_URL: 'https://kopa.example',
  DATABASE_URL: 'postgres://db/kopa',
  TRANSPORT_KEY: '11'.repeat(32),
  TRANSPORT_IV: '22'.repeat(16),
  SECRETS_KEY: '33'.repeat(32),
  ARCHIVE_KEY: '44'.repeat(32),
  MARKET_URL: 'https://market.example',
  FOREX_URL: 'https://forex.example',
  GEOLOCATION_HEADER: 'cf-ipcountry',
  SMTP_URL: 'smtp://mail.example',
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
  const read = readServerConfig(env);
  return read.ok ? [] : read.problems;
};

test('HARD-12 a production server with everything set starts, without a warning, on all addresses', () => {
  expect(readServerConfig(production)).toMatchObject({
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
  const read = readServerConfig({ ...production, ...env });
  return read.ok ? read.config.warnings.join('\n') : read.problems.join('\n');
};

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
  const read = readServerConfig(unstated);
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
