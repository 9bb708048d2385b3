import { randomUUID } from 'node:crypto';
import type { passkeySignIn } from '#core/contract/account/passkeys.ts';
import type { login } from '#core/contract/account/session.ts';
import type { AnswerOf, ParsedRequestOf } from '#core/contract/endpoint.ts';
import type { Deps } from '#server/deps.ts';
import { isRefused, type Refused, refuse } from '#server/refusal/refused.ts';
import {
  checkAssertion,
  findPasskeyOwner,
  takeChallenge,
} from '#server/services/access/credentials/passkeys.ts';
import { lockAccount } from '#server/services/customers/users/users.ts';
import { rests } from '#server/services/operation/copies/older-copy.ts';
import { inTransaction } from '#server/store/transaction.ts';
import { frozen, openFor, restored, userAnswer } from './sign-in-steps.ts';

const unverified = (): Refused =>
  refuse('INVALID_CODE', 'The passkey could not be verified. Please try again.');

/**
 * The passkey was deleted from the account, perhaps on another device, but the authenticator still offers it.
 */
const unknown = (): Refused =>
  refuse(
    'INVALID_CREDENTIALS',
    'This passkey is not known here any more. Sign in with your password.',
  );

/** Signs in with a passkey, which replaces both password and code (LIVE-03). */
export async function logInWithPasskey(
  deps: Deps,
  { credential, device_info = '', device_id }: ParsedRequestOf<typeof passkeySignIn>,
  { place, nonce }: { readonly place: string; readonly nonce: string },
): Promise<AnswerOf<typeof login> | Refused> {
  const taken = await takeChallenge(deps, credential.clientDataJSON, 'sign-in', null);
  // The user handle is required: only a discoverable passkey names its account.
  if (taken === undefined || credential.userHandle === undefined) return unverified();
  const { challenge } = taken;
  const userId = await findPasskeyOwner(deps.db, credential.id);
  if (userId === undefined) return unknown();
  const opened = await inTransaction(deps.db, async (tx) => {
    const account = await lockAccount(tx, userId);
    if (!account) return unknown();
    if (!(await checkAssertion(deps, tx, userId, { credential, challenge }))) return unverified();
    if (account.withdrawals_frozen) return frozen(account);
    if (await rests(tx, userId)) return restored(account);
    const tokens = await openFor(deps, tx, account, {
      sessionId: randomUUID(),
      nonce,
      device: { info: device_info, place },
      deviceId: device_id,
      byPassword: false,
      secondFactor: 'passkey',
    });
    return { user: userAnswer(account, true), ...tokens };
  });
  return isRefused(opened) ? opened : { status: 'success', ...opened };
}
