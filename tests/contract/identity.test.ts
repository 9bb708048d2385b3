import { createHmac } from 'node:crypto';
import { expect, test, vi } from 'vitest';
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
import { type InProcess, password, person } from '#tests/support/in-process.ts';
import type { Member } from '#tests/support/member.ts';
import { Provider } from '#tests/support/provider.ts';
import { withParties } from '#tests/support/with-parties.ts';
import { sharedWorld } from '#tests/support/world.ts';

const kopa = sharedWorld();

const statusOf = async (
  where: InProcess,
  { credential }: Pick<Member, 'credential'>,
): Promise<string | undefined> => {
  const { data } = await where.api.must(getKycStatus, {}, { credential });
  return data.kyc_data.find(({ kyc_property }) => kyc_property === 'kyc_status')?.kyc_value;
};

test('KYC-01 a new customer has not started; a status that the server does not know reads as pending', async () => {
  const someone = await kopa.person();
  expect(await statusOf(kopa, someone)).toBe('not_started');
  await kopa.db
    .updateTable('users')
    .set({ kyc_status: 'odd' })
    .where('id', '=', someone.id)
    .execute();
  expect(await statusOf(kopa, someone)).toBe('pending');
});

test('KYC-02 KYC-03 in the sandbox the widget decides the outcome', async () => {
  const someone = await kopa.person();
  const { email } = someone;
  const { data } = await someone.must(getSumsubToken, {});
  expect(data.token).toMatch(/^sandbox-/);
  await someone.must(updateKycStatus, { kyc_status: 'submitted' });
  expect(await statusOf(kopa, someone)).toBe('submitted');
  await kopa.sandbox.kyc(email, 'approved');
  expect(await statusOf(kopa, someone)).toBe('approved');
  expect((await kopa.sandbox.inbox(email))[0]?.subject).toBe('You are verified');
});

test('KYC-02 KYC-04 the sandbox serves the widget’s page, without inline code', async () => {
  const page = await fetch(`${kopa.url}/websdk/websdk.html?_=id_1`);
  expect(page.status).toBe(200);
  expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'self'");
  const html = await page.text();
  expect(html).toContain('Sandbox identity check');
  expect(html).not.toMatch(/<script>|style=|onclick/);
  expect((await fetch(`${kopa.url}/websdk/widget.js`)).headers.get('content-type')).toMatch(
    /^text\/javascript/,
  );
  expect(page.headers.get('permissions-policy')).toContain('microphone=()');
});

test('BEY-19 the provider is asked about a check that was left unfinished, because its notice may be late', async () => {
  const someone = await kopa.person();
  await kopa.sandbox.kyc(someone.email, 'incomplete');
  await setSandboxReview(kopa.db, someone.id, { status: 'submitted' });
  expect(await statusOf(kopa, someone)).toBe('submitted');
});

test('BEY-19 a customer who asks without end gets the last known status, and the provider is left alone', async () => {
  const someone = await kopa.person();
  await kopa.sandbox.kyc(someone.email, 'submitted');
  const asked = vi.spyOn(kopa.deps.parties.identity, 'review');
  const told = await Promise.all(Array.from({ length: 30 }, () => statusOf(kopa, someone)));
  expect(new Set(told)).toEqual(new Set(['submitted']));
  expect(asked).toHaveBeenCalledTimes(20);
  await setSandboxReview(kopa.db, someone.id, { status: 'approved' });
  expect(await statusOf(kopa, someone)).toBe('submitted');
  kopa.clock.advance(60_000);
  expect(await statusOf(kopa, someone)).toBe('approved');
  asked.mockRestore();
});

test('KYC-03 an older answer of the provider that comes late does not overwrite a newer one', async () => {
  const someone = await kopa.person();
  const late = Promise.withResolvers<Review>();
  const answers: (Review | Promise<Review>)[] = [late.promise, { status: 'rejected' }];
  const { parties } = kopa.deps;
  const identity = { ...parties.identity, review: async () => answers.shift() };
  const deps = { ...kopa.deps, parties: { ...parties, identity } };
  const older = syncKyc(deps, someone.id);
  await eventually(() => expect(answers).toHaveLength(1));
  expect(await syncKyc(deps, someone.id)).toMatchObject({ status: 'rejected' });
  late.resolve({ status: 'approved' });
  expect(await older).toMatchObject({ status: 'rejected' });
  expect(await statusOf(kopa, someone)).toBe('rejected');
  const told = (await kopa.sandbox.inbox(someone.email)).map(({ subject }) => subject);
  expect(told).toEqual(['Your identity check was not successful']);
});

/** Without what may be bought until the check is passed. */
const ofCheck = ({ kyc_data: all }: KycData) =>
  all.filter(({ kyc_property }) => !kyc_property.startsWith('purchases_'));

test('HARD-25 what the reviewer asks for stays until it is answered, and is told by mail, push and pop-up', async () => {
  const someone = await kopa.person();
  const { email } = someone;
  const dataOf = async () => ofCheck((await someone.must(getKycStatus, {})).data);
  const asked = 'Take another photo.\nhttps://elsewhere.example';
  await kopa.sandbox.kyc(email, 'submitted');
  await kopa.sandbox.kyc(email, 'incomplete', asked);
  const wanted = 'Take another photo. https://elsewhere.example';
  for (let look = 0; look < 2; look++) {
    expect(await dataOf()).toEqual([
      { kyc_property: 'kyc_status', kyc_value: 'incomplete' },
      { kyc_property: 'kyc_comment', kyc_value: wanted },
    ]);
  }
  const [mail] = await kopa.sandbox.inbox(email);
  expect(mail?.subject).toBe('Your identity check needs something from you');
  expect(mail?.text).toContain(`The reviewer writes: ${wanted}`);
  const { data: notices } = await someone.must(listNotices, { after: new Date(0).toISOString() });
  expect(notices.map(({ text }) => text)).toEqual([
    'Your identity check needs something from you.',
  ]);
  await someone.must(updateKycStatus, { kyc_status: 'submitted' });
  expect(await dataOf()).toEqual([{ kyc_property: 'kyc_status', kyc_value: 'submitted' }]);
});

test.each(['a\0b', 'a\ud800b', '\udc00'])(
  'HARD-67 a comment that no database stores is malformed: %j',
  async (kyc_comment) => {
    const who = await kopa.person();
    const given = { kyc_status: 'submitted', kyc_comment } as const;
    expect(await who.call(updateKycStatus, given)).toMatchObject({
      ok: false,
      refusal: { code: 'MALFORMED' },
    });
  },
);

test('HARD-25 each change that a customer did not make is told once, and what they did is not', async () => {
  const someone = await kopa.person();
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
  for (const status of changes) await kopa.sandbox.kyc(someone.email, status);
  expect((await kopa.sandbox.inbox(someone.email)).map(({ subject }) => subject).reverse()).toEqual(
    [
      'Your identity check needs something from you',
      'You are verified',
      'Your identity has to be verified again',
      'You are verified',
      'Your identity has to be verified again',
      'Your identity check was not successful',
    ],
  );
});

test('HARD-25 the page is answered what the provider says, which may lag behind its widget', async () => {
  const { credential } = await kopa.person();
  const report = async (kyc_status: 'approved', of = kopa) =>
    ofCheck((await of.api.must(updateKycStatus, { kyc_status }, { credential })).data);
  const { parties } = kopa.deps;
  const identity = { ...parties.identity, review: async () => ({ status: 'submitted' as const }) };
  const lagging = vi.spyOn(parties.identity, 'review').mockImplementation(identity.review);
  expect(await report('approved')).toEqual([
    { kyc_property: 'kyc_status', kyc_value: 'submitted' },
  ]);
  lagging.mockRestore();
  expect(await report('approved')).toEqual([{ kyc_property: 'kyc_status', kyc_value: 'approved' }]);
});

test('KYC-04 a customer cannot make the server ask the provider without end', async () => {
  const who = await kopa.person();
  const report = () => who.call(updateKycStatus, { kyc_status: 'submitted' });
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
  const real = await withParties(kopa, {
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
  const someone = await kopa.person();
  const { parties, db } = kopa.deps;
  const said = async (review: Review) => {
    const document = { first: 'Test', last: 'Person', born: '1990-01-01', country: 'AU' };
    const answer = { ...review, person: document };
    const identity = { ...parties.identity, review: async () => answer };
    await syncKyc({ ...kopa.deps, parties: { ...parties, identity } }, someone.id);
    const { data } = await someone.must(getKycStatus, {});
    return data.kyc_data.find(({ kyc_property }) => kyc_property === 'latin_name')?.kyc_value;
  };
  expect(await said({ status: 'submitted', latinName: 'Amit Kumar' })).toBeUndefined();
  expect(await said({ status: 'approved', latinName: 'Amit\n Kumar' })).toBe('Amit Kumar');
  expect(await said({ status: 'incomplete' })).toBe('Amit Kumar');
  expect(await said({ status: 'approved', latinName: 'अमित' })).toBeUndefined();
  await said({ status: 'approved', latinName: 'Amit Kumar' });
  await someone.must(deleteAccount, { password });
  const row = await db
    .selectFrom('users')
    .select('kyc_latin_name')
    .where('id', '=', someone.id)
    .executeTakeFirstOrThrow();
  expect(row.kyc_latin_name).toBeNull();
});
