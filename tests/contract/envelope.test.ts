import { afterAll, beforeAll, expect, test } from 'vitest';
import { getNewToken, login } from '#core/contract/account/session.ts';
import { API_BASE } from '#core/contract/endpoint.ts';
import { endpoints } from '#core/contract/endpoints.ts';
import { getInstruments, swapCrypto } from '#core/contract/money/swap.ts';
import { developmentKey } from '#core/envelope/development-key.ts';
import { seal, transportKey } from '#core/envelope/envelope.ts';
import { transport } from '#tests/support/api-client.ts';
import { type InProcess, type Person, person, startInProcess } from '#tests/support/in-process.ts';
import { hex32, rawCall, sealedBody } from '#tests/support/raw-call.ts';

let server: InProcess;
let someone: Person;
beforeAll(async () => {
  server = await startInProcess();
  someone = await person(server.deps);
});
afterAll(() => server.close());

const malformed = {
  status: 400,
  body: {
    nonce: expect.stringMatching(/^[0-9a-f]{32}$/),
    status: 'error',
    code: 'MALFORMED',
    message: 'The request could not be read.',
  },
};
const repeated = {
  status: 409,
  body: expect.objectContaining({ status: 'error', code: 'REPEATED' }),
};
const send = (body: string | Uint8Array<ArrayBuffer>) =>
  rawCall(server.url, getInstruments, body, { credential: someone.credential });

test('NET-01 a sealed body with a fresh nonce gets a sealed answer with a nonce of its own', async () => {
  const nonce = hex32();
  const { status, body } = await send(sealedBody({}, nonce));
  expect(status).toBe(200);
  expect(body).toMatchObject({ status: 'success', nonce: expect.stringMatching(/^[0-9a-f]{32}$/) });
  expect(body?.nonce).not.toBe(nonce);
});

test('NET-01 every call is a POST: in no other way one is answered', async () => {
  for (const { path } of Object.values(endpoints)) {
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const asked = await fetch(`${server.url}${API_BASE}${path}`, { method });
      expect([path, method, asked.status]).toEqual([path, method, 404]);
    }
  }
});

const good = () => seal(transport, {}, hex32());
const bodies: readonly (readonly [string, () => string | Uint8Array<ArrayBuffer>])[] = [
  ['nothing', () => ''],
  ['no JSON', () => '{"req":'],
  ['a list', () => '[]'],
  ['null', () => 'null'],
  ['no req', () => '{}'],
  ['req that is a number', () => '{"req":1}'],
  ['bad base64', () => '{"req":"@@@"}'],
  ['an empty req', () => '{"req":""}'],
  ['half a block', () => JSON.stringify({ req: btoa('short') })],
  ['a truncated envelope', () => JSON.stringify({ req: good().slice(0, -24) })],
  [
    'a changed envelope',
    () => JSON.stringify({ req: good().replace(/^./, (first) => (first === 'A' ? 'B' : 'A')) }),
  ],
  ['a wrong key', () => sealedBody({}, hex32(), transportKey('11'.repeat(32), '22'.repeat(16)))],
  [
    'a sealed list',
    () => JSON.stringify({ req: seal(transport, Object.assign([], { x: 1 }), '') }),
  ],
  ['no nonce', () => sealedBody({}, '')],
  ['a nonce of capitals', () => sealedBody({}, 'A'.repeat(32))],
  ['a short nonce', () => sealedBody({}, 'ab12')],
  ['bytes that are no UTF-8', () => new Uint8Array([0x7b, 0xff, 0xfe, 0x7d])],
  ['a body beyond 64 KB', () => sealedBody({ padding: 'x'.repeat(80_000) })],
  ['a schema it does not fit', () => sealedBody({ limit: 'many' })],
];

test.each(bodies)(
  'NET-01 %s is refused with the one answer for malformed requests',
  async (_, make) => {
    expect(await send(make())).toEqual(malformed);
  },
);

test('HARD-05 an envelope is accepted once: a replay is refused with a code of its own, in the same session and anonymously', async () => {
  const body = sealedBody({});
  expect((await send(body)).status).toBe(200);
  expect(await send(body)).toEqual(repeated);
  const anonymous = sealedBody({ refreshToken: 'x'.repeat(43) });
  expect((await rawCall(server.url, getNewToken, anonymous)).status).toBe(401);
  expect(await rawCall(server.url, getNewToken, anonymous)).toEqual(repeated);
});

test('of twenty copies of one envelope sent at once, exactly one is accepted', async () => {
  const body = sealedBody({});
  const replies = await Promise.all(Array.from({ length: 20 }, () => send(body)));
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(replies.filter(({ status }) => status === 409)).toHaveLength(19);
});

test('a nonce is used up only after the session has been checked', async () => {
  const body = sealedBody({});
  const stranger = { token: 'x'.repeat(43), refreshToken: 'y'.repeat(43) };
  const refused = await rawCall(server.url, getInstruments, body, { credential: stranger });
  expect(refused.status).toBe(401);
  expect((await send(body)).status).toBe(200);
});

test('NET-03 a call without a matching cookie and header, or from another site, is refused', async () => {
  const attempts: readonly Readonly<Record<string, string>>[] = [
    { cookie: '' },
    { 'x-xsrf-token': '' },
    { 'x-xsrf-token': hex32() },
    { cookie: 'XSRF-TOKEN=short', 'x-xsrf-token': 'short' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ];
  for (const headers of attempts) {
    const reply = await rawCall(server.url, getInstruments, sealedBody({}), {
      credential: someone.credential,
      headers,
    });
    expect(reply).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
  }
  const own = await rawCall(server.url, getInstruments, sealedBody({}), {
    credential: someone.credential,
    headers: { 'sec-fetch-site': 'same-origin' },
  });
  expect(own.status).toBe(200);
});

test('NET-03 a browser that keeps no cookies is told that it blocks them', async () => {
  const reply = await rawCall(server.url, getInstruments, sealedBody({}), {
    credential: someone.credential,
    headers: { cookie: '', 'x-xsrf-token': hex32() },
  });
  expect(reply).toMatchObject({
    status: 403,
    body: { code: 'FORBIDDEN', message: expect.stringContaining('Your browser blocks cookies.') },
  });
});

test('NET-01 while the key is rotated, the old one still works and its requests are answered with it', async () => {
  const old = { TRANSPORT_KEY_OLD: '33'.repeat(16), TRANSPORT_IV_OLD: '44'.repeat(16) };
  const rotating = await startInProcess({ env: old });
  const oldKey = transportKey(old.TRANSPORT_KEY_OLD, old.TRANSPORT_IV_OLD);
  for (const key of [transport, oldKey]) {
    const body = sealedBody({ email: 'a@kopa.test', password: 'x' }, hex32(), key);
    const reply = await rawCall(rotating.url, login, body, { key });
    expect(reply).toMatchObject({ status: 422, body: { code: 'INVALID_CREDENTIALS' } });
  }
  await rotating.close();
});

test('HARD-84 while the key rolls, every server answers the pages of both builds, the old ones first', async () => {
  const next = { TRANSPORT_KEY: '33'.repeat(16), TRANSPORT_IV: '44'.repeat(16) };
  const { key, iv } = developmentKey;
  const steps = [
    { TRANSPORT_KEY_OLD: next.TRANSPORT_KEY, TRANSPORT_IV_OLD: next.TRANSPORT_IV },
    { ...next, TRANSPORT_KEY_OLD: key, TRANSPORT_IV_OLD: iv },
  ];
  const both = await Promise.all(steps.map((env) => startInProcess({ env })));
  const pages = [transport, transportKey(next.TRANSPORT_KEY, next.TRANSPORT_IV)];
  const asked = both.flatMap(({ url }) => pages.map((page) => ({ url, page })));
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => asked)
      .flat()
      .map(({ url, page }) => {
        const body = sealedBody({ email: 'a@kopa.test', password: 'x' }, hex32(), page);
        return rawCall(url, login, body, { key: page });
      }),
  );
  expect(answers).toHaveLength(20);
  for (const { body } of answers) {
    expect(body, 'the page can read it').toMatchObject({ status: 'error' });
    expect(['INVALID_CREDENTIALS', 'TOO_MANY']).toContain(body?.code);
  }
  await Promise.all(both.map((one) => one.close()));
});

test('a payload of the wrong shape causes no 5xx at any endpoint', async () => {
  const payloads: readonly object[] = [
    {},
    { email: 1 },
    { amount: null },
    { constructor: 'x' },
    JSON.parse('{"__proto__":{"role":"admin"}}'),
  ];
  for (const endpoint of Object.values(endpoints)) {
    const { credential } = await person(server.deps);
    for (const payload of payloads) {
      const reply = await rawCall(server.url, endpoint, sealedBody(payload), { credential });
      expect(reply.status, endpoint.path).toBeLessThan(500);
      expect(reply.body, endpoint.path).toBeDefined();
    }
    const broken = await rawCall(server.url, endpoint, '{"req":"AAAA"}', { credential });
    expect(broken, endpoint.path).toEqual(malformed);
  }
});

const amounts = [
  ...['1e9', '1e-7', '٣', '1,5', '-1', '+1', ' 1', '0x10', 'NaN', 'Infinity', '', '.', '1.', '.5'],
  ...['1.2.3', '１', '1\u0000', '9'.repeat(41), `0.${'0'.repeat(40)}1`],
];

test.each(amounts)('BEY-07 the amount %j is not read as a number', async (amount) => {
  const reply = await rawCall(
    server.url,
    swapCrypto,
    sealedBody({ sourceCurrencyId: 'BTC', targetCurrencyId: 'USDC', sourceCurrencyAmount: amount }),
    { credential: someone.credential },
  );
  expect(reply).toEqual(malformed);
});

test.each([1, 1.5, null, {}, ['1'], true])(
  'BEY-07 the amount %j is not a string and is refused',
  async (amount) => {
    const reply = await rawCall(
      server.url,
      swapCrypto,
      sealedBody({
        sourceCurrencyId: 'BTC',
        targetCurrencyId: 'USDC',
        sourceCurrencyAmount: amount,
      }),
      { credential: someone.credential },
    );
    expect(reply).toEqual(malformed);
  },
);

test('an unknown path below the API is answered sealed', async () => {
  const reply = await rawCall(server.url, { path: '/users/none' }, sealedBody({}));
  expect(reply).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
});

test('an idle connection outlives a proxy’s minute, so that none is closed under a request', async () => {
  const answer = await fetch(`${server.url}/healthz`);
  expect(answer.headers.get('keep-alive')).toBe('timeout=75');
});
