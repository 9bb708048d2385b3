import type { FormEvent, ReactNode } from 'react';
import { useState } from 'react';
import { cleanCode } from '#core/domain/code-text.ts';
import { checkCurrentPassword } from '#core/domain/validation.ts';
import { onlineNow } from '#platform/network.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/field.tsx';
import { Icon } from '#ui/icon.tsx';
import { PasswordField } from '#ui/password-field.tsx';
import { useOnline } from '#ui/signals.ts';
import { useFields } from '#ui/use-fields.ts';
import type { Step } from './security-calls.ts';

/** What a customer proves themselves with; the code is empty where none is asked for. */
export interface Proof {
  readonly password: string;
  readonly otp: string;
}

const blank = { otp: '', password: '' };

/** Where a refusal of the server belongs. */
function placeOf(refused: string | undefined): keyof typeof blank | 'form' {
  switch (refused) {
    case 'INVALID_CREDENTIALS':
    case 'PASSWORD_REQUIRED':
      return 'password';
    case 'INVALID_CODE':
    case 'SECOND_FACTOR_REQUIRED':
      return 'otp';
    default:
      return 'form';
  }
}

/** Whether a refusal is told at a field. */
export const atField = (refused: string | undefined): boolean => placeOf(refused) !== 'form';

interface Props {
  /** The name of the code's field; undefined: no code is asked for. */
  readonly code: string | undefined;
  /** Said below the code's field; recovery codes have letters. */
  readonly codeHelp?: string;
  readonly submitLabel: string;
  readonly busyLabel: string;
  readonly danger?: boolean;
  /** Why the button is off. */
  readonly obstacle?: string | undefined;
  /** Between the fields and the button. */
  readonly children?: ReactNode;
  readonly onProof: (proof: Proof) => Promise<Step<unknown> | undefined>;
}

/** Asks for the password, and for a code where there is a second factor (HARD-21). */
export function ProofForm(props: Props) {
  const isOnline = useOnline();
  const { code, codeHelp, submitLabel, busyLabel, danger, obstacle, children, onProof } = props;
  const { values, errors, show, bind } = useFields(blank);
  const [busy, setBusy] = useState(false);
  const otp = bind('otp');

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const wrong = show({
      otp: code !== undefined && values.otp === '' ? 'Please enter verification code' : undefined,
      password: checkCurrentPassword(values.password),
    });
    if (wrong || busy || obstacle !== undefined || !onlineNow()) return;
    setBusy(true);
    const step = await onProof(values);
    setBusy(false);
    if (step && !step.ok) show({ [placeOf(step.refused)]: step.text });
  };

  return (
    <form className="stack" onSubmit={(event) => void submit(event)} noValidate>
      {code !== undefined && (
        <TextField
          label={code}
          name="otp"
          autoComplete="one-time-code"
          inputMode={codeHelp ? 'text' : 'numeric'}
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={32}
          help={codeHelp}
          {...otp}
          onChange={(typed) => otp.onChange(cleanCode(typed))}
        />
      )}
      <PasswordField
        label="Current password"
        autoComplete="current-password"
        maxLength={256}
        {...bind('password')}
      />
      {children}
      {errors.form && (
        <p className="error" role="alert">
          <Icon name="alert" size="xs" />
          {errors.form}
        </p>
      )}
      <Button
        variant={danger ? 'danger' : 'primary'}
        type="submit"
        wide
        busy={busy}
        disabledReason={isOnline ? obstacle : 'This needs a connection.'}
      >
        {busy ? busyLabel : submitLabel}
      </Button>
    </form>
  );
}
