import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { deleteAccount } from '#core/contract/account/account.ts';
import {
  getKycStatus,
  getSumsubToken,
  type KycData,
  updateKycStatus,
} from '#core/contract/account/identity.ts';
import { listNotices } from '#core/contract/account/notifications.ts';
import type { Review } from '#server/adapters/identity/identity.ts';
import { setSandboxReview } from '#server/adapters/identity/sandbox-identity.ts';
import { syncKyc } from '#server/services/customers/identity/kyc.ts';
import { eventually } from '#tests/support/eventually.ts';
import {
  type InProcess,
  type Person,
  password,
  person,
  startInProcess,
} from '#tests/support/in-process.ts';
import { Provider } from '#tests/support/provider.ts';
import { Sandbox } from '#tests/support/sandbox.ts';
import { withParties } from '#tests/support/with-parties.ts';

let server: InProcess;
let sandbox: Sandbox;
beforeAll(async () => {
  server = await startInProcess();
  sandbox = new Sandbox(server.url);
});
afterAll(() => server.close());

const statusOf = async (where: InProcess, { credential }: Person): Promise<string | undefined> => {
  const { data } = await where.api.must(getKycStatus, {}, { credential });
  return data.kyc_data.find(({ kyc_property }) => kyc_property === 'kyc_status')?.kyc_value;
};

test('KYC-01 a new customer has not started; a status that the server does not know reads as pending', async () => {
  const someone = await person(server.deps);
  expect(await statusOf(server, someone)).toBe('not_started');
  await server.deps.db
    .updateTable('users')
    .set({ kyc_status: 'odd' })
    .where('id', '=', someone.id)
    .execute();
  expect(await statusOf(server, someone)).toBe('pending');
});

test('KYC-02 KYC-03 in the sandbox the widget decides the outcome', async () => {
  const someone = await person(server.deps);
  const { credential, email } = someone;
  const { data } = await server.api.must(getSumsubToken, {}, { credential });
  expect(data.token).toMatch(/^sandbox-/);
  await server.api.must(updateKycStatus, { kyc_status: 'submitted' }, { credential });
  expect(await statusOf(server, someone)).toBe('submitted');
  await sandbox.kyc(email, 'approved');
  expect(await statusOf(server, someone)).toBe('approved');
  expect((await sandbox.inbox(email))[0]?.subject).toBe('You are verified');
});

test('KYC-02 KYC-04 the sandbox serves the widget’s page, without inline code', async () => {
  const page = await fetch(`${server.url}/websdk/websdk.html?_=id_1`);
  expect(page.status).toBe(200);
  expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'self'");
  const html = await page.text();
  expect(html).toContain('Sandbox identity check');
  expect(html).not.toMatch(/<script>|style=|onclick/);
  expect((await fetch(`${server.url}/websdk/widget.js`)).headers.get('content-type')).toMatch(
    /^text\/javascript/,
  );
  expect(page.headers.get('permissions-policy')).toContain('microphone=()');
});

test('BEY-19 the provider is asked about a check that was left unfinished, because its notice may be late', async () => {
  const someone = await person(server.deps);
  await sandbox.kyc(someone.email, 'incomplete');
  await setSandboxReview(server.deps.db, someone.id, { status: 'submitted' });
  expect(await statusOf(server, someone)).toBe('submitted');
});

test('BEY-19 a customer who asks without end gets the last known status, and the provider is left alone', async () => {
  const someone = await person(server.deps);
  await sandbox.kyc(someone.email, 'submitted');
  const asked = vi.spyOn(server.deps.parties.identity, 'review');
  const told = await Promise.all(Array.from({ length: 30 }, () => statusOf(server, someone)));
  expect(new Set(told)).toEqual(new Set(['submitted']));
  expect(asked).toHaveBeenCalledTimes(20);
  await setSandboxReview(server.deps.db, someone.id, { status: 'approved' });
  expect(await statusOf(server, someone)).toBe('submitted');
  server.deps.clock.advance(60_000);
  expect(await statusOf(server, someone)).toBe('approved');
  asked.mockRestore();
});

test('KYC-03 an older answer of the provider that comes late does not overwrite a newer one', async () => {
  const someone = await person(server.deps);
  const late = Promise.withResolvers<Review>();
  const answers: (Review | Promise<Review>)[] = [late.promise, { status: 'rejected' }];
  const { parties } = server.deps;
  const identity = { ...parties.identity, review: async () => answers.shift() };
  const deps = { ...server.deps, parties: { ...parties, identity } };
  const older = syncKyc(deps, someone.id);
  await eventually(() => expect(answers).toHaveLength(1));
  expect(await syncKyc(deps, someone.id)).toMatchObject({ status: 'rejected' });
  late.resolve({ status: 'approved' });
  expect(await older).toMatchObject({ status: 'rejected' });
  expect(await statusOf(server, someone)).toBe('rejected');
  const told = (await sandbox.inbox(someone.email)).map(({ subject }) => subject);
  expect(told).toEqual(['Your identity check was not successful']);
});

/** Without what may be bought until the check is passed. */
const ofCheck = ({ kyc_data: all }: KycData) =>
  all.filter(({ kyc_property }) => !kyc_property.startsWith('purchases_'));

test('HARD-25 what the reviewer asks for stays until it is answered, and is told by mail, push and pop-up', async () => {
  const someone = await person(server.deps);
  const { credential, email } = someone;
  const dataOf = async () =>
    ofCheck((await server.api.must(getKycStatus, {}, { credential })).data);
  const asked = 'Take another photo.\nhttps://elsewhere.example';
  await sandbox.kyc(email, 'submitted');
  await sandbox.kyc(email, 'incomplete', asked);
  const wanted = 'Take another photo. https://elsewhere.example';
  for (let look = 0; look < 2; look++) {
    expect(await dataOf()).toEqual([
      { kyc_property: 'kyc_status', kyc_value: 'incomplete' },
      { kyc_property: 'kyc_comment', kyc_value: wanted },
    ]);
  }
  const [mail] = await sandbox.inbox(email);
  expect(mail?.subject).toBe('Your identity check needs something from you');
  expect(mail?.text).toContain(`The reviewer writes: ${wanted}`);
  const { data: notices } = await server.api.must(
    listNotices,
    { after: new Date(0).toISOString() },
    { credential },
  );
  expect(notices.map(({ text }) => text)).toEqual([
    'Your identity check needs something from you.',
  ]);
  await server.api.must(updateKycStatus, { kyc_status: 'submitted' }, { credential });
  expect(await dataOf()).toEqual([{ kyc_property: 'kyc_status', kyc_value: 'submitted' }]);
});

test.each(['a\0b', 'a\ud800b', '\udc00'])(
  'HARD-67 a comment that no database stores is malformed: %j',
  async (kyc_comment) => {
    const { credential } = await person(server.deps);
    const given = { kyc_status: 'submitted', kyc_comment } as const;
    expect(await server.api.call(updateKycStatus, given, { credential })).toMatchObject({
      ok: false,
      refusal: { code: 'MALFORMED' },
    });
  },
);

test('HARD-25 each change that a customer did not make is told once, and what they did is not', async () => {
  const someone = await person(server.deps);
  const changes = [
    'incomplete',
    'submitted',
    'incomplete',
    'submitted',
    'approved',
    'approved',
    'incomplete',
    'submitted',
    'approved',
    'submitted',
    'rejected',
  ] as const;
  for (const status of changes) await sandbox.kyc(someone.email, status);
  expect((await sandbox.inbox(someone.email)).map(({ subject }) => subject).reverse()).toEqual([
    'Your identity check needs something from you',
    'You are verified',
    'Your identity has to be verified again',
    'You are verified',
    'Your identity has to be verified again',
    'Your identity check was not successful',
  ]);
});

test('HARD-25 the page is answered what the provider says, which may lag behind its widget', async () => {
  const { credential } = await person(server.deps);
  const report = async (kyc_status: 'approved', of = server) =>
    ofCheck((await of.api.must(updateKycStatus, { kyc_status }, { credential })).data);
  const { parties } = server.deps;
  const identity = { ...parties.identity, review: async () => ({ status: 'submitted' as const }) };
  const lagging = vi.spyOn(parties.identity, 'review').mockImplementation(identity.review);
  expect(await report('approved')).toEqual([
    { kyc_property: 'kyc_status', kyc_value: 'submitted' },
  ]);
  lagging.mockRestore();
  expect(await report('approved')).toEqual([{ kyc_property: 'kyc_status', kyc_value: 'approved' }]);
});

test('KYC-04 a customer cannot make the server ask the provider without end', async () => {
  const { credential } = await person(server.deps);
  const report = () =>
    server.api.call(updateKycStatus, { kyc_status: 'submitted' }, { credential });
  const replies = await Promise.all(Array.from({ length: 62 }, report));
  const refused = replies.flatMap((reply) => (reply.ok ? [] : [reply.refusal.code]));
  expect(refused).toEqual(['TOO_MANY', 'TOO_MANY']);
});

/** The document of the tests' customers. */
const INFO = '"info":{"firstName":"Test","lastName":"Person","dob":"1990-01-01"}';

test('KYC-03 the real provider decides, whatever the page says', async () => {
  let review = '{"reviewStatus":"pending"}';
  const provider = new Provider(({ path }) =>
    path.includes('accessTokens') ? '{"token":"real"}' : `{${INFO},"review":${review}}`,
  );
  const rest = 'market,forex,geolocation,mail,payment,custody,bank,merchants,screening,travelRule';
  const real = await withParties(server, {
    SANDBOX: rest,
    SUMSUB_URL: await provider.start(),
    SUMSUB_APP_TOKEN: 'app',
    SUMSUB_SECRET_KEY: 'secret',
    SUMSUB_WEBHOOK_SECRET: 'hook',
    SUMSUB_LEVEL: 'basic',
    SUMSUB_RECOVERY_LEVEL: 'same-person',
  });
  try {
    const someone = await person(real.deps);
    const { credential } = someone;
    await real.api.must(updateKycStatus, { kyc_status: 'approved' }, { credential });
    expect(await statusOf(real, someone)).toBe('submitted');

    const body = JSON.stringify({ type: 'applicantReviewed', externalUserId: someone.id });
    const notice = (secret: string) =>
      fetch(`${real.url}/webhooks/identity`, {
        method: 'POST',
        body,
        headers: {
          'x-payload-digest-alg': 'HMAC_SHA256_HEX',
          'x-payload-digest': createHmac('sha256', secret).update(body).digest('hex'),
        },
      });
    review = '{"reviewStatus":"completed","reviewResult":{"reviewAnswer":"GREEN"}}';
    expect((await notice('forged')).status).toBe(401);
    expect((await notice('hook')).status).toBe(204);
    const row = await real.deps.db
      .selectFrom('users')
      .select('kyc_status')
      .where('id', '=', someone.id)
      .executeTakeFirstOrThrow();
    expect(row.kyc_status).toBe('approved');

    provider.answerWith(() => ({ status: 500 }));
    const token = await real.api.call(getSumsubToken, {}, { credential });
    expect(token).toMatchObject({ status: 503, refusal: { code: 'UNAVAILABLE' } });
    expect((await fetch(`${real.url}/sandbox/kyc`, { method: 'POST' })).status).toBe(404);
    expect((await fetch(`${real.url}/websdk/websdk.html`)).status).toBe(404);
    // Besides the page itself, only the widget's frame may ask for the camera.
    const { headers } = await fetch(`${real.url}/healthz`);
    expect(headers.get('permissions-policy')).toContain('camera=(self "https://*.sumsub.com")');
    expect(headers.get('content-security-policy')).toContain(
      "frame-src 'self' https://*.sumsub.com",
    );
  } finally {
    await real.close();
    await provider.stop();
  }
});

test('HARD-74 a verified customer’s name in Latin letters is told to them, and gone with the account', async () => {
  const someone = await person(server.deps);
  const { parties, db } = server.deps;
  const said = async (review: Review) => {
    const document = { first: 'Test', last: 'Person', born: '1990-01-01', country: 'AU' };
    const answer = { ...review, person: document };
    const identity = { ...parties.identity, review: async () => answer };
    await syncKyc({ ...server.deps, parties: { ...parties, identity } }, someone.id);
    const { data } = await server.api.must(getKycStatus, {}, someone);
    return data.kyc_data.find(({ kyc_property }) => kyc_property === 'latin_name')?.kyc_value;
  };
  expect(await said({ status: 'submitted', latinName: 'Amit Kumar' })).toBeUndefined();
  expect(await said({ status: 'approved', latinName: 'Amit\n Kumar' })).toBe('Amit Kumar');
  expect(await said({ status: 'incomplete' })).toBe('Amit Kumar');
  expect(await said({ status: 'approved', latinName: 'अमित' })).toBeUndefined();
  await said({ status: 'approved', latinName: 'Amit Kumar' });
  await server.api.must(deleteAccount, { password }, someone);
  const row = await db
    .selectFrom('users')
    .select('kyc_latin_name')
    .where('id', '=', someone.id)
    .executeTakeFirstOrThrow();
  expect(row.kyc_latin_name).toBeNull();
});
