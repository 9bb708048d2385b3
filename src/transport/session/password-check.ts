import { checkPasswordChoice } from '#core/contract/account/registration.ts';
import { plainPassword } from '#core/people/validation.ts';
import { call } from '#transport/calls/call.ts';

/**
 * The server's text if a password is too easy to guess, asked before a code is mailed for it or used up (SPEC-01).
 * `about`: what the customer typed of themselves. Without an answer nothing is said: the write that stores the
 * password judges it again.
 */
export async function passwordRefusal(
  password: string,
  about: readonly string[],
): Promise<string | undefined> {
  const request = { password: plainPassword(password), about: about.filter(Boolean) };
  const outcome = await call(checkPasswordChoice, request);
  if (outcome.ok || outcome.failure.kind !== 'refused') return undefined;
  const { field, message } = outcome.failure.refusal;
  return field === 'password' ? message : undefined;
}
