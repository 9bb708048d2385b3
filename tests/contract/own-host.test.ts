import { request } from 'node:http';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { noSandbox, withParties } from '#tests/support/with-parties.ts';
import { sharedWorld } from '#tests/support/world.ts';

const kopa = sharedWorld({ env: { PUBLIC_URL: 'https://demo.kopa.example' } });

const asked = (url: string, host: string, path: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const headers = { host, 'sec-fetch-site': 'same-origin' };
    request({ hostname, port, path, headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on('error', reject)
      .end();
  });

test.each([
  'rebind.evil.example',
  'localhost.evil.example',
  'evil.example:8080',
  'demo.kopa.example.evil.example',
  '10.0.0.7',
])('HARD-44 with a sandbox on, %s is not a host of this server', async (host) => {
  for (const path of ['/sandbox/inbox', '/', '/api/forex', '/healthz']) {
    expect(await asked(kopa.url, host, path), path).toBe(403);
  }
});

test.each(['localhost', 'LOCALHOST:1', '127.0.0.1:8080', '[::1]:9', 'demo.kopa.example'])(
  'HARD-44 with a sandbox on, %s is served on any port',
  async (host) => {
    expect(await asked(kopa.url, host, '/sandbox/inbox')).toBe(200);
  },
);

test('HARD-44 without a sandbox the proxy in front decides about hosts', async () => {
  const real = await withParties(kopa, noSandbox);
  try {
    expect(await asked(real.url, '10.0.0.7', '/healthz')).toBe(200);
  } finally {
    await real.close();
  }
});

/** The first line of the answer to a request written by hand. */
const written = (headers: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(kopa.url);
    const socket = connect(Number(port), hostname);
    let text = '';
    socket.on('error', reject);
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.on('close', () => resolve(text.split('\r\n')[0] ?? ''));
    socket.write(`GET /healthz HTTP/1.1\r\n${headers}\r\nConnection: close\r\n\r\n`);
  });

test('HARD-44 a request that names two hosts is refused, also where both are ours', async () => {
  expect(await written('Host: localhost')).toContain(' 200 ');
  expect(await written('Host: localhost\r\nHost: evil.example')).toContain(' 400 ');
  expect(await written('Host: localhost\r\nhOST: localhost')).toContain(' 400 ');
});
