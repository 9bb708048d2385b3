import { type ReactNode, useEffect, useState } from 'react';
import { useSnapshot } from 'valtio/react';
import { Link } from 'wouter';
import { toSignIn } from '#core/carried/sign-in.ts';
import type { Recovery } from '#core/contract/account/recovery.ts';
import { operator } from '#core/operator.ts';
import { formatInstant } from '#core/time/date-text.ts';
import {
  FACTOR_IS_GONE,
  FACTOR_WILL_GO,
  HAS_ADDRESS,
  LINK_IS_OVER,
  RECOVERY_STOPPED,
} from '#core/words/recovery.ts';
import { GET_BACK_IN } from '#core/words/titles.ts';
import { createVerification } from '#identity/verification.ts';
import { VerificationModal } from '#identity/verification-modal.tsx';
import { isAttended, onReturn } from '#platform/page/on-return.ts';
import { serverNow } from '#platform/time/server-clock.ts';
import { Button } from '#ui/actions/button.tsx';
import { useOnline } from '#ui/hooks/signals.ts';
import type { RecoveryMachine } from './recovery-state.ts';
import { checkDeps, recoveryOf } from './recovery-wiring.ts';

const LOOK_EVERY_MS = 30_000;

interface Props {
  readonly link: string;
  /** Asks for a new link. */
  readonly onAgain: () => void;
}

interface PartProps {
  readonly title: string;
  readonly children: ReactNode;
}

const Part = ({ title, children }: PartProps) => (
  <div className="stack stack--wide">
    <h1>{title}</h1>
    {children}
  </div>
);

const support = <a href={`mailto:${operator.supportEmail}`}>{operator.supportEmail}</a>;

/** The identity check of a recovery, made in the provider's widget. */
function Check({ machine, link }: { readonly machine: RecoveryMachine; readonly link: string }) {
  const isOnline = useOnline();
  const [verification] = useState(() => createVerification(checkDeps(link, machine)));
  const { phase } = useSnapshot(verification.state);
  useEffect(() => () => void verification.close(), [verification]);
  return (
    <>
      <div className="stack stack--tight">
        <Button
          variant="primary"
          wide
          busy={phase === 'starting'}
          disabledReason={isOnline ? undefined : 'The identity check needs a connection.'}
          onClick={() => void verification.start()}
        >
          Start the identity check
        </Button>
      </div>
      <VerificationModal verification={verification} onClose={() => void verification.close()} />
    </>
  );
}

function Stop({ machine }: { readonly machine: RecoveryMachine }) {
  const isOnline = useOnline();
  const { stopping, failure } = useSnapshot(machine.state);
  return (
    <div className="stack stack--tight">
      <Button
        variant="danger"
        wide
        busy={stopping}
        failure={failure}
        disabledReason={isOnline ? undefined : 'Stopping it needs a connection.'}
        onClick={() => void machine.stop()}
      >
        Stop the recovery
      </Button>
    </div>
  );
}

const SignIn = ({ email }: { readonly email: string }) => (
  <Link className="btn btn--primary btn--wide" href="/" state={toSignIn(email)}>
    Sign in
  </Link>
);

interface StageProps extends Props {
  readonly machine: RecoveryMachine;
  readonly recovery: Recovery;
}

/** The check with which our support gives an account an address (READ-07). */
function AddressStage({ machine, recovery: { email, stage }, link }: StageProps) {
  switch (stage) {
    case 'asked':
      return (
        <Part title="Show that it is you">
          <p className="muted">
            You opened the link that went to <b>{email}</b>. Now show your identity document and
            your face. Then our support gives your account this address.
          </p>
          <Check machine={machine} link={link} />
        </Part>
      );
    case 'review':
    case 'waiting':
      return (
        <Part title="We are checking your documents">
          <p className="muted" role="status">
            This may take some time. You can close this page: an email to <b>{email}</b> tells you
            when your account has this address.
          </p>
        </Part>
      );
    case 'refused':
    case 'stopped':
      return (
        <Part title="The check was not successful">
          <p className="muted">
            Your account was not changed. Write to {support} from <b>{email}</b>.
          </p>
        </Part>
      );
    case 'done':
      return (
        <Part title={HAS_ADDRESS}>
          <p className="muted">
            Choose “Forgot password?” and set a new password, and sign in with it. Withdrawals are
            held for 72 hours.
          </p>
          <SignIn email={email} />
        </Part>
      );
  }
}

function Stage(props: StageProps) {
  return props.recovery.aim === 'address' ? (
    <AddressStage {...props} />
  ) : (
    <FactorStage {...props} />
  );
}

function FactorStage({ machine, recovery, link, onAgain }: StageProps) {
  const { email, stage, due, hours } = recovery;
  switch (stage) {
    case 'asked':
      return (
        <Part title="Show that it is you">
          <p className="muted">
            You opened the link that went to <b>{email}</b>. Now show your identity document and
            your face. {hours} hours after that, two-factor authentication is turned off.
          </p>
          <Check machine={machine} link={link} />
        </Part>
      );
    case 'review':
      return (
        <Part title="We are checking your documents">
          <p className="muted" role="status">
            This may take some time. You can close this page: an email to <b>{email}</b> tells you
            when two-factor authentication will be turned off.
          </p>
        </Part>
      );
    case 'refused':
      return (
        <Part title="The check was not successful">
          <p className="muted">
            The identity provider could not confirm that you are the owner of this account. Write to{' '}
            {support} from <b>{email}</b>, or ask for a new link and try again.
          </p>
          <Button wide onClick={onAgain}>
            Ask for a new link
          </Button>
        </Part>
      );
    case 'waiting':
      return (
        <Part title={FACTOR_WILL_GO}>
          <p className="muted" role="status">
            On <b>{due === null ? '' : formatInstant(Date.parse(due), '', serverNow())}</b> the
            password of <b>{email}</b> alone signs in again. Every device is signed out then, and
            withdrawals are held for 72 hours. You need not keep this page open.
          </p>
          <p className="muted">
            It is not you, or you have found your phone? Then stop it. If it is not you, also change
            the password of your email: somebody else can read it.
          </p>
          <Stop machine={machine} />
        </Part>
      );
    case 'done':
      return (
        <Part title={FACTOR_IS_GONE}>
          <p className="muted">
            Sign in with your password, then turn two-factor authentication on again on the phone
            you have now. Withdrawals are held for 72 hours from the removal.
          </p>
          <SignIn email={email} />
        </Part>
      );
    case 'stopped':
      return (
        <Part title={RECOVERY_STOPPED}>
          <p className="muted">
            Two-factor authentication stays as it is. If you did not stop it, reset your password,
            which signs every device out, and ask for a new link.
          </p>
          <SignIn email={email} />
          <Button wide onClick={onAgain}>
            Ask for a new link
          </Button>
        </Part>
      );
  }
}

/** The page of a mailed link: the state of the recovery, and what to do next. */
export function RecoveryProgress({ link, onAgain }: Props) {
  const [machine] = useState(() => recoveryOf(link));
  const { phase, recovery, failure } = useSnapshot(machine.state);
  useEffect(() => {
    void machine.look();
    const timer = setInterval(() => isAttended() && void machine.look(), LOOK_EVERY_MS);
    const ignore = onReturn(() => void machine.look());
    return () => {
      clearInterval(timer);
      ignore();
    };
  }, [machine]);
  switch (phase) {
    case 'loading':
      return (
        <div className="stack stack--wide" aria-busy="true">
          <h1>{GET_BACK_IN}</h1>
          <p className="muted" role="status">
            <span className="spin" aria-hidden="true" /> Looking how it stands…
          </p>
        </div>
      );
    case 'failed':
      return (
        <Part title={GET_BACK_IN}>
          <p className="muted" role="alert">
            {failure}
          </p>
          <Button wide onClick={() => void machine.retry()}>
            Try again
          </Button>
        </Part>
      );
    case 'over':
      return (
        <Part title={LINK_IS_OVER}>
          <p className="muted">
            It has run out, or there is a newer one in your mailbox. Ask for a new link: a recovery
            that waits goes on.
          </p>
          <Button variant="primary" wide onClick={onAgain}>
            Ask for a new link
          </Button>
        </Part>
      );
    case 'known':
      return recovery ? (
        <Stage machine={machine} recovery={recovery} link={link} onAgain={onAgain} />
      ) : null;
  }
}
