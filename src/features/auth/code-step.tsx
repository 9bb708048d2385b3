import { type RefObject, useState } from 'react';
import { Link } from 'wouter';
import { carriedEmail } from '#core/carried/sign-in.ts';
import { codeProblem, mailedDigits } from '#core/people/code-text.ts';
import { askAgainText } from '#core/time/wait-text.ts';
import { ALL_LOST, CODE_OFFLINE, ONE_BEFORE_ENDS, OTP_OR_RECOVERY } from '#core/words/codes.ts';
import { Button } from '#ui/actions/button.tsx';
import { TextField } from '#ui/forms/field.tsx';
import { useSubmit } from '#ui/forms/use-submit.ts';
import { attemptSignIn, type SignInResult } from './sign-in.ts';
import { useWait } from './use-wait.ts';

/** How long the server waits before it mails another code, in seconds. */
const COOL_DOWN_SECONDS = 30;

export interface CodeStepProps {
  readonly email: string;
  readonly password: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly inputRef: RefObject<HTMLInputElement | null>;
  readonly onChange: (code: string) => void;
}

/** The field for the authenticator's code, if 2FA is on. */
function AuthenticatorStep({ email, password: _, ...field }: CodeStepProps) {
  return (
    <div>
      <TextField
        label="Code from your authenticator app"
        name="otp"
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={16}
        help={OTP_OR_RECOVERY}
        helpStays
        {...field}
      />
      <Link className="textbtn" href="/recover" state={carriedEmail.give(email)}>
        {ALL_LOST}
      </Link>
    </div>
  );
}

/** The field for the code mailed because the device is new to the account (KEEP-15). */
function MailedStep({ email, password, ...field }: CodeStepProps) {
  const [told, setTold] = useState('This device is new to your account, so we mailed you a code.');
  const [wait, startWait] = useWait(email);
  const { button, submit } = useSubmit({
    offline: CODE_OFFLINE,
    blocked: wait > 0 ? askAgainText(wait, Date.now()) : undefined,
    run: async (fail) => {
      const result = await attemptSignIn(email, password, undefined, true);
      switch (result.kind) {
        case 'second-factor':
          setTold(`We mailed you another code. ${ONE_BEFORE_ENDS}`);
          return startWait(COOL_DOWN_SECONDS);
        case 'wait':
          return startWait(result.seconds);
        case 'failed':
          fail(result.message);
      }
    },
  });
  return (
    <div className="stack stack--tight">
      <TextField
        label="Code from our email"
        name="otp"
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={16}
        help={`${told} It is good for 10 minutes.`}
        helpStays
        {...field}
      />
      <Button wide {...button} type="button" onClick={submit}>
        Mail another code
      </Button>
    </div>
  );
}

/** The field for the operator's code, with which staff sign in for the first time (HARD-65). */
const OperatorStep = ({ email: _, password: __, ...field }: CodeStepProps) => (
  <TextField
    label="Code from the operator"
    name="otp"
    autoComplete="one-time-code"
    maxLength={16}
    help="The operator of the server tells you a code that counts once. With it you set up two-factor authentication or a passkey."
    helpStays
    {...field}
  />
);

interface CodeKind {
  readonly mailed?: boolean;
  readonly enrols?: boolean;
}

const stepFor = ({ mailed, enrols }: CodeKind) =>
  enrols ? OperatorStep : mailed ? MailedStep : AuthenticatorStep;

/** Whether the code could be one; the operator tells theirs by mouth, in any spelling. */
const problemFor =
  ({ mailed, enrols }: CodeKind) =>
  (code: string): string | undefined =>
    enrols ? undefined : codeProblem(code, mailed ? mailedDigits.opens : 'factor');

/** Signs in. `Step` is the field for a code that the server asks for, `problemOf` says what is wrong with one. */
export async function trySignIn(email: string, password: string, otp: string | undefined) {
  const result: SignInResult = await attemptSignIn(email, password, otp);
  return result.kind === 'second-factor'
    ? { ...result, Step: stepFor(result), problemOf: problemFor(result) }
    : result;
}
