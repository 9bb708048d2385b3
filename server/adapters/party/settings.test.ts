import { expect, test } from 'vitest';
import { noMerchants } from '#server/adapters/merchants/none.ts';
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

test('settings for a real party are refused while the sandbox stands in for it', () => {
  expect(problems(realMarket).join()).toContain('MARKET_URL would use the real market party');
  expect(problems({ ...realMarket, SANDBOX: 'market' })).toHaveLength(10);
  const rest =
    'forex,geolocation,mail,identity,payment,custody,bank,merchants,screening,travelRule';
  expect(readPartySettings({ ...realMarket, SANDBOX: rest })).toMatchObject({
    ok: true,
    settings: { market: { baseUrl: 'https://prices.example/api/v3' }, mail: undefined },
  });
});

test('a party outside the sandbox must be configured completely, and every problem is named', () => {
  const found = problems({ SANDBOX: 'off', SMTP_URL: 'smtp://mail.example' });
  expect(found.join('\n')).toContain('The real mail party needs MAIL_FROM.');
  expect(found.join('\n')).toContain('The real custody party needs CUSTODY_URL, CUSTODY_TOKEN.');
  expect(found.join('\n')).toContain('The real geolocation party needs one of');
  expect(found).toHaveLength(10);
});

test('nonsense in the settings is refused', () => {
  expect(problems({ SANDBOX: 'mial' }).join()).toContain('SANDBOX must be');
  expect(problems({ SANDBOX_COUNTRY: 'Australia' }).join()).toContain('SANDBOX_COUNTRY');
  const others =
    'forex,geolocation,mail,identity,payment,custody,bank,merchants,screening,travelRule';
  expect(problems({ SANDBOX: others, MARKET_URL: 'http://prices.example' }).join()).toContain(
    'must be an https address',
  );
});

test('RCV-02 a custodian’s addresses are refused without its service, which reports deposits', () => {
  const rest = 'market,forex,geolocation,mail,identity,payment,bank,merchants,screening,travelRule';
  const address = { SANDBOX: rest, CUSTODY_XRP_ADDRESS: 'rShared' };
  expect(problems(address)).toEqual(['The real custody party needs CUSTODY_URL, CUSTODY_TOKEN.']);
  const url = { ...address, CUSTODY_URL: 'https://custodian.example/v1/' };
  expect(problems(url)).toEqual(['The real custody party needs CUSTODY_TOKEN.']);
  const whole = { ...url, CUSTODY_TOKEN: 't' };
  expect(readPartySettings(whole)).toMatchObject({
    settings: {
      custody: { baseUrl: 'https://custodian.example/v1', token: 't', pollSeconds: 30 },
    },
  });
  expect(problems({ ...whole, CUSTODY_URL: 'http://custodian.example' })).toEqual([
    'CUSTODY_URL must be an https address.',
  ]);
  for (const seconds of ['4', '3601', '1e2', '-5', '10.5']) {
    expect(problems({ ...whole, CUSTODY_POLL_SECONDS: seconds })).toEqual([
      'CUSTODY_POLL_SECONDS must be a whole number from 5 to 3600.',
    ]);
  }
});

test('OPS-15 bands are percent for each asset; what cannot be read is refused by its name', () => {
  expect(readPartySettings({ PRICE_BANDS: 'BTC=2/10.5/3, USDC=0.5/2/0.5' })).toMatchObject({
    settings: {
      priceBands: {
        BTC: { minuteBps: 200, mostBps: 1050, fastBps: 300 },
        USDC: { minuteBps: 50, mostBps: 200, fastBps: 50 },
        ETH: { minuteBps: 600 },
      },
    },
  });
  for (const wrong of ['BTC', 'BTC=5', 'DOGE=1/2/3', 'BTC=0/1/1', 'BTC=9/5/1', 'BTC=1/2/3/4']) {
    expect(readPartySettings({ PRICE_BANDS: wrong })).toMatchObject({
      ok: false,
      problems: [expect.stringContaining('PRICE_BANDS')],
    });
  }
});

test('HARD-98 an operator without merchants needs no gateway of theirs, and admins see none', async () => {
  const rest = 'market,forex,geolocation,mail,identity,payment,custody,bank,screening,travelRule';
  const read = readPartySettings({ SANDBOX: rest });
  expect(read).toMatchObject({ ok: true, settings: { merchants: { baseUrl: '' } } });
  expect(problems({ SANDBOX: rest, MERCHANTS_URL: 'https://gate.example' })).toEqual([
    'The real merchants party needs MERCHANTS_KEY.',
  ]);
  const asked = { page: 1, limit: 10, search_key: '', order: '', sourceSearch: '' };
  expect(await noMerchants.list({ ...asked, statusSearch: '', user_id: '' })).toEqual({
    ...{ details: [], total: 0 },
  });
});
