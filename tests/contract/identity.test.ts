import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { getKycStatus, type KycStatus } from '#core/contract/identity.ts';
import { getSumsubToken, updateKycStatus } from '#core/contract/identity-widget.ts';
import { setSandboxStatus } from '#server/adapters/identity/sandbox.ts';
import { Provider } from '#server/adapters/provider.fixture.ts';
import { syncKyc } from '#server/services/identity/kyc.ts';
import { type InProcess, type Person, person, startInProcess } from '#tests/support/in-process.ts';
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
  await setSandboxStatus(server.deps.db, someone.id, 'submitted');
  expect(await statusOf(server, someone)).toBe('submitted');
});

test('BEY-19 a customer who asks without end gets the last known status, and the provider is left alone', async () => {
  const someone = await person(server.deps);
  await sandbox.kyc(someone.email, 'submitted');
  const asked = vi.spyOn(server.deps.parties.identity, 'status');
  const told = await Promise.all(Array.from({ length: 30 }, () => statusOf(server, someone)));
  expect(new Set(told)).toEqual(new Set(['submitted']));
  expect(asked).toHaveBeenCalledTimes(20);
  await setSandboxStatus(server.deps.db, someone.id, 'approved');
  expect(await statusOf(server, someone)).toBe('submitted');
  server.deps.clock.advance(60_000);
  expect(await statusOf(server, someone)).toBe('approved');
  asked.mockRestore();
});

test('KYC-03 an older answer of the provider that comes late does not overwrite a newer one', async () => {
  const someone = await person(server.deps);
  const late = Promise.withResolvers<KycStatus>();
  const answers: (KycStatus | Promise<KycStatus>)[] = [late.promise, 'rejected'];
  const { parties } = server.deps;
  const identity = { ...parties.identity, status: async () => answers.shift() };
  const deps = { ...server.deps, parties: { ...parties, identity } };
  const older = syncKyc(deps, someone.id);
  await vi.waitFor(() => expect(answers).toHaveLength(1));
  expect(await syncKyc(deps, someone.id)).toBe('rejected');
  late.resolve('approved');
  expect(await older).toBe('rejected');
  expect(await statusOf(server, someone)).toBe('rejected');
  const told = (await sandbox.inbox(someone.email)).map(({ subject }) => subject);
  expect(told).toEqual(['Your identity check was not successful']);
});

test('KYC-04 a customer cannot make the server ask the provider without end', async () => {
  const { credential } = await person(server.deps);
  const report = () =>
    server.api.call(updateKycStatus, { kyc_status: 'submitted' }, { credential });
  const replies = await Promise.all(Array.from({ length: 62 }, report));
  const refused = replies.flatMap((reply) => (reply.ok ? [] : [reply.refusal.code]));
  expect(refused).toEqual(['TOO_MANY', 'TOO_MANY']);
});

test('KYC-03 the real provider decides, whatever the page says', async () => {
  let review = '{"reviewStatus":"pending"}';
  const provider = new Provider(({ path }) =>
    path.includes('accessTokens') ? '{"token":"real"}' : `{"review":${review}}`,
  );
  const rest = 'market,forex,geolocation,mail,payment,custody,merchants';
  const real = await withParties(server, {
    SANDBOX: rest,
    SUMSUB_URL: await provider.start(),
    SUMSUB_APP_TOKEN: 'app',
    SUMSUB_SECRET_KEY: 'secret',
    SUMSUB_WEBHOOK_SECRET: 'hook',
    SUMSUB_LEVEL: 'basic',
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
