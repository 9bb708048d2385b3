import { expect, test } from 'vitest';
import { readPartySettings } from './settings.ts';

const problems = (env: Record<string, string>): readonly string[] => {
  const read = readPartySettings(env);
  return read.ok ? [] : read.problems;
};

const realMarket = { MARKET_URL: 'https://prices.example/api/v3' };

test('with nothing configured every party is in the sandbox', () => {
  const read = readPartySettings({});
  expect(read).toMatchObject({ ok: true, settings: { market: undefined, sandboxCountry: 'AU' } });
});

test('a real party is refused while the sandbox plays it', () => {
  expect(problems(realMarket).join()).toContain('MARKET_URL would use the real market party');
  expect(problems({ ...realMarket, SANDBOX: 'market' })).toHaveLength(8);
  const rest = 'forex,geolocation,mail,identity,payment,custody,merchants';
  expect(readPartySettings({ ...realMarket, SANDBOX: rest })).toMatchObject({
    ok: true,
    settings: { market: { baseUrl: 'https://prices.example/api/v3' }, mail: undefined },
  });
});

test('a party out of the sandbox must be configured whole, and every problem is named', () => {
  const found = problems({ SANDBOX: 'off', SMTP_URL: 'smtp://mail.example' });
  expect(found.join('\n')).toContain('The real mail party needs MAIL_FROM.');
  expect(found.join('\n')).toContain('The real custody party needs one of');
  expect(found).toHaveLength(8);
});

test('nonsense is refused', () => {
  expect(problems({ SANDBOX: 'mial' }).join()).toContain('SANDBOX must be');
  expect(problems({ SANDBOX_COUNTRY: 'Australia' }).join()).toContain('SANDBOX_COUNTRY');
  const others = 'forex,geolocation,mail,identity,payment,custody,merchants';
  expect(problems({ SANDBOX: others, MARKET_URL: 'http://prices.example' }).join()).toContain(
    'must be an https address',
  );
});
