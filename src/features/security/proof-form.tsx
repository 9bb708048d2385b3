import type { ReactNode } from 'react';
import { cleanCode, codeProblem } from '#core/people/code-text.ts';
import { checkCurrentPassword } from '#core/people/validation.ts';
import { CODE_NEEDED } from '#core/words/codes.ts';
import { NEEDS_CONNECTION } from '#core/words/connection.ts';
import { TextField } from '#ui/forms/field.tsx';
import { PasswordField } from '#ui/forms/password-field.tsx';
import { SubmitForm } from '#ui/forms/submit-form.tsx';
import { useFields } from '#ui/forms/use-fields.ts';
import { SecondFactorField } from './second-factor/second-factor-field.tsx';
import type { Step } from './security-calls.ts';

/** The password and the code; the code is empty if none is asked for. */
export interface Proof {
  readonly password: string;
  readonly otp: string;
}

const blank = { otp: '', password: '' };

/** The field that shows a refusal of the server. */
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

/** Whether a field shows the refusal. */
export const atField = (refused: string | undefined): boolean => placeOf(refused) !== 'form';

interface Props {
  /** The label of the code field; undefined if no code is required. */
  readonly code: string | undefined;
  /** The code is the second factor: a recovery code or a passkey is accepted as well. */
  readonly recovery?: boolean;
  readonly action: string;
  readonly busyAction: string;
  readonly danger?: boolean;
  /** Why the button is disabled. */
  readonly blocked?: string | undefined;
  /** Content between the fields and the button. */
  readonly children?: ReactNode;
  readonly onProof: (proof: Proof) => Promise<Step<unknown> | undefined>;
}

/** Asks for the password, and for a code if there is a second factor (HARD-21). */
export function ProofForm({ code, recovery = false, children, onProof, ...form }: Props) {
  const { values, errors, show, bind } = useFields(blank);
  const otp = bind('otp');
  return (
    <SubmitForm
      {...form}
      offline={NEEDS_CONNECTION}
      failure={errors.form}
      check={() =>
        show({
          otp:
            code === undefined
              ? undefined
              : values.otp === ''
                ? CODE_NEEDED
                : codeProblem(values.otp, recovery ? 'factor' : 6),
          password: checkCurrentPassword(values.password),
        })
      }
      run={async () => {
        const step = await onProof(values);
        if (step && !step.ok) show({ [placeOf(step.refused)]: step.text });
      }}
    >
      {code !== undefined && recovery && <SecondFactorField label={code} {...otp} />}
      {code !== undefined && !recovery && (
        <TextField
          label={code}
          name="otp"
          autoComplete="one-time-code"
          inputMode="numeric"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={32}
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
    </SubmitForm>
  );
}
