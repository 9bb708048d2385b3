import { useSnapshot } from 'valtio/react';
import { Link, Redirect } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import { carriedEmail, toSignIn } from '#core/carried/sign-in.ts';
import { HELD_AFTER_RESET } from '#core/people/after-reset.ts';
import { ALL_LOST } from '#core/words/codes.ts';
import { session } from '#transport/session/session.ts';
import { resetDone, resetWays } from './password-reset.ts';
import { WaysLeftText } from './ways-left.tsx';

/** AUTH-17. Opened directly, without a reset before, it redirects to sign-in or to the wallet. */
export function ResetSuccessPage() {
  const state: unknown = useHistoryState();
  const { isAuthenticated } = useSnapshot(session);
  if (isAuthenticated || !resetDone.read(state)) return <Redirect to="/" replace />;
  const email = carriedEmail.read(state);
  const ways = resetWays.read(state);
  return (
    <div className="stack stack--wide">
      <div>
        <h1>Password Changed</h1>
        <p className="muted">
          You have been signed out everywhere. For your safety, {HELD_AFTER_RESET}
          Any that were not yet being sent have been cancelled.
        </p>
        {ways && <WaysLeftText ways={ways} />}
      </div>
      <Link className="btn btn--primary btn--wide" href="/" state={toSignIn(email)} replace>
        Sign in
      </Link>
      <Link className="textbtn" href="/recover" state={carriedEmail.give(email)}>
        {ALL_LOST}
      </Link>
    </div>
  );
}
