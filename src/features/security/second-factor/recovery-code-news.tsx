import { useState } from 'react';
import { Link } from 'wouter';
import { codesLeft } from '#features/security/recovery-texts.ts';
import { visitStorage } from '#platform/kept/storage.ts';
import { RECOVERY_CODE_KEY } from '#transport/session/session.ts';
import { Icon } from '#ui/marks/icon.tsx';

/** HARD-47: a notice on the page that follows a sign-in with a recovery code, until it is closed. */
export function RecoveryCodeNews() {
  const [left, setLeft] = useState(() => visitStorage.get(RECOVERY_CODE_KEY));
  if (left === undefined) return null;
  const read = (): void => {
    visitStorage.remove(RECOVERY_CODE_KEY);
    setLeft(undefined);
    document.getElementById('main')?.focus({ preventScroll: true });
  };
  return (
    <div className="banner banner--warn" role="status">
      <Icon name="info" />
      <div className="grow stack stack--tight">
        <p>
          You signed in with a recovery code. {codesLeft(Number(left))} If you have lost your phone,
          sign it out and move two-factor authentication to this one.
        </p>
        <div className="line">
          <Link className="textbtn" href="/profile/security" onClick={read}>
            What to do now
          </Link>
          <button className="textbtn" type="button" onClick={read}>
            Not now
          </button>
        </div>
      </div>
    </div>
  );
}
