import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio/react';
import { useLocation } from 'wouter';
import { landing } from '#core/routes.ts';
import { roleOf, session } from '#transport/session/session.ts';
import { Button } from '#ui/actions/button.tsx';
import { PageIcon } from '#ui/marks/page-icon.tsx';

interface Props {
  readonly isOn: boolean;
  /** A dialog is open, which may show recovery codes that are not saved yet. */
  readonly isBusy: boolean;
  readonly onStart: () => void;
  readonly onPasskey: () => void;
}

/**
 * HARD-13: tells administrators and officers without a second factor why nothing else opens, and continues to
 * the landing page once there is one.
 */
export function SecondFactorFirst({ isOn, isBusy, onStart, onPasskey }: Props) {
  const [, navigate] = useLocation();
  const role = roleOf(useSnapshot(session)) ?? 'user';
  // Only an account that was without a second factor while this page was shown is sent on.
  const [missed, miss] = useState(!isOn);
  if (!isOn && !missed) miss(true);
  const goesOn = missed && isOn && !isBusy;
  useEffect(() => {
    if (goesOn) navigate(landing[role], { replace: true });
  }, [goesOn, navigate, role]);
  if (isOn) return null;
  return (
    <div className="stack">
      <p className="banner">
        <PageIcon name="shield" />
        <span>
          You will see what belongs to customers, so this account opens once it has two-factor
          authentication or a passkey.
        </span>
      </p>
      <Button variant="primary" onClick={onStart}>
        Turn on two-factor authentication
      </Button>
      <Button onClick={onPasskey}>Add a passkey</Button>
    </div>
  );
}
