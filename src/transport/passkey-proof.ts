import { type PasskeyUse, passkeyProofChallenge, showPasskey } from '#core/contract/passkeys.ts';
import { answerWithPasskey, hasPasskeys } from '#platform/passkeys.ts';
import { call } from './call.ts';
import { failureText } from './failure-text.ts';

/**
 * Prepares to ask for a passkey in place of a code, so that a press asks at once; undefined where the
 * account has none, or the browser. What the press does gives `onCode` what counts as the code, and
 * resolves with what it gives back or with why there is nothing.
 */
export async function passkeyInstead(
  use: PasskeyUse,
  onCode: (code: string) => Promise<string | undefined> | undefined,
): Promise<(() => Promise<string | undefined>) | undefined> {
  if (!hasPasskeys()) return undefined;
  const first = await call(passkeyProofChallenge, { use });
  if (!first.ok || first.value.data.known.length === 0) return undefined;
  let ready: typeof first | undefined = first;
  return async () => {
    // A challenge counts once.
    const asked = ready ?? (await call(passkeyProofChallenge, { use }));
    ready = undefined;
    const failed = 'The passkey could not be checked. Please try again.';
    if (!asked.ok) return failureText(asked.failure, failed);
    const answer = await answerWithPasskey(asked.value.data);
    if (typeof answer === 'string') return 'No passkey was used.';
    const outcome = await call(showPasskey, { use, credential: answer });
    return outcome.ok ? onCode(outcome.value.data.otp) : failureText(outcome.failure, failed);
  };
}
