import { type ReactNode, useState } from 'react';
import { LONGEST_PASSKEY_NAME, type Passkey } from '#core/contract/account/passkeys.ts';
import { checkCurrentPassword } from '#core/people/validation.ts';
import { CODE_NEEDED } from '#core/words/codes.ts';
import { NEEDS_CONNECTION } from '#core/words/connection.ts';
import { HoldWarning } from '#features/security/hold-text.tsx';
import { SecondFactorField } from '#features/security/second-factor/second-factor-field.tsx';
import type { Step } from '#features/security/security-calls.ts';
import { Button } from '#ui/actions/button.tsx';
import { TextField } from '#ui/forms/field.tsx';
import { FormDialog } from '#ui/forms/form-dialog.tsx';
import { PasswordField } from '#ui/forms/password-field.tsx';
import { useFields } from '#ui/forms/use-fields.ts';
import { makeAndAdd, type PasskeyProof, remove, rename } from './passkey-calls.ts';

interface ProofDialogProps {
  readonly title: string;
  readonly action: string;
  readonly busyAction: string;
  readonly danger?: boolean;
  readonly twoFactor: boolean;
  readonly children: ReactNode;
  readonly below?: ReactNode;
  /** Whether the other fields are valid. */
  readonly check?: () => boolean;
  readonly onProof: (proof: PasskeyProof) => Promise<Step<unknown>>;
  readonly onClose: () => void;
}

/** A form that ends with a proof of identity: the second factor if it is on, otherwise the password. */
function ProofDialog({ twoFactor, children, check, onProof, ...dialog }: ProofDialogProps) {
  const { values, errors, show, bind } = useFields({ otp: '', password: '' });
  return (
    <FormDialog
      {...dialog}
      offline={NEEDS_CONNECTION}
      failure={errors.form}
      check={() => {
        const proved = show(
          twoFactor
            ? { otp: values.otp === '' ? CODE_NEEDED : undefined }
            : { password: checkCurrentPassword(values.password) },
        );
        return (check?.() ?? true) && proved;
      }}
      run={async () => {
        const step = await onProof(values);
        if (step.ok) return;
        const place =
          step.refused === 'INVALID_CODE' || step.refused === 'SECOND_FACTOR_REQUIRED'
            ? 'otp'
            : step.refused === 'INVALID_CREDENTIALS' || step.refused === 'PASSWORD_REQUIRED'
              ? 'password'
              : 'form';
        show({ [place]: step.text });
      }}
    >
      {children}
      {twoFactor ? (
        <SecondFactorField label="Verification code" {...bind('otp')} />
      ) : (
        <PasswordField
          label="Current password"
          autoComplete="current-password"
          maxLength={256}
          {...bind('password')}
        />
      )}
    </FormDialog>
  );
}

interface AddProps {
  readonly twoFactor: boolean;
  /** Adding a passkey holds withdrawals for a day. */
  readonly holds: boolean;
  readonly onClose: () => void;
  readonly onDone: (text: string) => void;
}

/** LIVE-03: adds a passkey to the account. */
export const AddPasskeyDialog = ({ twoFactor, holds, onClose, onDone }: AddProps) => (
  <ProofDialog
    title="Add a passkey"
    action="Continue"
    busyAction="Waiting for your device"
    twoFactor={twoFactor}
    onProof={async (proof) => {
      const step = await makeAndAdd(proof);
      if (step.ok) onDone(`The passkey “${step.value}” now signs you in`);
      return step;
    }}
    onClose={onClose}
  >
    <p>
      A passkey signs you in with your face, fingerprint or PIN, without a password and without a
      code. Your device or your password manager keeps it.
    </p>
    <p className="small muted">
      It opens your account on any device. The app lock is something else: it only hides what this
      device keeps.
    </p>
    {holds && <HoldWarning change="After adding it" />}
  </ProofDialog>
);

interface OneProps {
  readonly passkey: Passkey;
  /** Asks at once whether it is to be removed. */
  readonly removesFirst: boolean;
  readonly twoFactor: boolean;
  readonly onClose: () => void;
  readonly onDone: (text: string) => void;
}

/** Renames or removes a passkey. */
export function PasskeyDialog({ passkey, removesFirst, twoFactor, onClose, onDone }: OneProps) {
  const [name, setName] = useState(passkey.name);
  const [error, setError] = useState<string>();
  const [removes, setRemoves] = useState(removesFirst);
  const { id } = passkey;
  if (removes) {
    return (
      <ProofDialog
        // A dialog of its own, so that it takes the focus.
        key="remove"
        title="Remove this passkey"
        action="Remove"
        busyAction="Removing"
        danger
        twoFactor={twoFactor}
        onProof={async (proof) => {
          const step = await remove(id, proof);
          if (step.ok) onDone('The passkey was removed');
          return step;
        }}
        onClose={onClose}
      >
        <p>
          “{passkey.name}” will no longer sign you in. Delete it on your device too, or the device
          goes on offering it. Your password stays a way in.
        </p>
      </ProofDialog>
    );
  }
  return (
    <ProofDialog
      key="rename"
      title="Passkey"
      action="Save name"
      busyAction="Saving"
      twoFactor={twoFactor}
      check={() => {
        setError(name.trim() === '' ? 'Enter a name' : undefined);
        return name.trim() !== '';
      }}
      onProof={async (proof) => {
        const step = await rename(id, name, proof);
        if (step.ok) onDone('The passkey was renamed');
        return step;
      }}
      below={
        <Button variant="quiet" wide onClick={() => setRemoves(true)}>
          Remove this passkey
        </Button>
      }
      onClose={onClose}
    >
      <p className="muted">
        {passkey.backedUp
          ? 'Whoever keeps it has a copy, so it comes along to your next device.'
          : 'It is on one device only: if you lose that, it is gone.'}
      </p>
      <TextField
        label="Name"
        maxLength={LONGEST_PASSKEY_NAME}
        value={name}
        error={error}
        onChange={(typed) => {
          setName(typed);
          setError(undefined);
        }}
      />
    </ProofDialog>
  );
}
