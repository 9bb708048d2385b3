import { expect, test } from 'vitest';
import { login } from '#core/contract/login.ts';
import { startInProcess } from '#tests/support/in-process.ts';

test('one address has its attempts however many accounts it tries, exactly, and again later', async () => {
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
