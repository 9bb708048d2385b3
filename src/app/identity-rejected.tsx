import { useId } from 'react';
import { brand } from '#core/brand.ts';
import { identityRejected } from '#transport/identity-rejected.ts';
import { Dialog } from '#ui/dialog.tsx';

/**
 * KYC-03. The customer is already signed out; on Done, the guard takes them to the sign-in page.
 */
export function IdentityRejected() {
  const text = useId();
  const done = (): void => {
    identityRejected.value = false;
  };
  return (
    <Dialog title="KYC Rejected" describedBy={text} plain sheet onClose={done}>
      <p id={text} className="muted">
        Please contact management for assistance with your verification:{' '}
        <a href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</a>. You have been signed out
        and your data has been removed from this device. Your money is safe.
      </p>
      <button className="btn btn--primary btn--wide" type="button" onClick={done}>
        Done
      </button>
    </Dialog>
  );
}
