import { useState } from 'react';
import { NEEDS_CONNECTION } from '#core/words/connection.ts';
import { HoldWarning, NoHold } from '#features/security/hold-text.tsx';
import { type Proof, ProofForm } from '#features/security/proof-form.tsx';
import css from '#features/security/security.module.css';
import {
  generateSecret,
  type NewSecret,
  type Step,
  turnOnTwoFactor,
} from '#features/security/security-calls.ts';
import { Button } from '#ui/actions/button.tsx';
import { CopyButton } from '#ui/actions/copy-button.tsx';
import { Dialog } from '#ui/feedback/dialog.tsx';
import { useSubmit } from '#ui/forms/use-submit.ts';
import { QrCode } from '#ui/marks/qr-code.tsx';
import { CodeForm } from './code-form.tsx';

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
      <code className="mono" translate="no">
        {inFours(secret.base32)}
      </code>
      <CopyButton text={secret.base32} what="Secret">
        Copy secret
      </CopyButton>
    </div>
  </div>
);

interface Props {
  /** 2FA is on and moves to another authenticator app (HARD-47). */
  readonly moves?: boolean;
  /** Turning it on holds withdrawals for a day. */
  readonly holds: boolean;
  readonly onClose: () => void;
  /** 2FA is on; with the recovery codes, which are shown once. */
  readonly onDone: (recoveryCodes: readonly string[]) => void;
  /** Called when no answer came, so that two-factor authentication may be on. */
  readonly onUnknown: () => Promise<void>;
}

/** SEC-01: shows a secret, then asks for a code. A move first needs a code of the present app or a recovery code. */
export function TwoFactorSetup({ moves = false, holds, onClose, onDone, onUnknown }: Props) {
  const [secret, setSecret] = useState<NewSecret>();

  const generate = useSubmit({
    offline: NEEDS_CONNECTION,
    run: async (fail) => {
      const step = await generateSecret();
      if (step.ok) setSecret(step.value);
      else fail(step.text);
    },
  });
  /** Resolves with an error text, or with undefined. */
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
            passkey
            action="Continue"
            busyAction="Checking"
            onCode={generateWith}
          />
        </>
      )}
      {!secret && !moves && (
        <>
          <p>
            Signing in and withdrawing will need a code from an authenticator app on your phone.
          </p>
          {holds ? <HoldWarning change="After turning it on" /> : <NoHold />}
          <p className="muted">Please generate a secret code first</p>
        </>
      )}
      {secret && <Secret secret={secret} />}
      {!secret && !moves && (
        <Button variant="primary" wide {...generate.button} type="button" onClick={generate.submit}>
          Generate secret code
        </Button>
      )}
      {secret && (
        <div className={css.foot}>
          <ProofForm
            code="Verification code"
            action={moves ? 'Verify and move' : 'Verify and turn on'}
            busyAction="Verifying"
            onProof={(proof) => turnOn(secret, proof)}
          />
        </div>
      )}
    </Dialog>
  );
}
