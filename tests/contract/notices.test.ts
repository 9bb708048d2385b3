import { createHmac } from 'node:crypto';
import { connect } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { login } from '#core/contract/account/session.ts';
import { API_BASE } from '#core/contract/endpoint.ts';
import { signNotice } from '#server/adapters/bank/airwallex.ts';
import { askAgain } from '#server/services/operation/webhooks/heed-notice.ts';
import { Airwallex } from '#tests/support/airwallex.ts';
import { type InProcess, person, startInProcess } from '#tests/support/in-process.ts';
import { Provider } from '#tests/support/provider.ts';
import { withParties } from '#tests/support/with-parties.ts';

let base: InProcess;
let server: InProcess;
let review = 'pending';
const reviewed = (): string => `{"review":{"reviewStatus":"${review}"}}`;
const provider = new Provider(reviewed);
const MINUTE = 60_000;

beforeAll(async () => {
  base = await startInProcess();
  server = await withParties(base, {
    SANDBOX: 'market,forex,geolocation,mail,payment,custody,bank,merchants,screening,travelRule',
    SUMSUB_URL: await provider.start(),
    SUMSUB_APP_TOKEN: 'app',
    SUMSUB_SECRET_KEY: 'secret',
    SUMSUB_WEBHOOK_SECRET: 'hook',
    SUMSUB_LEVEL: 'basic',
    SUMSUB_RECOVERY_LEVEL: 'same-person',
  });
});
afterAll(async () => {
  await server.close();
  await base.close();
  await provider.stop();
});
beforeEach(() => {
  provider.seen.length = 0;
  review = 'pending';
  provider.answerWith(reviewed);
});

// What one test leaves unanswered is not asked about in another.
afterEach(() => base.deps.db.deleteFrom('provider_notices').execute());

const sign = (body: string): string => createHmac('sha256', 'hook').update(body).digest('hex');

const send = async (
  body: string,
  { digest = sign(body), algorithm = 'HMAC_SHA256_HEX' } = {},
): Promise<number> => {
  const headers = { 'x-payload-digest-alg': algorithm, 'x-payload-digest': digest };
  return (await fetch(`${server.url}/webhooks/identity`, { method: 'POST', body, headers })).status;
};

const about = (id: string): string => JSON.stringify({ externalUserId: id });

/** What was logged as an error, with its stack, since `from`. */
const errorsSince = (from: number): readonly string[] =>
  server.log.slice(from).filter((line) => line.includes('"stack"') || line.includes('"error"'));

test.each(['__proto__', 'constructor', 'toString', '', 'HMAC_SHA1_HEX'])(
  'HARD-32 a notice signed by the algorithm %j is refused, and nothing is logged as a failure',
  async (algorithm) => {
    const from = server.log.length;
    expect(await send(about('u1'), { algorithm })).toBe(401);
    expect(errorsSince(from)).toEqual([]);
    expect(provider.seen).toEqual([]);
  },
);

test.each([
  ['a NUL', about('a\0b')],
  ['half a character', '{"externalUserId":"a\\ud800"}'],
  ['nothing', about('')],
  ['a page of text', about('x'.repeat(10_000))],
  ['a number', '{"externalUserId":7}'],
  ['no id', '{}'],
])(
  'HARD-32 a signed notice whose id is %s is refused for good, not asked about',
  async (_, body) => {
    const from = server.log.length;
    expect(await send(body)).toBe(400);
    expect(errorsSince(from)).toEqual([]);
    expect(provider.seen).toEqual([]);
  },
);

test.each([
  ['followed by other signs', (right: string) => `${right}zz!!`],
  ['with half a byte more', (right: string) => `${right}a`],
  ['with a byte more', (right: string) => `${right}ab`],
  ['with a sign in the middle', (right: string) => `${right.slice(0, 32)}-${right.slice(32)}`],
])('HARD-32 the right signature %s is a wrong one', async (_, change) => {
  const { id } = await person(server.deps);
  expect(await send(about(id), { digest: change(sign(about(id))) })).toBe(401);
  expect(await send(about(id), { digest: sign(about(id)).toUpperCase() })).toBe(204);
});

test('HARD-32 three hundred copies of a notice ask the provider once, and once more after a minute', async () => {
  const { id } = await person(server.deps);
  const statuses = await Promise.all(Array.from({ length: 300 }, () => send(about(id))));
  expect(new Set(statuses)).toEqual(new Set([204]));
  expect(provider.seen).toHaveLength(1);
  await askAgain(server.deps);
  expect(provider.seen).toHaveLength(1);
  server.deps.clock.advance(MINUTE + 1000);
  await Promise.all([askAgain(server.deps), askAgain(server.deps)]);
  expect(provider.seen).toHaveLength(2);
  server.deps.clock.advance(MINUTE + 1000);
  await askAgain(server.deps);
  expect(provider.seen, 'no copy came since').toHaveLength(2);
});

const statusOf = async (id: string): Promise<string> =>
  (
    await server.deps.db
      .selectFrom('users')
      .select('kyc_status')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).kyc_status;

test('HARD-32 news that a copy stands for within that minute is heard when the minute is over', async () => {
  const { id } = await person(server.deps);
  await send(about(id));
  expect(await statusOf(id)).toBe('submitted');
  review = 'init';
  await send(about(id));
  expect(await statusOf(id)).toBe('submitted');
  server.deps.clock.advance(MINUTE + 1000);
  await askAgain(server.deps);
  expect(await statusOf(id)).toBe('incomplete');
});

test('HARD-32 a copy that comes while the provider is being asked is not taken for answered', async () => {
  const { id } = await person(server.deps);
  let second: Promise<number> | undefined;
  provider.answerWith(() => {
    second ??= send(about(id));
    return '{"review":{"reviewStatus":"pending"}}';
  });
  await send(about(id));
  await second;
  provider.answerWith(() => `{"review":{"reviewStatus":"init"}}`);
  server.deps.clock.advance(MINUTE + 1000);
  await askAgain(server.deps);
  expect(await statusOf(id)).toBe('incomplete');
});

test('HARD-32 another notice about the same customer is asked about at once', async () => {
  const { id } = await person(server.deps);
  await send(about(id));
  review = 'init';
  await send(JSON.stringify({ externalUserId: id, type: 'applicantReset' }));
  expect(await statusOf(id)).toBe('incomplete');
});

test('HARD-32 a provider that does not answer is asked again by ourselves until it does', async () => {
  const { id } = await person(server.deps);
  provider.answerWith(() => ({ status: 500 }));
  expect(await send(about(id))).toBe(503);
  provider.answerWith(reviewed);
  server.deps.clock.advance(MINUTE + 1000);
  await askAgain(server.deps);
  expect(await statusOf(id)).toBe('submitted');
});

/** Begins a request by hand and breaks its body off in the way given; resolves once that is logged. */
async function breakOff(path: string, head: string, body: string): Promise<void> {
  const from = server.log.length;
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  socket.resume();
  // What was written arrives before the end of it.
  socket.end(`POST ${path} HTTP/1.1\r\nHost: localhost\r\n${head}\r\n\r\n${body}`);
  await expect.poll(() => server.log.slice(from).some((line) => line.includes(path))).toBe(true);
  expect(errorsSince(from)).toEqual([]);
  expect(server.log.slice(from).join('\n')).toContain('"status":400');
}

test.each([
  ['in a chunk', 'Transfer-Encoding: chunked', '10\r\nabc'],
  ['by a chunk that is none', 'Transfer-Encoding: chunked', '3\r\nabc\r\nzz\r\n'],
  ['before its length', 'Content-Length: 100', 'abc'],
])('HARD-32 a body broken off %s is the caller’s failure at any route', async (_, head, body) => {
  for (const path of [`${API_BASE}${login.path}`, '/webhooks/identity', '/sandbox/deposit']) {
    await breakOff(path, head, body);
  }
});

const approve = ({ id }: { readonly id: string }) =>
  server.deps.db
    .updateTable('users')
    .set({ kyc_status: 'approved' })
    .where('id', '=', id)
    .execute();
const casesOf = (id: string) =>
  server.deps.db
    .selectFrom('identity_cases')
    .select(['match', 'decided_at'])
    .where('user_id', '=', id)
    .execute();
/** What the provider itself says of a customer whom it does not know. */
const unknown = { status: 404, body: '{"code":404,"description":"Applicant not found"}' };

/** Time passes, and again and again whatever is due is asked about. */
async function pass(times: number, minutes = 1): Promise<void> {
  for (let time = 0; time < times; time++) {
    server.deps.clock.advance(minutes * MINUTE);
    await askAgain(server.deps);
  }
}

test('READ-15 an applicant who was deleted at the provider is an answer: a case for officers, and asked about no more', async () => {
  const who = await person(server.deps);
  await approve(who);
  provider.answerWith(() => unknown);
  const deleted = JSON.stringify({ externalUserId: who.id, type: 'applicantDeleted' });
  expect(await send(deleted)).toBe(204);
  expect(await statusOf(who.id)).toBe('submitted');
  expect(await casesOf(who.id)).toEqual([{ match: 'unnamed', decided_at: null }]);
  expect(provider.seen).toHaveLength(1);
  await pass(10);
  expect(provider.seen).toHaveLength(1);
  // Another notice leaves the case with the officers.
  expect(await send(about(who.id))).toBe(204);
  expect(await statusOf(who.id)).toBe('submitted');
  expect(await casesOf(who.id)).toHaveLength(1);
});

test('READ-15 somebody whom the provider never knew has not begun, and is no case', async () => {
  const { id } = await person(server.deps);
  provider.answerWith(() => unknown);
  expect(await send(about(id))).toBe(204);
  expect(await statusOf(id)).toBe('not_started');
  expect(await casesOf(id)).toEqual([]);
});

test.each([
  ['a page', { status: 404, body: '<html>not found</html>' }],
  ['the words of a gateway', { status: 404, body: '{"message":"no Route matched"}' }],
  ['nothing', { status: 404 }],
])('READ-15 a wrong address, which answers with %s, takes no approval back', async (_, answer) => {
  const who = await person(server.deps);
  await approve(who);
  provider.answerWith(() => answer);
  expect(await send(about(who.id))).toBe(503);
  expect(await statusOf(who.id)).toBe('approved');
  expect(await casesOf(who.id)).toEqual([]);
});

test('READ-15 a notice that nobody answers is asked about for ever, and ever more seldom', async () => {
  const { id } = await person(server.deps);
  provider.answerWith(() => '<html>');
  expect(await send(about(id))).toBe(503);
  await pass(24 * 12, 5);
  expect(provider.seen.length).toBeGreaterThan(24);
  expect(provider.seen.length).toBeLessThan(40);
  provider.answerWith(reviewed);
  await pass(12, 5);
  expect(await statusOf(id)).toBe('submitted');
});

test('READ-15 what the bank does not know is not asked about again, and its payouts not at all', async () => {
  const bank = new Airwallex();
  await bank.start(server.deps.clock.now);
  const own = await withParties(base, {
    SANDBOX:
      'market,forex,geolocation,mail,identity,payment,custody,merchants,screening,travelRule',
    ...bank.env(),
  });
  const notify = async (name: string) => {
    const body = JSON.stringify({ name, data: { id: 'nothing-of-ours' } });
    const at = own.deps.clock.now();
    const headers = { 'x-timestamp': `${at}`, 'x-signature': signNotice('secret', at, body) };
    return (await fetch(`${own.url}/webhooks/bank`, { method: 'POST', body, headers })).status;
  };
  const asked = () => bank.provider.seen.filter(({ path }) => path.includes('nothing-of-ours'));
  expect(await notify('deposit.settled')).toBe(200);
  expect(asked()).toHaveLength(1);
  for (let minute = 0; minute < 5; minute++) {
    own.deps.clock.advance(MINUTE);
    await askAgain(own.deps);
  }
  expect(asked()).toHaveLength(1);
  expect(await notify('payout.transfer.paid')).toBe(200);
  expect(asked()).toHaveLength(1);
  await own.close();
  await bank.stop();
});
