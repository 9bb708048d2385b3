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
 * this use: every place that takes a code takes it.
 */
export async function showPasskey(
  deps: Deps,
  owner: Owner,
  { use, credential }: { readonly use: PasskeyUse; readonly credential: Assertion },
): Promise<string | Refused> {
  const wrong = (): Refused =>
    refuse('INVALID_CODE', 'The passkey could not be verified. Please try again.');
  const challenge = await takeChallenge(deps, credential.clientDataJSON, use, owner.sessionId);
  if (challenge === undefined) return wrong();
  return withAccount(deps, owner, async (tx, { id }) =>
    (await checkAssertion(deps, tx, id, { credential, challenge }))
      ? issueShown(deps, tx, use, owner)
      : wrong(),
  );
}
