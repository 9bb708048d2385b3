import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

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
  ['PUBLIC_URL', 'javascript:alert(1)'],
  ['LIMIT_PER_ADDRESS', '0'],
  ['TRUST_PROXY', 'yes'],
])('%s=%s is refused', (name, value) => {
  expect(problemsOf({ [name]: value }).join()).toContain(name);
});

test('an empty variable counts as not set', () => {
  expect(readConfig({ PORT: '', SEED: '', TRANSPORT_KEY: '' })).toMatchObject({ ok: true });
});

test('production with development values is warned about', () => {
  const read = readConfig({ NODE_ENV: 'production' });
  const warnings = read.ok ? read.config.warnings.join('\n') : '';
  expect(warnings).toContain('TRANSPORT_KEY');
  expect(warnings).toContain('SECRETS_KEY');
  expect(warnings).toContain('PUBLIC_URL');
  expect(warnings).toContain('DATABASE_URL');
});

const warningsOf = (env: Record<string, string>): string => {
  const read = readConfig({ NODE_ENV: 'production', ...env });
  return read.ok ? read.config.warnings.join('\n') : '';
};

test('production with a sandbox or with the demo accounts is warned about', () => {
  expect(warningsOf({})).toContain('Set SANDBOX=off');
  expect(warningsOf({})).toContain('set SEED=none');
  const some = { SANDBOX: 'mail,market,geolocation,identity,payment,custody,merchants' };
  const forex = { ...some, FOREX_URL: 'https://forex.example', SEED: 'none' };
  expect(warningsOf(forex)).toContain(
    'mail, identity, payment, custody, merchants. Set SANDBOX=off',
  );
  expect(warningsOf(forex)).not.toContain('forex');
  expect(warningsOf(forex)).not.toContain('SEED');
});

test('production with prices that are a minute old when they arrive is warned about', () => {
  const market = { SANDBOX: 'forex,mail,geolocation,identity,payment,custody,merchants' };
  const said = (url: string) => warningsOf({ ...market, MARKET_URL: url });
  expect(said('https://api.coingecko.com/api/v3')).toContain('MARKET_URL');
  expect(said('https://pro-api.coingecko.com/api/v3')).not.toContain('MARKET_URL');
  expect(said('https://market.example')).not.toContain('MARKET_URL');
});

test('production with real parties and no demo gets neither warning', () => {
  const env = {
    SANDBOX: 'off',
    SEED: 'none',
    MARKET_URL: 'https://market.example',
    FOREX_URL: 'https://forex.example',
    GEOLOCATION_HEADER: 'cf-ipcountry',
    SMTP_URL: 'smtp://mail.example',
    MAIL_FROM: 'kopa@kopa.test',
    SUMSUB_APP_TOKEN: 'token',
    SUMSUB_SECRET_KEY: 'key',
    SUMSUB_WEBHOOK_SECRET: 'secret',
    SUMSUB_LEVEL: 'level',
    PAYMENT_URL: 'https://payment.example',
    PAYMENT_SHOP_ID: 'shop',
    PAYMENT_SECRET_KEY: 'key',
    CUSTODY_URL: 'https://custodian.example',
    CUSTODY_TOKEN: 'token',
    CUSTODY_XRP_ADDRESS: 'rEb8TK3gBgk5auZkwc6sHnwrGVJH8DuaLh',
    MERCHANTS_URL: 'https://merchants.example',
    MERCHANTS_KEY: 'key',
  };
  expect(readConfig(env)).toMatchObject({ ok: true });
  expect(warningsOf(env)).not.toMatch(/SANDBOX|SEED/);
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
