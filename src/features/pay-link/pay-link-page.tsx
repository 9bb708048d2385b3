import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio/react';
import { Link } from 'wouter';
import { leads } from '#core/page-leads.ts';
import { landing } from '#core/routes.ts';
import { roleOf, session } from '#transport/session/session.ts';
import { Later } from '#ui/feedback/later.tsx';

const opened = async () => (await import('./opened-link.tsx')).OpenedLink;

/** LIVE-04: shows a payment link that was opened or content shared with the app, and asks what to do. */
export function PayLinkPage() {
  const role = roleOf(useSnapshot(session));
  // Nothing is left for a customer who signs in later.
  useEffect(() => {
    if (role === 'user') return;
    void import('#platform/worker/shared-inbox.ts')
      .then(({ takeShared }) => takeShared(caches, 0))
      .catch(() => undefined);
  }, [role]);
  const [missing, setMissing] = useState(false);
  if (role === 'user' && !missing) {
    return (
      <div className="stack">
        <p className="muted">{leads['/pay']}</p>
        <Later load={opened} soon onFailed={() => setMissing(true)} />
      </div>
    );
  }
  const isStaff = role !== undefined && role !== 'user';
  const [title, text] = isStaff
    ? ['Payments are for customers', 'Nothing of it was used.']
    : role === 'user'
      ? [
          'This page could not be loaded',
          'Check your connection, then open the link, or share the text or picture, again. Nothing of it was used.',
        ]
      : [
          'Sign in first',
          'Then open the link, or share the text or picture, again. Nothing of it was used.',
        ];
  return (
    <section className="card empty">
      <h2>{title}</h2>
      <p>{text}</p>
      <Link className="btn btn--primary" href={role ? landing[role] : '/'}>
        {role ? 'Go back' : 'Log in'}
      </Link>
    </section>
  );
}
