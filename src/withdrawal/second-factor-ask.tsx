import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import { noteSecondFactorAsked } from '#core/contract/account/security.ts';
import { call } from '#transport/calls/call.ts';
import { session } from '#transport/session/session.ts';
import { PageIcon } from '#ui/marks/page-icon.tsx';
import css from './steps.module.css';

interface Props {
  readonly asks: boolean;
  readonly onAsked: () => void;
}

/** KEEP-11: suggests the second factor before the first withdrawal; it blocks nothing. */
export function SecondFactorAsk({ asks, onAsked }: Props) {
  // Decided once when the review opens, so that later answers do not move its content.
  const [isShown, setShown] = useState(asks && session.user?.is2FA !== 1);
  useEffect(() => {
    if (!isShown) return;
    onAsked();
    // If this call is lost, the next review asks again.
    void call(noteSecondFactorAsked, {});
  }, [isShown, onAsked]);
  return isShown ? (
    <aside className={`banner ${css.ask}`} aria-label="Second factor">
      <PageIcon name="shield" />
      <p className="grow">
        With a second factor, nobody can withdraw with your password alone.{' '}
        <Link href="/profile/security">Turn it on</Link>: what you entered here is kept.
      </p>
      <button className="iconbtn" type="button" aria-label="Close" onClick={() => setShown(false)}>
        <PageIcon name="x" />
      </button>
    </aside>
  ) : null;
}
