import { expect, test, vi } from 'vitest';
import { login } from '#core/contract/account/session.ts';
import { sealSecret } from '#server/platform/secret-box.ts';
import { hashing } from '#server/services/access/credentials/passwords.ts';
import { newSecret, secretContext } from '#server/services/access/credentials/second-factor.ts';
import { password } from '#tests/support/in-process.ts';
import { sharedWorld } from '#tests/support/world.ts';

const kopa = sharedWorld();

test('SEC-01 AUTH-03 a sign-in under way while 2FA is turned on opens no session with the password alone', async () => {
  const { id, email } = await kopa.person();
  const gone = Promise.withResolvers<void>();
  const crowd = Array.from({ length: 4 }, () => hashing.run(() => gone.promise));
  const asked = vi.spyOn(hashing, 'run');
  const theirs = kopa.api.call(login, { email, password });
  await expect.poll(() => asked.mock.calls.length).toBe(1);
  // Below the API: turning it on checks the password, too, and would wait behind the same crowd.
  const { base32 } = newSecret(kopa.deps.random, email);
  await kopa.db
    .updateTable('users')
    .set({
      two_factor: true,
      two_factor_secret: sealSecret(kopa.deps, secretContext(id), base32),
    })
    .where('id', '=', id)
    .execute();
  gone.resolve();
  await Promise.all(crowd);
  expect(await theirs).toMatchObject({ ok: false });
  const { failures } = await kopa.db
    .selectFrom('login_attempts')
    .select('failures')
    .executeTakeFirstOrThrow();
  expect(failures).toBe(0);
  const sessions = kopa.db.selectFrom('sessions').select('id').where('user_id', '=', id);
  expect(await sessions.execute()).toHaveLength(1);
});
