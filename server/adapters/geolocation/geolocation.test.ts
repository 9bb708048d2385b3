import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { marketCurrencyOf } from '#core/money/region.ts';
import { jsonLog } from '#server/base/log.ts';
import { eventually } from '#tests/support/eventually.ts';
import { edgeLocator } from './edge.ts';
import type { Visitor } from './geolocation.ts';
import { sandboxLocator } from './sandbox-geolocation.ts';

const visitor = (parts: {
  readonly ip?: string;
  readonly header?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly cookie?: Readonly<Record<string, string>>;
}): Visitor => ({
  ip: parts.ip ?? '127.0.0.1',
  header: (name) => parts.header?.[name],
  query: (name) => parts.query?.[name],
  cookie: (name) => parts.cookie?.[name],
});

test('NET-05 a place has every field of the specification', () => {
  expect(sandboxLocator('AU').locate(visitor({ ip: '10.0.0.9' }))).toEqual({
    ip: '10.0.0.9',
    country: 'AU',
    countryName: 'Australia',
    continentCode: 'OC',
    currency: 'AUD',
    timezone: 'Australia/Sydney',
    countryCode: 'AU',
    inEu: false,
  });
});

test('NET-07 the market currency follows from the place', () => {
  const locate = (country: string) =>
    marketCurrencyOf(sandboxLocator('AU').locate(visitor({ query: { country } })));
  expect(['LT', 'DE', 'AU', 'US', 'GB', 'PL', 'JP'].map(locate)).toEqual([
    'EUR',
    'EUR',
    'AUD',
    'USD',
    'USD',
    'USD',
    'USD',
  ]);
});

test('the sandbox takes the country from the query, then the cookie, then the configuration', () => {
  const locator = sandboxLocator('AU');
  const country = { query: { country: 'de' }, cookie: { country: 'US' } };
  expect(locator.locate(visitor(country)).countryCode).toBe('DE');
  expect(locator.locate(visitor({ cookie: { country: 'US' } })).countryCode).toBe('US');
  expect(locator.locate(visitor({ query: { country: '<script>' } })).countryCode).toBe('AU');
});

test('NET-05 the edge header decides, and an unknown place stays unknown', () => {
  const locator = edgeLocator({ header: 'cf-ipcountry', maxMindFile: '' });
  const at = (country: string) => locator.locate(visitor({ header: { 'cf-ipcountry': country } }));
  expect(at('LT')).toMatchObject({ countryName: 'Lithuania', currency: 'EUR', inEu: true });
  expect(at('XX')).toMatchObject({ countryCode: '', currency: '', continentCode: '' });
  expect(at('T1').countryCode).toBe('');
  expect(locator.locate(visitor({})).countryCode).toBe('');
});

/** A MaxMind file that has one record for every address below 128.0.0.0. */
function maxMindFile(country = 'FR'): Buffer {
  const text = (value: string): Buffer =>
    Buffer.concat([Buffer.from([0x40 | value.length]), Buffer.from(value)]);
  const map = (entries: readonly (readonly [string, Buffer])[]): Buffer =>
    Buffer.concat([
      Buffer.from([0xe0 | entries.length]),
      ...entries.flatMap(([key, value]) => [text(key), value]),
    ]);
  const short = (value: number): Buffer => Buffer.from([0xa1, value]);
  const long = (value: number): Buffer => Buffer.from([0xc1, value]);
  // One node of two 24-bit records: the left one points to the data, the right one to nothing.
  const tree = Buffer.from([0, 0, 17, 0, 0, 1]);
  const data = map([
    ['country', map([['iso_code', text(country)]])],
    ['continent', map([['code', text('EU')]])],
    ['location', map([['time_zone', text('Europe/Paris')]])],
  ]);
  const metadata = map([
    ['node_count', long(1)],
    ['record_size', short(24)],
    ['ip_version', short(4)],
    ['database_type', text('City')],
    ['languages', Buffer.from([0x00, 0x04])],
    ['binary_format_major_version', short(2)],
    ['binary_format_minor_version', short(0)],
    ['build_epoch', Buffer.from([0x01, 0x02, 0x01])],
    ['description', map([])],
  ]);
  const marker = Buffer.concat([Buffer.from([0xab, 0xcd, 0xef]), Buffer.from('MaxMind.com')]);
  return Buffer.concat([tree, Buffer.alloc(16), data, marker, metadata]);
}

test('NET-05 a MaxMind file locates a visitor whom the edge does not', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kopa-mmdb-'));
  const file = join(folder, 'city.mmdb');
  writeFileSync(file, maxMindFile());
  try {
    const locator = edgeLocator({ header: 'cf-ipcountry', maxMindFile: file });
    expect(locator.locate(visitor({ ip: '8.8.8.8' }))).toMatchObject({
      countryCode: 'FR',
      timezone: 'Europe/Paris',
      currency: 'EUR',
      inEu: true,
    });
    expect(locator.locate(visitor({ ip: '200.1.1.1' })).countryCode).toBe('');
    expect(locator.locate(visitor({ ip: 'nonsense' })).countryCode).toBe('');
    const both = visitor({ ip: '8.8.8.8', header: { 'cf-ipcountry': 'AU' } });
    expect(locator.locate(both)).toMatchObject({ countryCode: 'AU', continentCode: 'OC' });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('HARD-98 a newer MaxMind file counts without a restart, and one that cannot be read leaves that of before', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kopa-mmdb-'));
  const file = join(folder, 'city.mmdb');
  const write = (content: Buffer, seconds: number): void => {
    writeFileSync(file, content);
    utimesSync(file, seconds, seconds);
  };
  write(maxMindFile(), 1_000);
  let now = 0;
  const lines: string[] = [];
  const log = jsonLog((line) => lines.push(line));
  try {
    const locator = edgeLocator({ header: '', maxMindFile: file }, { now: () => now, log });
    const country = () => locator.locate(visitor({ ip: '8.8.8.8' })).countryCode;
    expect(country()).toBe('FR');
    write(Buffer.from('half of a file'), 2_000);
    now += 3600_000;
    expect(country()).toBe('FR');
    await new Promise((done) => setImmediate(done));
    // It may just be written. If it stays as it is, that is told once, and again only after one that could be read.
    expect(lines).toEqual([]);
    await eventually(() => {
      now += 3600_000;
      country();
      expect(lines).toHaveLength(1);
    });
    expect(lines.join()).toContain('newer file of places not read');
    write(maxMindFile('LT'), 3_000);
    // Not looked at again at once.
    expect(country()).toBe('FR');
    await eventually(() => {
      now += 3600_000;
      expect(country()).toBe('LT');
    });
    expect(lines).toHaveLength(1);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
