import { otpTypes } from '#core/contract/account/registration.ts';
import { timeText } from '#core/time/wait-text.ts';
import { ONE_BEFORE_ENDS } from '#core/words/codes.ts';
import { codeSince, type Purpose } from './mailed-code.ts';

interface Props {
  readonly email: string;
  readonly purpose: Purpose;
  /** Another code was requested on this page. */
  readonly again: boolean;
}

/** Tells which code to type, and whether it is still on its way. */
export function CodeSent({ email, purpose, again }: Props) {
  const since = codeSince(email, purpose);
  if (since === undefined) {
    return (
      <>
        No code that we sent to <b>{email}</b> counts any more. Ask for a new one below.
      </>
    );
  }
  return (
    <>
      {purpose === otpTypes.resetPassword ? (
        <>
          If <b>{email}</b> belongs to an account, we sent it a code at {timeText(since)}.
        </>
      ) : (
        <>
          Enter the code we sent to <b>{email}</b> at {timeText(since)}.
        </>
      )}{' '}
      It is valid for 10 minutes.
      {again && ` ${ONE_BEFORE_ENDS}`}
    </>
  );
}
