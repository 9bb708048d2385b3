import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio/react';
import { serverNow } from '#platform/clock.ts';
import { followOnline } from '#platform/network.ts';
import { session } from '#transport/session.ts';
import { Icon } from '#ui/icon.tsx';
import { SectionFailed } from '#ui/section-states.tsx';
import { useOnline } from '#ui/signals.ts';
import { DevicesCard } from './devices-card.tsx';
import { HoldNotice } from './hold-text.tsx';
import { RecoveryCodeSteps } from './recovery-code-steps.tsx';
import { SecondFactorFirst } from './second-factor-first.tsx';
import { SecurityDialog, type Shown } from './security-dialogs.tsx';
import { AccountRows, AppLockRow, SecurityRows } from './security-rows.tsx';
import { SecuritySkeleton } from './security-skeleton.tsx';
import { loadSecurity, security } from './security-state.ts';

/** /profile/security: second factor, anti-phishing code, password, devices, the end of the account. */
export function SecuritySection() {
  const isOnline = useOnline();
  const { user, timeZone } = useSnapshot(session);
  const known = useSnapshot(security);
  const [shown, show] = useState<Shown>();
  // Now, and whenever the connection is back.
  useEffect(
    () =>
      followOnline((now) => {
        if (now) void loadSecurity();
      }),
    [],
  );

  if (!isOnline && !known.data) {
    return (
      <p className="reason">
        <Icon name="offline" size="s" />
        You’re offline. Connect to see and change your security settings.
      </p>
    );
  }
  if (!known.data || known.owner !== user?.id) {
    return known.failure === undefined ? (
      <SecuritySkeleton />
    ) : (
      <SectionFailed failure={known.failure} onAgain={() => void loadSecurity()} />
    );
  }
  const { data, made } = known;
  const open: Shown | undefined = made ? { kind: 'success', ...made } : shown;
  const isStaff = user?.role === 'admin';
  return (
    <div className="stack stack--wide">
      {isStaff && (
        <SecondFactorFirst
          isOn={data.twoFactor}
          isBusy={open !== undefined}
          onStart={() => show({ kind: 'set-up' })}
        />
      )}
      {data.withdrawalHold && (
        <HoldNotice hold={data.withdrawalHold} timeZone={timeZone} now={serverNow()} />
      )}
      {data.twoFactor && data.recoveryCodeUsedAt && (
        <RecoveryCodeSteps
          usedAt={Date.parse(data.recoveryCodeUsedAt)}
          left={data.recoveryCodesLeft}
          timeZone={timeZone}
          now={serverNow()}
          onMove={() => show({ kind: 'move' })}
          onRenew={() => show({ kind: 'renew' })}
        />
      )}
      <SecurityRows
        known={data}
        email={user?.role === 'user' ? user.email : undefined}
        show={show}
      />
      <AppLockRow isOnline={isOnline} show={show} />
      <DevicesCard devices={data.sessions} timeZone={timeZone} />
      <AccountRows deletable={user?.role === 'user'} show={show} />
      {open && <SecurityDialog shown={open} known={data} show={show} />}
    </div>
  );
}
