import { afterAll, beforeAll, expect, test } from 'vitest';
import { listNotices } from '#core/contract/account/notifications.ts';
import { sendEmailOtp, verifyOtpAndUpdatePassword } from '#core/contract/account/registration.ts';
import { freezeAccount } from '#core/contract/account/security.ts';
import { cancelWithdrawal, createWithdrawal } from '#core/contract/money/withdrawal.ts';
import { type Credential, newKey } from '#tests/support/api-client.ts';
import { approvedPerson } from '#tests/support/approved.ts';
import { closeSound } from '#tests/support/close-sound.ts';
import {
  type InProcess,
  olderSession,
  password,
  startInProcess,
} from '#tests/support/in-process.ts';
import { Sandbox } from '#tests/support/sandbox.ts';

let server: InProcess;
beforeAll(async () => {
  server = await startInProcess();
});
afterAll(() => closeSound(server));

const ETH = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';

const staysFor = async (credential: Credential) => {
  const after = new Date(server.deps.clock.now()).toISOString();
  return (await server.api.must(listNotices, { after }, { credential })).stays;
};

const withdraw = async (credential: Credential): Promise<string> => {
  const asked = { amount: '0.5', cryptoAddress: ETH, paymentRouteId: 'eth-ethereum', password };
  const how = { credential, idempotencyKey: newKey() };
  return (await server.api.must(createWithdrawal, asked, how)).data.withdrawal_id;
};

test('EYE-05 a withdrawal stays on the account’s other sessions until it is stopped, and not on the one that asked', async () => {
  const thief = await approvedPerson(server, { balances: { ETH: '5' } });
  const owner = await olderSession(server.deps, thief.id);
  const withdrawal_id = await withdraw(thief.credential);
  expect(await staysFor(owner)).toMatchObject([
    { kind: 'withdrawal', withdrawal_id, amount: '0.5', currency_id: 'ETH', recipient: ETH },
  ]);
  const [stays] = await staysFor(owner);
  expect(stays?.kind === 'withdrawal' && Date.parse(stays.until ?? '')).toBeGreaterThan(
    server.deps.clock.now(),
  );
  expect(await staysFor(thief.credential)).toEqual([]);
  await server.api.must(cancelWithdrawal, { withdrawal_id }, { credential: owner });
  expect(await staysFor(owner)).toEqual([]);
});

test('EYE-05 nobody is told what another account waits for', async () => {
  const one = await approvedPerson(server, { balances: { ETH: '5' } });
  const other = await approvedPerson(server);
  await withdraw(one.credential);
  expect(await staysFor(other.credential)).toEqual([]);
});

test('EYE-05 a sign-in on a device that the account did not know stays on the sessions before it, and not on its own', async () => {
  const { id, email } = await approvedPerson(server);
  const owner = await olderSession(server.deps, id);
  await server.deps.db
    .insertInto('known_devices')
    .values({ user_id: id, device_hash: 'x', expires_at: server.deps.clock.sqlIn(1000) })
    .execute();
  const thief = await server.api.signIn(email, password);
  expect((await staysFor(owner)).map(({ kind }) => kind)).toContain('sign-in');
  expect(await staysFor(thief)).toEqual([]);
});

test('EYE-05 after a freeze and the new password the owner is told what was stopped and when withdrawals open', async () => {
  const { credential, email } = await approvedPerson(server, { balances: { ETH: '5' } });
  await withdraw(credential);
  await server.api.must(freezeAccount, { password }, { credential });
  server.deps.clock.advance(31_000);
  await server.api.must(sendEmailOtp, { email, type: 2 });
  const otp = await new Sandbox(server.url).code(email);
  const chosen = 'Other-demo-2026!';
  await server.api.must(verifyOtpAndUpdatePassword, { email, otp, password: chosen });
  const back = await server.api.signIn(email, chosen);
  const [card] = (await staysFor(back)).filter(({ kind }) => kind === 'freeze');
  expect(card).toMatchObject({
    stopped: [{ amount: '0.5', currency_id: 'ETH', recipient: ETH }],
    two_factor: false,
  });
  server.deps.clock.advance(25 * 3_600_000);
  const later = await server.api.signIn(email, chosen);
  expect((await staysFor(later)).filter(({ kind }) => kind === 'freeze')).toEqual([]);
});
