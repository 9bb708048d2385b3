import { expect, test } from 'vitest';
import { networksOf, widestNetworkOf } from './network.ts';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:cb00:7107', '203.0.113.7'],
  ['0:0:0:0:0:ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
  ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
  ['2001:db8::1:2:3:4', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::', '0:0:0:0::/64'],
  ['1:2:3:4:5:6:7::', '1:2:3:4::/64'],
  ['', ''],
  ['unknown', 'unknown'],
])('%s counts as %s', (address, network) => {
  expect(networksOf(address)[0]).toEqual({ name: network, share: 1 });
});

test('HARD-38 an IPv6 address counts for its /56 and its /48 too, with room for many customers', () => {
  expect(networksOf('2001:db8:1:2fe::1')).toEqual([
    { name: '2001:db8:1:2fe::/64', share: 1 },
    { name: '2001:db8:1:200::/56', share: 4 },
    { name: '2001:db8:1::/48', share: 20 },
  ]);
  expect(networksOf('::ffff:203.0.113.7')).toEqual([{ name: '203.0.113.7', share: 1 }]);
  expect(widestNetworkOf('2001:db8:1:2fe::1')).toBe('2001:db8:1::/48');
  expect(widestNetworkOf('203.0.113.7')).toBe('203.0.113.7');
});
