import { useState } from 'react';
import { carriedEmail } from '#core/carried/sign-in.ts';
import { plainEmail } from '#core/people/email-address.ts';
import { checkEmail } from '#core/people/validation.ts';
import { askAgainText } from '#core/time/wait-text.ts';
import { GET_BACK_IN } from '#core/words/titles.ts';
import { keepEmail, registrationDraft } from '#features/auth/sign-up/registration-draft.ts';
import { useWait } from '#features/auth/use-wait.ts';
import { historyState } from '#platform/kept/history-state.ts';
import { Button } from '#ui/actions/button.tsx';
import { EmailField } from '#ui/forms/email-field.tsx';
import { useSubmit } from '#ui/forms/use-submit.ts';
import { PageIcon } from '#ui/marks/page-icon.tsx';
import { askForLink } from './recovery-wiring.ts';

/** How long to wait before another mail may be requested. */
const COOL_DOWN_SECONDS = 30;

/** The steps of a recovery, shown before it begins. */
const Steps = () => (
  <ol className="stack stack--tight">
    <li>First we email you a link.</li>
    <li>Then you show your identity document and your face, as when you were verified.</li>
    <li>
      A few days later two-factor authentication is turned off, and your password alone signs you
      in. Until then every device that is signed in, and an email a day, can stop it.
    </li>
  </ol>
);

const Sent = ({ email }: { readonly email: string }) => (
  <p className="banner" role="status">
    <PageIcon name="check" />
    <span className="grow">
      If <b>{email}</b> belongs to an account, an email is on its way. Open the link in it on this
      device or another one with a camera.
    </span>
  </p>
);

export function RecoveryAsk() {
  const [email, setEmail] = useState(
    () => carriedEmail.read(historyState()) || registrationDraft().email,
  );
  const [error, setError] = useState<string>();
  const [sentTo, setSentTo] = useState<string>();
  const [wait, startWait] = useWait(plainEmail(email));

  const { form, button, clearFailure } = useSubmit({
    offline: 'Sending a link needs a connection.',
    blocked: wait > 0 ? askAgainText(wait, Date.now(), 'link') : undefined,
    check: () => {
      const problem = checkEmail(plainEmail(email));
      setError(problem);
      return problem === undefined;
    },
    run: async (fail) => {
      const address = plainEmail(email);
      const asked = await askForLink(address);
      switch (asked.kind) {
        case 'sent':
          setSentTo(address);
          startWait(COOL_DOWN_SECONDS);
          return;
        case 'wait':
          startWait(asked.seconds);
          return;
        case 'failed':
          fail(asked.message);
      }
    },
  });

  return (
    <form className="stack stack--wide" {...form}>
      <div>
        <h1>{GET_BACK_IN}</h1>
        <p className="muted">
          For when your phone and your recovery codes are lost. If you still have a recovery code,
          sign in with it in place of the code.
        </p>
      </div>
      <Steps />
      {sentTo !== undefined && <Sent email={sentTo} />}
      <EmailField
        name="email"
        autoComplete="username"
        required
        maxLength={254}
        value={email}
        error={error}
        onChange={(value) => {
          setEmail(value);
          keepEmail(value);
          setError(undefined);
          clearFailure();
        }}
      />
      <div className="stack stack--tight">
        <Button variant="primary" wide {...button}>
          {sentTo === undefined ? 'Email me the link' : 'Email it again'}
        </Button>
      </div>
    </form>
  );
}
