import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Icon } from '#ui/icon.tsx';
import { QrCode } from '#ui/qr-code.tsx';
import { useOnline } from '#ui/signals.ts';
import { CodeForm } from './code-form.tsx';
import { HoldWarning } from './hold-text.tsx';
import { type Proof, ProofForm } from './proof-form.tsx';
import css from './security.module.css';
import { generateSecret, type NewSecret, type Step, turnOnTwoFactor } from './security-calls.ts';

const inFours = (text: string): string => text.replace(/(.{4})(?=.)/g, '$1 ');

const Secret = ({ secret }: { readonly secret: NewSecret }) => (
  <div className="stack">
    <div className={`${css.secret} ${css.scan}`}>
      <p className="small muted">Scan this code with your authenticator app:</p>
      <div className={css.qr}>
        <QrCode data={secret.qrCodeUrl} label="QR code for your authenticator app" size={200} />
      </div>
    </div>
    <div className={css.secret}>
      <a className={`btn btn--secondary ${css.here}`} href={secret.qrCodeUrl}>
        Open in authenticator app
      </a>
      <p className="small muted">Or type this secret into the app:</p>
      <code className="mono">{inFours(secret.base32)}</code>
      <CopyButton text={secret.base32} what="Secret">
        Copy secret
      </CopyButton>
    </div>
  </div>
);

interface Props {
  /** It is on, and moves to another authenticator app (HARD-47). */
  readonly moves?: boolean;
  /** Turning it on holds withdrawals for a day. */
  readonly holds: boolean;
  readonly onClose: () => void;
  /** 2FA is on; with the recovery codes, which are shown once. */
  readonly onDone: (recoveryCodes: readonly string[]) => void;
  /** No answer came: it may be on. */
  readonly onUnknown: () => Promise<void>;
}

/** SEC-01: secret, code, on. Where it moves, a code of the app it leaves, or a recovery code, comes first. */
export function TwoFactorSetup({ moves = false, holds, onClose, onDone, onUnknown }: Props) {
  const isOnline = useOnline();
  const [secret, setSecret] = useState<NewSecret>();
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);

  const generate = async (): Promise<void> => {
    setBusy(true);
    const step = await generateSecret();
    setBusy(false);
    setFailure(step.ok ? undefined : step.text);
    if (step.ok) setSecret(step.value);
  };
  /** Gives back what is wrong with the code. */
  const generateWith = async (code: string): Promise<string | undefined> => {
    const step = await generateSecret(code);
    if (!step.ok) return step.text;
    setSecret(step.value);
    return undefined;
  };
  const turnOn = async ({ base32 }: NewSecret, proof: Proof): Promise<Step<unknown>> => {
    const step = await turnOnTwoFactor(base32, proof);
    if (step.ok) onDone(step.value);
    else if (step.refused === undefined) await onUnknown();
    return step;
  };

  return (
    <Dialog
      title={moves ? 'Move two-factor authentication' : 'Two-factor authentication'}
      onClose={onClose}
    >
      {!secret && moves && (
        <>
          <p>
            Show first that it is you. The app you have now counts until the new one is set up;
            after that neither it nor your recovery codes do.
          </p>
          {holds && <HoldWarning change="After moving it" />}
          <CodeForm
            label="Verification code"
            help="Six digits of the app you have now, or one of your recovery codes."
            submitLabel="Continue"
            busyLabel="Checking"
            onCode={generateWith}
          />
        </>
      )}
      {!secret && !moves && (
        <>
          <p>
            Signing in and withdrawing will need a code from an authenticator app on your phone.
          </p>
          {holds && <HoldWarning change="After turning it on" />}
          <p className="muted">Please generate a secret code first</p>
        </>
      )}
      {secret && <Secret secret={secret} />}
      {!secret && !moves && (
        <Button
          variant="primary"
          wide
          busy={busy}
          disabledReason={isOnline ? undefined : 'This needs a connection.'}
          onClick={() => void generate()}
        >
          Generate secret code
        </Button>
      )}
      {failure && (
        <p className="error" role="alert">
          <Icon name="alert" size="xs" />
          {failure}
        </p>
      )}
      {secret && (
        <div className={css.foot}>
          <ProofForm
            code="Verification code"
            submitLabel={moves ? 'Verify and move' : 'Verify and turn on'}
            busyLabel="Verifying"
            onProof={(proof) => turnOn(secret, proof)}
          />
        </div>
      )}
    </Dialog>
  );
}
