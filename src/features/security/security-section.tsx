import { useSnapshot } from 'valtio/react';
import { useLocation } from 'wouter';
import { brand } from '#core/brand.ts';
import { serverNow } from '#platform/time/server-clock.ts';
import { isStaff, roleOf, session } from '#transport/session/session.ts';
import { useOnline } from '#ui/hooks/signals.ts';
import { MailboxNotice } from './account/mailbox-notice.tsx';
import { DevicesCard } from './devices-card.tsx';
import { HoldNotice } from './hold-text.tsx';
import { PasskeyRows } from './passkeys/passkey-rows.tsx';
import { RecoveryCodeSteps } from './second-factor/recovery-code-steps.tsx';
import { SecondFactorFirst } from './second-factor/second-factor-first.tsx';
import { SecurityKnown } from './security-known.tsx';
import { AccountRows, AppLockRow, FreezeRow, Row, SecurityRows } from './security-rows.tsx';
import { isShut } from './shut-ways.ts';

/** /profile/security: second factor, anti-phishing code, password, devices, the end of the account. */
export function SecuritySection() {
  const isOnline = useOnline();
  const current = useSnapshot(session);
  const { user, timeZone } = current;
  const [, navigate] = useLocation();
  const isCustomer = user?.role === 'user';
  return (
    <SecurityKnown>
      {(data, show, isBusy) => (
        <>
          {isStaff(roleOf(current)) && (
            <SecondFactorFirst
              isOn={data.twoFactor || (data.passkeys?.length ?? 0) > 0}
              isBusy={isBusy}
              onStart={() => show({ kind: 'set-up' })}
              onPasskey={() => show({ kind: 'add-passkey' })}
            />
          )}
          {data.withdrawalHold && (
            <HoldNotice hold={data.withdrawalHold} timeZone={timeZone} now={serverNow()} />
          )}
          {isCustomer && data.mailboxAlone && (
            <MailboxNotice
              known={data}
              timeZone={timeZone}
              onConfirm={() => navigate('/profile/verification')}
            />
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
          {isCustomer && (
            <ul className="card rows">
              <Row
                icon="check"
                title="Security check-up"
                text="How safe this account is, and what to do about it"
                onOpen={() => navigate('/profile/checkUp')}
              />
              <Row
                icon="info"
                title={`Is this really ${brand.name}?`}
                text="Whether we are speaking with you now, and what we never ask"
                onOpen={() => navigate('/is-this-kopa')}
              />
              <FreezeRow show={show} />
            </ul>
          )}
          <SecurityRows known={data} email={isCustomer ? user.email : undefined} show={show}>
            <PasskeyRows
              passkeys={data.passkeys ?? []}
              isShut={isShut(data, 'add-passkey')}
              timeZone={timeZone}
              show={show}
            />
          </SecurityRows>
          <AppLockRow isOnline={isOnline} show={show} />
          <DevicesCard devices={data.sessions} timeZone={timeZone} />
          <AccountRows isCustomer={isCustomer} show={show} />
        </>
      )}
    </SecurityKnown>
  );
}
