import { Link } from 'wouter';

/** AUTH-17. */
export const ResetSuccessPage = () => (
  <div className="stack stack--wide">
    <div>
      <h1>Password Changed</h1>
      <p className="muted">
        You have been signed out everywhere. For your safety, withdrawals are held for 24 hours. Any
        that were not yet being sent have been cancelled.
      </p>
    </div>
    <Link className="btn btn--primary btn--wide" href="/" state={{ activeTab: 'signin' }} replace>
      Sign in
    </Link>
  </div>
);
