import { expect, test } from 'vitest';
import { getNewToken, login } from '#core/contract/account/session.ts';
import { geolocationPath } from '#core/contract/market/geolocation.ts';
import { person, startInProcess } from '#tests/support/in-process.ts';

test('one IP address gets exactly its number of attempts, however many accounts it tries, and gets them again later', async () => {
  const server = await startInProcess({ env: { LIMIT_PER_ADDRESS: '20' } });
  const attempt = (i: number) =>
    server.api.call(login, { email: `a${i}@kopa.test`, password: 'Wrong-1234!' });
  const replies = await Promise.all(Array.from({ length: 50 }, (_, i) => attempt(i)));
  const codes = replies.map((reply) => (reply.ok ? 'ok' : reply.refusal.code));
  expect(codes.filter((code) => code === 'INVALID_CREDENTIALS')).toHaveLength(20);
  expect(codes.filter((code) => code === 'TOO_MANY')).toHaveLength(30);
  server.deps.clock.advance(300_000);
  expect(await attempt(99)).toMatchObject({ refusal: { code: 'INVALID_CREDENTIALS' } });
  await server.close();
});

test('one IPv6 network gets the attempts of one address, however many of its addresses it uses', async () => {
  const server = await startInProcess({ env: { LIMIT_PER_ADDRESS: '20', TRUST_PROXY: 'on' } });
  const attempt = async (address: string, i: number) => {
    const request = { email: `a${i}@kopa.test`, password: 'Wrong-1234!' };
    const headers = { 'x-forwarded-for': address };
    const reply = await server.api.call(login, request, { headers });
    return reply.ok ? 'ok' : reply.refusal.code;
  };
  const codes = await Promise.all(
    Array.from({ length: 30 }, (_, i) => attempt(`2001:db8:1:2::${i.toString(16)}`, i)),
  );
  expect(codes.filter((code) => code === 'TOO_MANY')).toHaveLength(10);
  expect(await attempt('2001:db8:1:3::1', 98)).toBe('INVALID_CREDENTIALS');
  expect(await attempt('::ffff:203.0.113.7', 99)).toBe('INVALID_CREDENTIALS');
  await server.close();
});

test('HARD-38 whoever has a whole /48 of IPv6 is held back too, and nobody outside of it', async () => {
  const server = await startInProcess({ env: { LIMIT_PER_ADDRESS: '2', TRUST_PROXY: 'on' } });
  const attempt = async (address: string, i: number) => {
    const request = { email: `a${i}@kopa.test`, password: 'Wrong-1234!' };
    const reply = await server.api.call(login, request, {
      headers: { 'x-forwarded-for': address },
    });
    return reply.ok ? 'ok' : reply.refusal.code;
  };
  const looked = async (addresses: readonly string[]) =>
    (await Promise.all(addresses.map(attempt))).filter((code) => code !== 'TOO_MANY').length;
  const networks = (first: number, count: number) =>
    Array.from({ length: count }, (_, i) => `2001:db8:1:${(first + i).toString(16)}::1`);
  // Each from a /64 of its own, in one /56: four times what one of them has.
  expect(await looked(networks(0x100, 20))).toBe(8);
  // In as many /56 as there are: twenty times, of which eight are used up.
  expect(await looked(Array.from({ length: 60 }, (_, i) => networks(i * 0x200, 1)).flat())).toBe(
    32,
  );
  expect(await looked(['2001:db8:2:100::1', '203.0.113.7'])).toBe(2);
  // One /64 that is refused again and again takes nothing from its neighbours.
  expect(await looked(Array(50).fill('2001:db8:3:1::1'))).toBe(2);
  expect(await looked(['2001:db8:3:2::1'])).toBe(1);
  await server.close();
});

test('NET-05 an IP address counts as the same on every connection, even where the proxy appends the port', async () => {
  const server = await startInProcess({ env: { LIMIT_PER_ADDRESS: '20', TRUST_PROXY: 'on' } });
  const attempt = async (address: string, i: number) => {
    const request = { email: `a${i}@kopa.test`, password: 'Wrong-1234!' };
    const headers = { 'x-forwarded-for': `198.51.100.9, ${address}` };
    const reply = await server.api.call(login, request, { headers });
    return reply.ok ? 'ok' : reply.refusal.code;
  };
  for (const address of ['203.0.113.7', '[2001:db8:1:2::3]']) {
    const ports = Array.from({ length: 30 }, (_, i) => 50_000 + i);
    const codes = await Promise.all(ports.map((port) => attempt(`${address}:${port}`, port)));
    expect(codes.filter((code) => code === 'TOO_MANY')).toHaveLength(10);
  }
  for (const [written, ip] of [
    ['203.0.113.7:50000', '203.0.113.7'],
    ['203.0.113.7', '203.0.113.7'],
    ['[2001:db8::1]:50000', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['2001:db8::1', '2001:db8::1'],
    ['unknown', 'unknown'],
  ] as const) {
    const headers = { 'x-forwarded-for': written };
    const place = await fetch(`${server.url}${geolocationPath}`, { headers });
    expect(await place.json()).toMatchObject({ ip });
  }
  await server.close();
});

test('one IP address may renew tokens as often as a crowd needs, but not without end, and refused renewals store no nonces', async () => {
  const server = await startInProcess({ env: { LIMIT_PER_ADDRESS: '2' } });
  const { db, clock } = server.deps;
  const { credential } = await person(server.deps);
  const renew = async () => {
    const reply = await server.api.call(getNewToken, { refreshToken: credential.refreshToken });
    return reply.ok ? 'ok' : reply.refusal.code;
  };
  const codes = await Promise.all(Array.from({ length: 45 }, renew));
  expect(codes.filter((code) => code === 'ok')).toHaveLength(40);
  expect(codes.filter((code) => code === 'TOO_MANY')).toHaveLength(5);
  expect(await db.selectFrom('nonces').selectAll().execute()).toHaveLength(40);
  clock.advance(300_000);
  expect(await renew()).toBe('ok');
  await server.close();
});
