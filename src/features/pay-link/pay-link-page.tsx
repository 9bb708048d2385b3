import { useState } from 'react';
import { useSnapshot } from 'valtio/react';
import { Link } from 'wouter';
import { roleOf, session } from '#transport/session.ts';
import { Later } from '#ui/later.tsx';

const opened = async () => (await import('./opened-link.tsx')).OpenedLink;

/** LIVE-04: a payment link that was opened, or what was shared to the app: shown, and asked about. */
export function PayLinkPage() {
  const role = roleOf(useSnapshot(session));
  const [missing, setMissing] = useState(false);
  if (role === 'user' && !missing) {
    return <Later load={opened} soon onFailed={() => setMissing(true)} />;
  }
  return (
    <section className="card empty">
      <h2>{role === 'user' ? 'This page could not be loaded' : 'Sign in first'}</h2>
      <p>
        {role === 'user' ? 'Check your connection, then' : 'Then'} open the link, or share the text
        or picture, again. Nothing of it was used.
      </p>
      <Link className="btn btn--primary" href={role === 'user' ? '/wallet' : '/'}>
        {role === 'user' ? 'Go to your wallet' : 'Log in'}
      </Link>
    </section>
  );
}
