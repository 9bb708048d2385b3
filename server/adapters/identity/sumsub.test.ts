import { createHmac } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import { parseExactJson } from '#server/adapters/party/exact-json.ts';
import { Provider } from '#tests/support/provider.ts';
import { statusOfReview, sumsubIdentity } from './sumsub.ts';

let provider: Provider | undefined;
afterEach(() => provider?.stop());

const connect = async (answer: ConstructorParameters<typeof Provider>[0]) => {
  provider = new Provider(answer);
  const baseUrl = await provider.start();
  const settings = {
    baseUrl,
    appToken: 'app',
    secretKey: 'secret',
    webhookSecret: 'hook',
    oldWebhookSecret: 'hook of before',
    levelName: 'basic',
    againLevelName: 'same-person',
  };
  return { provider, identity: sumsubIdentity(settings, () => 1_700_000_000_500) };
};

const APPLICANT = { id: 'u1', email: 'a@b.co', first: 'Jo', last: 'Bloggs', born: '1990-01-02' };

test('KYC-02 the access token is requested with a signed call', async () => {
  const { provider: seen, identity } = await connect(() => '{"token":"_act-sbx-1","userId":"u1"}');
  expect(await identity.accessToken(APPLICANT)).toBe('_act-sbx-1');
  const request = seen.seen.find(({ path }) => path.includes('accessTokens'));
  expect(request?.path).toBe('/resources/accessTokens/sdk');
  expect(request?.headers['x-app-token']).toBe('app');
  expect(request?.headers['x-app-access-ts']).toBe('1700000000');
  expect(request?.headers['x-app-access-sig']).toBe(
    createHmac('sha256', 'secret')
      .update(`1700000000POST/resources/accessTokens/sdk${request?.body}`)
      .digest('hex'),
  );
  expect(JSON.parse(request?.body ?? '')).toMatchObject({ userId: 'u1', levelName: 'basic' });
});

test('KYC-01 KYC-03 every review is mapped to one of our statuses', () => {
  const status = (review: string) => statusOfReview(parseExactJson(`{"review":${review}}`));
  expect(status('{"reviewStatus":"init"}')).toBe('incomplete');
  expect(status('{"reviewStatus":"pending"}')).toBe('submitted');
  expect(status('{"reviewStatus":"onHold"}')).toBe('submitted');
  const done = (result: string) => status(`{"reviewStatus":"completed","reviewResult":${result}}`);
  expect(done('{"reviewAnswer":"GREEN"}')).toBe('approved');
  expect(done('{"reviewAnswer":"RED","reviewRejectType":"FINAL"}')).toBe('rejected');
  expect(done('{"reviewAnswer":"RED","reviewRejectType":"RETRY"}')).toBe('incomplete');
  expect(status('{}')).toBeUndefined();
});

test('KYC-01 BEY-19 a review waiting for the customer is unfinished, one waiting for a service is under way', () => {
  const status = (review: string) => statusOfReview(parseExactJson(`{"review":${review}}`));
  expect(status('{"reviewStatus":"awaitingUser"}')).toBe('incomplete');
  const green = '"reviewResult":{"reviewAnswer":"GREEN"}';
  expect(status(`{"reviewStatus":"awaitingService",${green}}`)).toBe('submitted');
});

test('KYC-03 what the page reports changes nothing at the real provider', async () => {
  const { provider: seen, identity } = await connect(() => '{"review":{"reviewStatus":"pending"}}');
  await identity.widgetReported('u1', { status: 'approved' });
  expect(await identity.review('u1')).toEqual({ status: 'submitted' });
  expect(seen.seen.map(({ path }) => path)).toEqual([
    '/resources/applicants/-;externalUserId=u1/one',
  ]);
});

test('HARD-25 what the reviewer asks for comes with the review', async () => {
  const retry =
    '{"reviewAnswer":"RED","reviewRejectType":"RETRY","moderationComment":"Too dark.","clientComment":"for us"}';
  const { identity } = await connect(
    () => `{"review":{"reviewStatus":"completed","reviewResult":${retry}}}`,
  );
  expect(await identity.review('u1')).toEqual({ status: 'incomplete', comment: 'Too dark.' });
});

test('HARD-74 the review brings the name in Latin letters, as the check read it', async () => {
  const info =
    '"info":{"firstName":"अमित","firstNameEn":"Amit","lastName":"कुमार","lastNameEn":"Kumar"}';
  const review = '"review":{"reviewStatus":"completed","reviewResult":{"reviewAnswer":"GREEN"}}';
  const { identity } = await connect(() => `{${info},${review}}`);
  expect(await identity.review('u1')).toEqual({
    ...{ status: 'approved', latinName: 'Amit Kumar' },
    person: { first: 'अमित', last: 'कुमार', born: '', country: '' },
  });
});

test('KYC-04 a provider that fails is unavailable, not a status', async () => {
  const { identity } = await connect(() => ({ status: 500, body: '{"token":"x"}' }));
  expect(await identity.accessToken(APPLICANT)).toBeUndefined();
  expect(await identity.review('u1')).toBeUndefined();
});

test('KYC-03 a notice is believed only with its signature', async () => {
  const { identity } = await connect(() => '{}');
  const body = Buffer.from('{"type":"applicantReviewed","externalUserId":"u7"}');
  const digest = createHmac('sha256', 'hook').update(body).digest('hex');
  const notice = (payload: Buffer, headers: Record<string, string>) =>
    identity.customerOfNotice(payload, (name) => headers[name]);
  const good = { 'x-payload-digest': digest, 'x-payload-digest-alg': 'HMAC_SHA256_HEX' };
  expect(notice(body, good)).toEqual({ kind: 'about', id: 'u7' });
  expect(notice(Buffer.from(`${body} `), good)).toEqual({ kind: 'forged' });
  expect(notice(body, { ...good, 'x-payload-digest': digest.slice(2) })).toEqual({
    kind: 'forged',
  });
  expect(notice(body, { ...good, 'x-payload-digest-alg': 'HMAC_SHA1_HEX' })).toEqual({
    kind: 'forged',
  });
  expect(notice(body, {})).toEqual({ kind: 'forged' });
});

test('HARD-22 a check that is made once more has a name and a level of its own', async () => {
  const { provider: seen, identity } = await connect(() => '{"token":"_act-2"}');
  expect(await identity.accessToken(APPLICANT, 'again-7')).toBe('_act-2');
  expect(JSON.parse(seen.seen[0]?.body ?? '')).toMatchObject({
    userId: 'u1',
    levelName: 'same-person',
    externalActionId: 'again-7',
  });
});

const action = (name: string, answer: string): string =>
  `{"externalActionId":"${name}","review":{"reviewStatus":"completed","reviewResult":{"reviewAnswer":"${answer}"}}}`;

test.each([
  ['as documented', (items: string) => `{"items":[${items}],"totalItems":2}`],
  ['as documented before', (items: string) => `{"list":{"items":[${items}]}}`],
])('HARD-22 what came of it is that of the action so named, listed %s', async (_, list) => {
  const items = `${action('again-1', 'GREEN')},${action('again-2', 'RED')}`;
  const { provider: seen, identity } = await connect(({ path }) =>
    path.startsWith('/resources/applicants/') ? '{"id":"a1"}' : list(items),
  );
  expect(await identity.review('u1', 'again-1')).toMatchObject({ status: 'approved' });
  expect(await identity.review('u1', 'again-2')).toMatchObject({ status: 'incomplete' });
  expect(await identity.review('u1', 'again-3')).toMatchObject({ status: 'incomplete' });
  expect(seen.seen[1]?.path).toBe(
    '/resources/applicantActions/-;applicantId=a1?limit=100&order=-createdAt',
  );
});

test('HARD-22 a provider that lists nothing is unavailable: nobody is approved by the first check', async () => {
  const { identity } = await connect(
    () =>
      '{"id":"a1","review":{"reviewStatus":"completed","reviewResult":{"reviewAnswer":"GREEN"}}}',
  );
  expect(await identity.review('u1', 'again-1')).toBeUndefined();
  expect(await identity.review('u1')).toMatchObject({ status: 'approved' });
});

test('READ-09 the person of the document is read, and an answer without one names nobody', async () => {
  const review = '"review":{"reviewStatus":"completed","reviewResult":{"reviewAnswer":"GREEN"}}';
  let info = '"info":{"firstName":"IVAN","lastName":"LISTED","dob":"1961-05-05","country":"RUS"},';
  const { identity } = await connect(() => `{${info}${review}}`);
  const person = async () => (await identity.review('u1'))?.person;
  expect(await person()).toEqual({
    ...{ first: 'IVAN', last: 'LISTED', born: '1961-05-05', country: 'RU' },
  });
  info = '';
  expect(await person()).toBeUndefined();
});

test('READ-09 what the customer said of themselves is sent once, to be held against their documents', async () => {
  let known = '';
  const { provider: seen, identity } = await connect(({ path }) => {
    if (path.includes('accessTokens')) return '{"token":"t"}';
    return path.endsWith('/one') && known === ''
      ? { status: 404, body: '{"code":404}' }
      : known || '{"id":"a1"}';
  });
  const sent = async () => {
    seen.seen.length = 0;
    await identity.accessToken(APPLICANT);
    return seen.seen
      .filter(({ path, body }) => body !== '' && !path.includes('accessTokens'))
      .map(({ path, body }) => [path, JSON.parse(body)]);
  };
  const fixedInfo = { firstName: 'Jo', lastName: 'Bloggs', dob: '1990-01-02' };
  expect(await sent()).toEqual([
    ['/resources/applicants?levelName=basic', { externalUserId: 'u1', email: 'a@b.co', fixedInfo }],
  ]);
  // One from before it was sent.
  known = '{"id":"a1"}';
  expect(await sent()).toEqual([['/resources/applicants/a1/fixedInfo', fixedInfo]]);
  known = '{"id":"a1","fixedInfo":{"firstName":"Jo"}}';
  expect(await sent()).toEqual([]);
});

test('HARD-98 while the secret of notices changes, those with the old one are believed as well', async () => {
  const { identity } = await connect(() => '{}');
  const body = Buffer.from('{"type":"applicantReviewed","externalUserId":"u7"}');
  const signed = (secret: string) => {
    const headers: Record<string, string> = {
      'x-payload-digest': createHmac('sha256', secret).update(body).digest('hex'),
      'x-payload-digest-alg': 'HMAC_SHA256_HEX',
    };
    return identity.customerOfNotice(body, (name) => headers[name]);
  };
  expect(signed('hook of before')).toEqual({ kind: 'about', id: 'u7' });
  expect(signed('hook')).toEqual({ kind: 'about', id: 'u7' });
  for (const other of ['', 'another']) expect(signed(other)).toEqual({ kind: 'forged' });
});
