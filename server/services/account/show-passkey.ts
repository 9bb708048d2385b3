import type { Assertion, PasskeyUse } from '#core/contract/passkeys.ts';
import type { Deps } from '#server/deps.ts';
import type { Owner } from '#server/platform/standing-session.ts';
import { type Refused, refuse } from '#server/refusal/refused.ts';
import {
  checkAssertion,
  issueShown,
  takeChallenge,
} from '#server/services/credentials/passkeys.ts';
import { withAccount } from '#server/services/users/users.ts';

/**
 * Checks a passkey that is shown in place of a code, and gives what this session may then show once, for
 * this use: every place that takes a code takes it. One shown for a transfer is good for that alone (KEEP-15).
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
  return withAccount(deps, owner, async (tx, { id }) =>
    (await checkAssertion(deps, tx, id, { credential, challenge, use }))
      ? issueShown(deps, tx, use, owner, about)
      : wrong(),
  );
}
