import { afterAll, beforeAll, expect, test } from 'vitest';
import { API_BASE } from '#core/contract/endpoint.ts';
import { forexPath } from '#core/contract/market/forex.ts';
import { geolocationPath } from '#core/contract/market/geolocation.ts';
import { livePath } from '#core/contract/market/live.ts';
import { sharePath } from '#core/routes.ts';
import { callHostilely, callParts, INNARDS } from '#tests/support/hostile-calls.ts';
import { type InProcess, startInProcess } from '#tests/support/in-process.ts';

let server: InProcess;
beforeAll(async () => {
  server = await startInProcess();
});
afterAll(() => server.close());

// Each field of each call once, and two values of chance: many more run in tests/long.
const roles = ['nobody', 'user', 'compliance', 'admin'] as const;
const parts = callParts(10).map((names, at) => ({ names, part: at + 1 }));
for (const role of roles) {
  test.each(parts)(
    `HARD-67 hostile values in every call of the contract are no failure of ours, as ${role}, part $part`,
    ({ names }) => callHostilely(server, role, 2, names),
    120_000,
  );
}

const odd = [
  ...[
    '',
    '%00',
    '%ff%fe',
    '%ED%A0%80',
    '%',
    '__proto__',
    '9'.repeat(400),
    '../..',
    'x'.repeat(7_000),
  ],
];

/** The routes beside the contract: what follows them comes from anybody. */
const asked = [
  ...[`${forexPath}?base=`, `${geolocationPath}?country=`, `${livePath}?x=`, `${API_BASE}/`],
  ...['/not-me?token=', '/healthz?', '/', '/assets/', `${sharePath}?link=`, '/sandbox?'],
  ...['/.well-known/security.txt?', '/sandbox/inbox?to=', '/sandbox/transaction/', '/sandbox/pay/'],
];
const posted = [
  ...['/webhooks/payment', '/webhooks/bank', '/webhooks/custody', '/not-me', sharePath],
  ...[
    'deposit',
    'blocks',
    'kyc',
    'tax',
    'market',
    'merchant',
    'withdrawal',
    'events/x',
    'pay/x',
  ].map((one) => `/sandbox/${one}`),
];
const bodies = [
  ...[
    '',
    '\0',
    '[',
    'null',
    '1e999',
    '[]',
    '{"__proto__":{"amount":1}}',
    '['.repeat(20_000),
    'token=%00',
  ],
  '{"email":"a\\u0000","currency":"BTC","amount":"1e999","asset":"\\ud800","price":-1,"status":{}}',
];
const types = ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data', 'x'];

test('HARD-67 hostile addresses, headers and bodies of the routes beside the contract are no failure of ours', async () => {
  const before = server.log.length;
  const send = async (path: string, request: RequestInit): Promise<void> => {
    const reply = await fetch(server.url + path, { ...request, redirect: 'manual' });
    expect(reply.status, `${path} ${String(request.body).slice(0, 30)}`).toBeLessThan(500);
    expect(await reply.text()).not.toMatch(INNARDS);
  };
  for (const path of asked) {
    for (const value of odd) {
      const headers = { 'last-event-id': value, range: `bytes=${value}`, cookie: `a=${value}` };
      await send(path + value, { headers });
    }
  }
  for (const path of posted) {
    for (const body of bodies) {
      for (const type of types) {
        await send(path, { method: 'POST', body, headers: { 'content-type': type } });
      }
    }
  }
  expect(server.log.slice(before).filter((line) => line.includes('"level":"error"'))).toEqual([]);
});
