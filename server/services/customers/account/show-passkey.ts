import type { Assertion, PasskeyUse } from '#core/contract/account/passkeys.ts';
import type { Deps } from '#server/deps.ts';
import type { Owner } from '#server/platform/standing-session.ts';
import { type Refused, refuse } from '#server/refusal/refused.ts';
import {
  checkAssertion,
  issueShown,
  takeChallenge,
} from '#server/services/access/credentials/passkeys.ts';
import { strengthen } from '#server/services/access/sessions/sessions.ts';
import { withAccount } from '#server/services/customers/users/users.ts';

/**
 * Checks a passkey used instead of a code, and returns a token that this session can use once wherever the
 * code is accepted. A passkey used for a transfer is valid for that transfer only (KEEP-15).
 */
export async function showPasskey(
  deps: Deps,
  owner: Owner,
  { use, credential }: { readonly use: PasskeyUse; readonly credential: Assertion },
): Promise<string | Refused> {
  const wrong = (): Refused =>
    refuse('INVALID_CODE', 'The passkey could not be verified. Please try again.');
  const taken = await takeChallenge(deps, credential.clientDataJSON, use, owner.sessionId);
  if (taken === undefined) return wrong();
  const { challenge, about } = taken;
  return withAccount(deps, owner, async (tx, account) => {
    const right = await checkAssertion(deps, tx, account.id, { credential, challenge, use });
    if (!right) return wrong();
    // From now on something besides the mailbox speaks for this session (READ-14).
    if (account.password_mailed_at !== null) await strengthen(deps, tx, owner, 'passkey');
    return issueShown(deps, tx, use, owner, about);
  });
}
