import { useId } from 'react';
import { operator } from '#core/operator.ts';
import { identityEndRead } from '#transport/session/identity-ended.ts';
import { Dialog } from '#ui/feedback/dialog.tsx';
import { useIdentityEnded } from './app-signals.ts';

/**
 * KYC-03, KYC-04: the customer is already signed out and reads why; then the guard takes them to the
 * sign-in page.
 */
export function IdentityEnded() {
  const why = useIdentityEnded();
  const text = useId();
  const done = (): void => {
    identityEndRead();
    // 000 §8: if the provider does not know the session, the page reloads and starts anew.
    if (why === 'not-authorized') location.reload();
  };
  return (
    <Dialog
      title={why === 'rejected' ? 'KYC Rejected' : 'Sign in again to be verified'}
      describedBy={text}
      plain
      sheet
      onClose={done}
    >
      {why === 'rejected' ? (
        <p id={text} className="muted">
          Please contact management for assistance with your verification:{' '}
          <a href={`mailto:${operator.supportEmail}`}>{operator.supportEmail}</a>. You have been
          signed out and your data has been removed from this device. Your money is safe.
        </p>
      ) : (
        <p id={text} className="muted">
          The identity check did not recognise your session, so we signed you out to keep your
          account safe. Nothing you have sent is lost. Sign in and open the check again.
        </p>
      )}
      <button className="btn btn--primary btn--wide" type="button" onClick={done}>
        {why === 'rejected' ? 'Done' : 'Sign in again'}
      </button>
    </Dialog>
  );
}
