import { useEffect } from 'react';
import { useLocation } from 'wouter';
import type { WaysBeside } from '#core/contract/account/ways-in.ts';
import { OTP_OR_RECOVERY } from '#core/words/codes.ts';
import {
  ACCOUNT_DELETED,
  ANTI_PHISHING_SAVED,
  EMAIL_CHANGED,
  NEW_RECOVERY_CODES,
  PASSWORD_CHANGED,
  TWO_FACTOR_ENABLED,
  TWO_FACTOR_TURNED_OFF,
} from '#core/words/security.ts';
import { session } from '#transport/session/session.ts';
import { logOut } from '#transport/session/sign-out.ts';
import { Dialog } from '#ui/feedback/dialog.tsx';
import { toast } from '#ui/feedback/toasts.ts';
import { useFlow } from '#ui/hooks/use-flow.ts';
import { DeleteAccountDialog } from './account/delete-account-dialog.tsx';
import { EmailDialog } from './account/email-dialog.tsx';
import { FreezeDialog } from './account/freeze-dialog.tsx';
import { ConfirmFirstDialog } from './account/mailbox-notice.tsx';
import { OwnDataDialog } from './account/own-data-dialog.tsx';
import { PasswordDialog } from './account/password-dialog.tsx';
import { AntiPhishingDialog } from './anti-phishing-dialog.tsx';
import { AppLockDialog } from './app-lock-dialog.tsx';
import { BookOnlyDialog } from './book-only-dialog.tsx';
import { HoldWarning } from './hold-text.tsx';
import { AddPasskeyDialog, PasskeyDialog } from './passkeys/passkey-dialogs.tsx';
import { WaysBesideList } from './passkeys/ways-beside.tsx';
import { CodeForm } from './second-factor/code-form.tsx';
import { RecoveryCodes } from './second-factor/recovery-codes.tsx';
import { TwoFactorSetup } from './second-factor/two-factor-setup.tsx';
import { newRecoveryCodes, type Step, turnOffTwoFactor } from './security-calls.ts';
import { made, type Security, security } from './security-state.ts';
import { isShut } from './shut-ways.ts';
import { SuccessDialog } from './success-dialog.tsx';

export type OpenDialog =
  | {
      readonly kind:
        | 'set-up'
        | 'move'
        | 'turn-off'
        | 'renew'
        | 'password'
        | 'email'
        | 'anti-phishing'
        | 'app-lock'
        | 'own-data'
        | 'freeze'
        | 'delete'
        | 'add-passkey'
        | 'book-only';
    }
  | { readonly kind: 'passkey'; readonly id: string; readonly removes?: boolean }
  | { readonly kind: 'ways'; readonly text: string; readonly ways: WaysBeside }
  | { readonly kind: 'success'; readonly text: string; readonly codes?: readonly string[] }
  | { readonly kind: 'deleted' };

/** How long the last message stays before the customer is signed out, in milliseconds. */
const READ_MS = 2_000;

function Deleted() {
  useEffect(() => {
    const timer = setTimeout(() => void logOut(), READ_MS);
    return () => clearTimeout(timer);
  }, []);
  return <SuccessDialog text={ACCOUNT_DELETED} />;
}

interface Props {
  readonly shown: OpenDialog;
  readonly known: Security;
  readonly show: (shown: OpenDialog | undefined) => void;
}

/** The open dialog of the security section. App updates wait until it is closed. */
export function SecurityDialog({ shown, known, show }: Props) {
  useFlow('security', true);
  const [, navigate] = useLocation();
  const close = (): void => {
    made.codes = undefined;
    show(undefined);
  };
  const done = (text: string, codes?: readonly string[]): void => {
    void security.changed();
    if (codes) made.codes = { text, codes };
    else show({ kind: 'success', text });
  };
  /** Tries a code. If no answer came, it reads the settings, and closes the dialog if they changed. */
  const withCode =
    (ask: (code: string) => Promise<Step<readonly string[]>>, text: string) =>
    async (code: string): Promise<string | undefined> => {
      const step = await ask(code);
      if (step.ok) {
        done(text, step.value.length > 0 ? step.value : undefined);
        return undefined;
      }
      if (step.refused === undefined) await closeIfChanged();
      return step.text;
    };
  const closeIfMoved = async (): Promise<void> => {
    await security.changed();
    if (security.known.data === undefined) return;
    if (security.known.data.twoFactorSince === known.twoFactorSince) return;
    toast.info(
      'Two-factor authentication was moved. If you did not see recovery codes, make new ones.',
    );
    close();
  };
  const closeIfChanged = async (): Promise<void> => {
    await security.changed();
    if (security.known.data === undefined || security.known.data.twoFactor === known.twoFactor)
      return;
    toast.info(
      security.known.data.twoFactor
        ? 'Two-factor authentication is on. If you did not see recovery codes, make new ones.'
        : 'Two-factor authentication is off.',
    );
    close();
  };

  if (isShut(known, shown.kind)) {
    return (
      <ConfirmFirstDialog
        known={known}
        timeZone={session.timeZone}
        onConfirm={() => {
          close();
          navigate('/profile/verification');
        }}
        onClose={close}
      />
    );
  }
  switch (shown.kind) {
    case 'set-up':
      return (
        <TwoFactorSetup
          holds={known.turningOnHolds ?? true}
          onClose={close}
          onDone={(codes) => done(TWO_FACTOR_ENABLED, codes)}
          onUnknown={closeIfChanged}
        />
      );
    case 'move':
      return (
        <TwoFactorSetup
          moves
          holds={known.withdrawalHold?.reason !== 'two-factor'}
          onClose={close}
          onDone={(codes) => done('Two-Factor Authentication has been moved', codes)}
          onUnknown={closeIfMoved}
        />
      );
    case 'turn-off':
      return (
        <Dialog title="Turn off two-factor authentication" onClose={close}>
          <p>Your account will be protected by its password alone.</p>
          {known.antiPhishingCode !== null && (
            <p>
              Our emails will no longer carry your anti-phishing code “{known.antiPhishingCode}”.
            </p>
          )}
          <HoldWarning change="After turning it off" />
          <CodeForm
            label="Verification code"
            help={OTP_OR_RECOVERY}
            passkey
            action="Turn off"
            busyAction="Turning off"
            danger
            onCode={withCode(turnOffTwoFactor, TWO_FACTOR_TURNED_OFF)}
          />
        </Dialog>
      );
    case 'email':
      return (
        <EmailDialog
          twoFactor={known.twoFactor}
          pending={known.emailChange?.email}
          onClose={close}
          onDone={() => done(EMAIL_CHANGED)}
        />
      );
    case 'renew':
      return (
        <Dialog title="New recovery codes" onClose={close}>
          <p>The recovery codes you have will no longer work.</p>
          <CodeForm
            label="Verification code"
            help={OTP_OR_RECOVERY}
            passkey
            action="Make new codes"
            busyAction="Making new codes"
            onCode={withCode(newRecoveryCodes, NEW_RECOVERY_CODES)}
          />
        </Dialog>
      );
    case 'password':
      return (
        <PasswordDialog
          onClose={close}
          onDone={(ways) => {
            void security.changed();
            const text = PASSWORD_CHANGED;
            show(ways ? { kind: 'ways', text, ways } : { kind: 'success', text });
          }}
        />
      );
    case 'anti-phishing':
      return (
        <AntiPhishingDialog
          current={known.antiPhishingCode}
          onClose={close}
          onDone={() => done(ANTI_PHISHING_SAVED)}
        />
      );
    case 'app-lock':
      return <AppLockDialog onClose={close} onDone={(text) => done(text)} />;
    case 'add-passkey':
      return (
        <AddPasskeyDialog
          twoFactor={known.twoFactor}
          holds={known.twoFactor || (known.turningOnHolds ?? true)}
          onClose={close}
          onDone={(text) => done(text)}
        />
      );
    case 'passkey': {
      const passkey = known.passkeys?.find(({ id }) => id === shown.id);
      return (
        passkey && (
          <PasskeyDialog
            passkey={passkey}
            removesFirst={shown.removes ?? false}
            twoFactor={known.twoFactor}
            onClose={close}
            onDone={(text) => done(text)}
          />
        )
      );
    }
    case 'book-only':
      return (
        <BookOnlyDialog
          current={known.addressBookOnly ?? null}
          twoFactor={known.twoFactor}
          onClose={close}
          onDone={(text) => done(text)}
        />
      );
    case 'own-data':
      return (
        <OwnDataDialog
          twoFactor={known.twoFactor}
          onClose={close}
          onDone={() => done('Your data has been downloaded')}
        />
      );
    case 'delete':
      return (
        <DeleteAccountDialog
          twoFactor={known.twoFactor}
          onClose={close}
          onDone={() => show({ kind: 'deleted' })}
        />
      );
    case 'ways':
      return (
        <SuccessDialog text={shown.text} onDone={close}>
          <WaysBesideList
            ways={shown.ways}
            onRemove={(id) => show({ kind: 'passkey', id, removes: true })}
            onFreeze={() => show({ kind: 'freeze' })}
          />
        </SuccessDialog>
      );
    case 'freeze':
      return <FreezeDialog onClose={close} />;
    case 'success':
      return shown.codes ? (
        <RecoveryCodes text={shown.text} codes={shown.codes} onDone={close} />
      ) : (
        <SuccessDialog text={shown.text} onDone={close} />
      );
    case 'deleted':
      return <Deleted />;
  }
}
