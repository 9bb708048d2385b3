import type { generateTwoFactorSecret as endpoint } from '#core/contract/account.ts';
import { type Handler, signedIn } from '#server/api/handler.ts';
import { refuse } from '#server/refusal/refused.ts';
import { newSecret, secretContext } from '#server/services/second-factor.ts';
import { sealSecret } from '#server/services/secret-box.ts';

/** Makes a secret that counts for nothing until its first right code (SEC-01). */
export const generateTwoFactorSecret: Handler<typeof endpoint> = async (call) => {
  const { deps } = call;
  const { userId } = signedIn(call);
  const user = await deps.db
    .selectFrom('users')
    .select(['email', 'two_factor'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  // Otherwise whoever holds an open session could swap the second factor for their own.
  if (user.two_factor) return refuse('INVALID_INPUT', 'Two-factor authentication is already on.');
  const secret = newSecret(deps.random, user.email);
  await deps.db
    .updateTable('users')
    .set({ two_factor_pending: sealSecret(deps, secretContext(userId), secret.base32) })
    .where('id', '=', userId)
    .where('two_factor', '=', false)
    .execute();
  return { status: 'success', data: secret };
};
