import { expect, test } from 'vitest';
import { listNotices } from '#core/contract/account/notifications.ts';
import { sendEmailOtp, verifyOtpAndUpdatePassword } from '#core/contract/account/registration.ts';
import { freezeAccount } from '#core/contract/account/security.ts';
import { cancelWithdrawal, createWithdrawal } from '#core/contract/money/withdrawal.ts';
import { type Credential, newKey } from '#tests/support/api-client.ts';
import { olderSession, password } from '#tests/support/in-process.ts';
import { sharedWorld } from '#tests/support/world.ts';

const kopa = sharedWorld();

const ETH = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';

const staysFor = async (credential: Credential) => {
  const after = new Date(kopa.clock.now()).toISOString();
  return (await kopa.api.must(listNotices, { after }, { credential })).stays;
};

const withdraw = async (credential: Credential): Promise<string> => {
  const asked = { amount: '0.5', cryptoAddress: ETH, paymentRouteId: 'eth-ethereum', password };
  const how = { credential, idempotencyKey: newKey() };
  return (await kopa.api.must(createWithdrawal, asked, how)).data.withdrawal_id;
};

test('EYE-05 a withdrawal stays on the account’s other sessions until it is stopped, and not on the one that asked', async () => {
  const thief = await kopa.customer({ balances: { ETH: '5' } });
  const owner = await olderSession(kopa.deps, thief.id);
  const withdrawal_id = await withdraw(thief.credential);
  expect(await staysFor(owner)).toMatchObject([
    { kind: 'withdrawal', withdrawal_id, amount: '0.5', currency_id: 'ETH', recipient: ETH },
  ]);
  const [stays] = await staysFor(owner);
  expect(stays?.kind === 'withdrawal' && Date.parse(stays.until ?? '')).toBeGreaterThan(
    kopa.clock.now(),
  );
  expect(await staysFor(thief.credential)).toEqual([]);
  await kopa.api.must(cancelWithdrawal, { withdrawal_id }, { credential: owner });
  expect(await staysFor(owner)).toEqual([]);
});

test('EYE-05 nobody is told what another account waits for', async () => {
  const one = await kopa.customer({ balances: { ETH: '5' } });
  const other = await kopa.customer();
  await withdraw(one.credential);
  expect(await staysFor(other.credential)).toEqual([]);
});

test('EYE-05 a sign-in on a device that the account did not know stays on the sessions before it, and not on its own', async () => {
  const { id, email } = await kopa.customer();
  const owner = await olderSession(kopa.deps, id);
  await kopa.db
    .insertInto('known_devices')
    .values({ user_id: id, device_hash: 'x', expires_at: kopa.clock.sqlIn(1000) })
    .execute();
  const thief = await kopa.api.signIn(email, password);
  expect((await staysFor(owner)).map(({ kind }) => kind)).toContain('sign-in');
  expect(await staysFor(thief)).toEqual([]);
});

test('EYE-05 after a freeze and the new password the owner is told what was stopped and when withdrawals open', async () => {
  const { credential, email } = await kopa.customer({ balances: { ETH: '5' } });
  await withdraw(credential);
  await kopa.api.must(freezeAccount, { password }, { credential });
  kopa.clock.advance(31_000);
  await kopa.api.must(sendEmailOtp, { email, type: 2 });
  const otp = await kopa.sandbox.code(email);
  const chosen = 'Other-demo-2026!';
  await kopa.api.must(verifyOtpAndUpdatePassword, { email, otp, password: chosen });
  const back = await kopa.api.signIn(email, chosen);
  const [card] = (await staysFor(back)).filter(({ kind }) => kind === 'freeze');
  expect(card).toMatchObject({
    stopped: [{ amount: '0.5', currency_id: 'ETH', recipient: ETH }],
    two_factor: false,
    // No factor can be turned on yet (READ-14), and the card says so.
    mailbox_alone: true,
  });
  kopa.clock.advance(25 * 3_600_000);
  const later = await kopa.api.signIn(email, chosen);
  expect((await staysFor(later)).filter(({ kind }) => kind === 'freeze')).toEqual([]);
});
