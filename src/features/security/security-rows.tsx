import { type ReactNode, useEffect, useState } from 'react';
import { CONFIRM_FIRST } from '#core/words/security.ts';
import { lockIsOn } from '#platform/vault/app-lock.ts';
import { canHoldSecret } from '#platform/vault/passkey.ts';
import { PageIcon, type PageIconName } from '#ui/marks/page-icon.tsx';
import css from './security.module.css';
import type { OpenDialog } from './security-dialogs.tsx';
import type { Security } from './security-state.ts';
import { isShut } from './shut-ways.ts';

interface RowProps {
  readonly icon: PageIconName;
  readonly title: string;
  readonly text: string;
  readonly pill?: { readonly text: string; readonly on: boolean };
  /** Why the row cannot be opened. */
  readonly obstacle?: string | undefined;
  readonly onOpen: () => void;
}

export function Row({ icon, title, text, pill, obstacle, onOpen }: RowProps) {
  return (
    <li>
      <button
        className="row"
        type="button"
        aria-disabled={obstacle !== undefined || undefined}
        onClick={() => obstacle === undefined && onOpen()}
      >
        <span className="ticon">
          <PageIcon name={icon} />
        </span>
        <span>
          <b>{title}</b>
          <small>{obstacle ?? text}</small>
        </span>
        <span className={`row__end line ${css.end}`}>
          {pill && <span className={pill.on ? 'pill pill--ok' : 'pill'}>{pill.text}</span>}
          <PageIcon name="right" size="s" />
        </span>
      </button>
    </li>
  );
}

interface Props {
  readonly known: Security;
  /** Shown for accounts that may change it. */
  readonly email: string | undefined;
  readonly show: (shown: OpenDialog) => void;
  /** Rows after those about signing in. */
  readonly children?: ReactNode;
}

const codesText = (left: number): string =>
  left === 0 ? 'None left: make new ones' : left === 1 ? '1 code left' : `${left} codes left`;

/** The settings that can be changed, one dialog per row. */
export const SecurityRows = ({ known, email, show, children }: Props) => (
  <>
    <section className="group" aria-labelledby="signing-in">
      <h2 id="signing-in">Signing in</h2>
      <ul className="card rows">
        {email !== undefined && (
          <Row
            icon="mail"
            title="Email address"
            text={
              isShut(known, 'email')
                ? `${email}. ${CONFIRM_FIRST}`
                : known.emailChange
                  ? `Waiting for the code sent to ${known.emailChange.email}`
                  : email
            }
            onOpen={() => show({ kind: 'email' })}
          />
        )}
        <Row
          icon="lock"
          title="Password"
          text="Change it if someone else may know it"
          onOpen={() => show({ kind: 'password' })}
        />
        <Row
          icon="shield"
          title="Two-factor authentication"
          text={
            isShut(known, 'set-up') && !known.twoFactor
              ? CONFIRM_FIRST
              : 'A code from your authenticator app'
          }
          pill={known.twoFactor ? { text: 'On', on: true } : { text: 'Off', on: false }}
          onOpen={() => show({ kind: known.twoFactor ? 'turn-off' : 'set-up' })}
        />
        {known.twoFactor && (
          <Row
            icon="device"
            title="Move to another authenticator app"
            text="For a new phone; you get new recovery codes"
            onOpen={() => show({ kind: 'move' })}
          />
        )}
        {known.twoFactor && (
          <Row
            icon="list"
            title="Recovery codes"
            text={codesText(known.recoveryCodesLeft)}
            onOpen={() => show({ kind: 'renew' })}
          />
        )}
      </ul>
    </section>
    {children}
    <section className="group" aria-labelledby="mails">
      <h2 id="mails">Emails from us</h2>
      <ul className="card rows">
        <Row
          icon="mail"
          title="Anti-phishing code"
          text={known.antiPhishingCode ?? 'A code that only our emails to you contain'}
          pill={
            known.twoFactor && known.antiPhishingCode !== null
              ? { text: 'On', on: true }
              : { text: 'Off', on: false }
          }
          obstacle={known.twoFactor ? undefined : 'Turn on two-factor authentication to use it'}
          onOpen={() => show({ kind: 'anti-phishing' })}
        />
      </ul>
    </section>
  </>
);

/** Settings of this device only. */
export function AppLockRow({
  isOnline,
  show,
}: { readonly isOnline: boolean } & Pick<Props, 'show'>) {
  const isOn = lockIsOn();
  const [able, setAble] = useState(true);
  useEffect(() => void canHoldSecret().then(setAble), []);
  const obstacle = (): string | undefined => {
    if (!isOn && !able) return 'No passkey of this device can lock the app';
    return isOnline ? undefined : 'Connect to change it';
  };
  return (
    <section className="group" aria-labelledby="this-device">
      <h2 id="this-device">This device</h2>
      <ul className="card rows">
        <Row
          icon="lock"
          title="App lock"
          text="Unlock the app the way you unlock this device"
          pill={isOn ? { text: 'On', on: true } : { text: 'Off', on: false }}
          obstacle={obstacle()}
          onOpen={() => show({ kind: 'app-lock' })}
        />
      </ul>
    </section>
  );
}

/** Among the first for customers: whoever needs it has no time to look for it. */
export const FreezeRow = ({ show }: Pick<Props, 'show'>) => (
  <Row
    icon="lock"
    title="Freeze account"
    text="If someone else is in it: stops everything, everywhere"
    onOpen={() => show({ kind: 'freeze' })}
  />
);

/** The end of the page: the customer's data and deleting the account. */
export const AccountRows = ({
  isCustomer,
  show,
}: { readonly isCustomer: boolean } & Pick<Props, 'show'>) => (
  <section className="group" aria-labelledby="account">
    <h2 id="account">Your account</h2>
    <ul className="card rows">
      {isCustomer && (
        <Row
          icon="save"
          title="Download my data"
          text="Everything we store about you, in one file"
          onOpen={() => show({ kind: 'own-data' })}
        />
      )}
      {!isCustomer && <FreezeRow show={show} />}
      {isCustomer && (
        <Row
          icon="x"
          title="Delete account"
          text="Permanently removes your personal details"
          onOpen={() => show({ kind: 'delete' })}
        />
      )}
    </ul>
  </section>
);
