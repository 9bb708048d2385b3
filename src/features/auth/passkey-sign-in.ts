import { passkeySignIn, passkeySignInChallenge } from '#core/contract/passkeys.ts';
import {
  answerWithPasskey,
  forgetUnknown,
  hasPasskeys,
  suggestsPasskeys,
} from '#platform/passkeys.ts';
import { call } from '#transport/call.ts';
import { enter, givenDevice, prepareSignIn, resultOf, type SignInResult } from './sign-in.ts';

/** Before the challenge of a suggestion expires, another takes its place. */
const RENEWED_MS = 240_000;

/** The suggestion that waits in the e-mail field. A browser asks for one passkey at a time. */
let waiting: AbortController | undefined;

function stopSuggesting(): void {
  waiting?.abort();
  waiting = undefined;
}

async function ask(suggested: boolean, signal?: AbortSignal): Promise<SignInResult> {
  const asked = await call(passkeySignInChallenge, {});
  if (!asked.ok) {
    // A suggestion that cannot be made is none.
    return suggested ? { kind: 'dismissed' } : resultOf(asked.failure, false);
  }
  const { challenge, rpId } = asked.value.data;
  const credential = await answerWithPasskey({
    challenge,
    rpId,
    suggested,
    ...(signal && { signal }),
  });
  if (typeof credential === 'string') return { kind: 'dismissed' };
  const outcome = await call(passkeySignIn, { credential, ...givenDevice() });
  if (outcome.ok) return enter(outcome.value);
  const { failure } = outcome;
  if (failure.kind === 'refused' && failure.refusal.code === 'INVALID_CREDENTIALS') {
    forgetUnknown(rpId, credential.id);
  }
  const result = resultOf(failure, false);
  // There is no code to type beside a passkey.
  return result.kind === 'second-factor'
    ? { kind: 'failed', message: result.message ?? '' }
    : result;
}

/** Signs in with a passkey that the person chooses (LIVE-03). */
export async function signInWithPasskey(): Promise<SignInResult> {
  if (!hasPasskeys()) {
    return { kind: 'failed', message: 'This browser cannot use passkeys.' };
  }
  stopSuggesting();
  return ask(false);
}

/** Suggests passkeys in the e-mail field, where the browser can, until one is chosen or it is stopped. */
async function suggestPasskeys(onResult: (result: SignInResult) => void): Promise<void> {
  if (waiting) return;
  const mine = new AbortController();
  waiting = mine;
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

/** The form has the focus: what a sign-in needs is asked for, and passkeys are suggested. */
export function prepare(onResult: (result: SignInResult) => void): void {
  prepareSignIn();
  void suggestPasskeys(onResult);
}
