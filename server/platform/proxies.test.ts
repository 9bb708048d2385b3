import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { areHeadersOurs, callerBehind, type Proxies, readProxies } from './proxies.ts';

const read = (text: string): Proxies => readProxies(text) ?? undefined;

/** The CDN's edge, which the proxy is called from, and the proxy, which the server is called from. */
const [EDGE, PROXY] = ['198.51.100.7', '10.0.0.2'];
const NETWORKS = '10.0.0.0/8, 198.51.100.0/24, 2001:db8:1::/48';

test('READ-13 the visitor behind a CDN and a proxy is found, by their number and by their networks', () => {
  for (const visitor of ['203.0.113.9', '2001:db8:2::1']) {
    const forwarded = `${visitor}, ${EDGE}`;
    expect(callerBehind(read('2'), PROXY, forwarded)).toBe(visitor);
    expect(callerBehind(read(NETWORKS), PROXY, forwarded)).toBe(visitor);
    expect(callerBehind(read(NETWORKS), `::ffff:${PROXY}`, forwarded)).toBe(visitor);
    // One proxy alone: whatever called it.
    expect(callerBehind(read('on'), PROXY, forwarded)).toBe(EDGE);
    expect(callerBehind(read('off'), PROXY, forwarded)).toBe(PROXY);
  }
});

const address = fc.oneof(fc.ipV4(), fc.ipV6());

test('READ-13 nothing that a visitor claims changes whom the server takes them for', () => {
  const claims = fc.array(fc.oneof(address, fc.string({ maxLength: 20 })), { maxLength: 5 });
  const isOurs = (one: string) => areHeadersOurs(read(NETWORKS), one);
  const story = fc.property(claims, address, (claimed, visitor) => {
    fc.pre(!isOurs(visitor));
    const forwarded = [...claimed, visitor, EDGE].join(', ');
    expect(callerBehind(read('2'), PROXY, forwarded)).toBe(visitor);
    expect(callerBehind(read(NETWORKS), PROXY, forwarded)).toBe(visitor);
    // Whoever reaches the server past its proxies is who they are.
    expect(callerBehind(read(NETWORKS), visitor, forwarded)).toBe(visitor);
  });
  fc.assert(story);
});

test('READ-13 ports are left out, and a header that is missing or too short is no address of somebody else', () => {
  expect(callerBehind(read('2'), PROXY, '203.0.113.9:4711, 198.51.100.7')).toBe('203.0.113.9');
  expect(callerBehind(read('2'), PROXY, '[2001:db8:2::1]:4711, 198.51.100.7')).toBe(
    '2001:db8:2::1',
  );
  expect(callerBehind(read('2'), PROXY, undefined)).toBe(PROXY);
  expect(callerBehind(read('3'), PROXY, EDGE)).toBe(EDGE);
  expect(callerBehind(read(NETWORKS), PROXY, `10.1.1.1, ${EDGE}`)).toBe('10.1.1.1');
});

test('READ-13 only what our proxies set is believed', () => {
  expect(areHeadersOurs(read('off'), PROXY)).toBe(false);
  expect(areHeadersOurs(read('1'), PROXY)).toBe(true);
  expect(areHeadersOurs(read(NETWORKS), PROXY)).toBe(true);
  expect(areHeadersOurs(read(NETWORKS), '203.0.113.9')).toBe(false);
  expect(areHeadersOurs(read(NETWORKS), '')).toBe(false);
  for (const wrong of ['0', '10', 'yes', '10.0.0.0/33', '10.0.0.0/8/8', '10.0.0.0/8,', '::/129']) {
    expect(readProxies(wrong), wrong).toBeNull();
  }
});
