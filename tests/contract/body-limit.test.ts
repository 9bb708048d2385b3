import { expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { sharedWorld } from '#tests/support/world.ts';

const KIB = 1024;

const kopa = sharedWorld();

/** Sends a form of 100 MB without a declared length; returns the status and how much was read. */
async function flood(path: string) {
  const chunk = new Uint8Array(KIB).fill(0x61);
  let taken = 0;
  const body = new ReadableStream({
    pull(controller) {
      if (++taken > 100 * KIB) controller.close();
      else controller.enqueue(chunk);
    },
  });
  const response = await createApp(kopa.deps, { dist: '/nowhere' }).request(path, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body,
    duplex: 'half',
  } as RequestInit);
  return { status: response.status, kib: taken };
}

test('“this wasn’t me” reads a body up to a form’s size and no further', async () => {
  const { status, kib } = await flood('/not-me');
  expect(status).toBe(413);
  expect(kib).toBeLessThan(70);
  const long = await fetch(`${kopa.url}/not-me`, {
    method: 'POST',
    body: new URLSearchParams({ token: 'x'.repeat(50 * KIB) }),
  });
  expect(long.status).toBe(410);
});

test.each(['/sandbox/pay/x', '/sandbox/deposit', '/webhooks/payment', '/nobody/knows/it'])(
  '%s reads a body up to 64 KiB and no further',
  async (path) => {
    const { status, kib } = await flood(path);
    expect(status).toBe(413);
    expect(kib).toBeLessThan(70);
    const long = await fetch(`${kopa.url}${path}`, {
      method: 'POST',
      body: 'x'.repeat(65 * KIB),
    });
    expect(long.status).toBe(413);
  },
);

test('NET-01 an endpoint answers a body that is too large in the shape of its other answers', async () => {
  const { status, kib } = await flood('/api/users/login');
  expect(status).toBe(400);
  expect(kib).toBeLessThan(70);
  expect(kopa.log.filter((line) => line.includes('"error"'))).toEqual([]);
});
