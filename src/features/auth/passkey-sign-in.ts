import { passkeySignIn, passkeySignInChallenge } from '#core/contract/account/passkeys.ts';
import {
  answerWithPasskey,
  forgetUnknown,
  hasPasskeys,
  suggestsPasskeys,
} from '#platform/device/authenticator.ts';
import { call } from '#transport/calls/call.ts';
import { enter, givenDevice, prepareSignIn, resultOf, type SignInResult } from './sign-in.ts';

/** A new suggestion is made before the challenge of the old one expires. */
const RENEWED_MS = 240_000;

/** The suggestion in the email field of the form that is shown. */
let waiting: AbortController | undefined;

function stopSuggesting(): void {
  waiting?.abort();
  waiting = undefined;
}

async function ask(suggested: boolean, signal?: AbortSignal): Promise<SignInResult> {
  const asked = await call(passkeySignInChallenge, {});
  if (!asked.ok) {
    // If the challenge cannot be loaded, there is simply no suggestion.
    return suggested ? { kind: 'dismissed' } : resultOf(asked.failure, false);
  }
  const { challenge, rpId } = asked.value.data;
  const credential = await answerWithPasskey({
    challenge,
    rpId,
    suggested,
    ...(signal && { signal }),
  });
  if (credential === 'failed' && !suggested) {
    return {
      kind: 'failed',
      message: 'Your browser could not ask for a passkey. Please try again.',
    };
  }
  if (typeof credential === 'string') return { kind: 'dismissed' };
  const outcome = await call(passkeySignIn, { credential, ...givenDevice() });
  if (outcome.ok) return enter(outcome.value);
  const { failure } = outcome;
  if (failure.kind === 'refused' && failure.refusal.code === 'INVALID_CREDENTIALS') {
    forgetUnknown(rpId, credential.id);
  }
  const result = resultOf(failure, false);
  // A passkey needs no second code.
  return result.kind === 'second-factor'
    ? { kind: 'failed', message: result.message ?? '' }
    : result;
}

/** Signs in with a passkey that the person chooses in a dialog of the browser (LIVE-03). */
export async function signInWithPasskey(): Promise<SignInResult> {
  if (!hasPasskeys()) {
    return { kind: 'failed', message: 'This browser cannot use passkeys.' };
  }
  stopSuggesting();
  return ask(false);
}

/**
 * Suggests passkeys in the email field, if the browser can, until one is chosen, another request takes its turn
 * or the form is gone (READ-03).
 */
async function suggestPasskeys(
  onResult: (result: SignInResult) => void,
  gone: AbortSignal,
): Promise<void> {
  if (gone.aborted || (waiting && !waiting.signal.aborted)) return;
  const mine = new AbortController();
  waiting = mine;
  gone.addEventListener('abort', () => mine.abort());
  if (!(await suggestsPasskeys())) return;
  while (!mine.signal.aborted) {
    const turn = new AbortController();
    const end = (): void => turn.abort();
    mine.signal.addEventListener('abort', end);
    const timer = setTimeout(end, RENEWED_MS);
    const result = await ask(true, turn.signal);
    clearTimeout(timer);
    mine.signal.removeEventListener('abort', end);
    const renews = result.kind === 'dismissed' && turn.signal.aborted && !document.hidden;
    if (renews) continue;
    if (result.kind !== 'dismissed' && !mine.signal.aborted) onResult(result);
    break;
  }
  if (waiting === mine) waiting = undefined;
}

/**
 * Called when the form gets the focus: loads what signing in needs, and suggests passkeys until the form is `gone`.
 */
export function prepare(onResult: (result: SignInResult) => void, gone: AbortSignal): void {
  prepareSignIn();
  void suggestPasskeys(onResult, gone);
}
