import { type FormEvent, useRef, useState } from 'react';
import { plainEmail } from '#core/domain/email-address.ts';
import { checkEmail } from '#core/domain/validation.ts';
import { askAgainText } from '#core/domain/wait-text.ts';
import { historyState } from '#platform/history-state.ts';
import { onlineNow } from '#platform/network.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/field.tsx';
import { PageIcon } from '#ui/page-icon.tsx';
import { useOnline } from '#ui/signals.ts';
import { emailFromState } from './email-from-state.ts';
import { askForLink } from './recovery-browser.ts';
import { keepEmail, registrationDraft } from './registration-draft.ts';
import { useWait } from './use-wait.ts';

/** After so long another mail may be asked for. */
const COOL_DOWN_SECONDS = 30;

/** What there is to do, before anybody begins it. */
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
  const isOnline = useOnline();
  const [email, setEmail] = useState(
    () => emailFromState(historyState())?.email || registrationDraft().email,
  );
  const [error, setError] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [sentTo, setSentTo] = useState<string>();
  const [wait, startWait] = useWait(plainEmail(email));
  const input = useRef<HTMLInputElement>(null);

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const address = plainEmail(email);
    const problem = checkEmail(address);
    setError(problem);
    setFailure(undefined);
    if (problem) return input.current?.focus();
    if (busy || wait > 0 || !onlineNow()) return;
    setBusy(true);
    const asked = await askForLink(address);
    setBusy(false);
    switch (asked.kind) {
      case 'sent':
        setSentTo(address);
        startWait(COOL_DOWN_SECONDS);
        return;
      case 'wait':
        startWait(asked.seconds);
        return;
      case 'failed':
        setFailure(asked.message);
    }
  };

  const reason = !isOnline
    ? 'Sending a link needs a connection.'
    : wait > 0
      ? askAgainText(wait, Date.now(), 'link')
      : undefined;
  return (
    <form className="stack stack--wide" onSubmit={(event) => void submit(event)} noValidate>
      <div>
        <h1>Get back into your account</h1>
        <p className="muted">
          For when your phone and your recovery codes are lost. If you still have a recovery code,
          sign in with it in place of the code.
        </p>
      </div>
      <Steps />
      {sentTo !== undefined && <Sent email={sentTo} />}
      <TextField
        label="Email"
        name="email"
        type="email"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        maxLength={254}
        value={email}
        inputRef={input}
        error={error}
        onChange={(value) => {
          setEmail(value);
          keepEmail(value);
          setError(undefined);
          setFailure(undefined);
        }}
      />
      <div className="stack stack--tight">
        <Button
          variant="primary"
          type="submit"
          wide
          busy={busy}
          disabledReason={reason}
          failure={failure}
        >
          {sentTo === undefined ? 'Email me the link' : 'Email it again'}
        </Button>
      </div>
    </form>
  );
}
