import { useEffect, useId, useRef, useState } from 'react';
import { expiryRead } from '#transport/session/session-expired.ts';
import { Dialog } from '#ui/feedback/dialog.tsx';

/** 000 §9. */
const REDIRECT_MS = 800;

/** SESS-07: the dialog about an expired session. When it closes, the guard opens the sign-in page. */
export function SessionExpired() {
  const [leaving, setLeaving] = useState(false);
  const text = useId();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <Dialog title="Session Expired" describedBy={text} plain sheet onClose={expiryRead}>
      <p id={text} className="muted">
        Your session has expired for security reasons. Please log in again.
      </p>
      <button
        className="btn btn--primary btn--wide"
        type="button"
        aria-busy={leaving}
        onClick={() => {
          setLeaving(true);
          timer.current = setTimeout(expiryRead, REDIRECT_MS);
        }}
      >
        {leaving ? 'Redirecting...' : 'Continue'}
      </button>
    </Dialog>
  );
}
