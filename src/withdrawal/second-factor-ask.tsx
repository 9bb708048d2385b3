import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import { noteSecondFactorAsked } from '#core/contract/security.ts';
import { call } from '#transport/call.ts';
import { session } from '#transport/session.ts';
import { PageIcon } from '#ui/page-icon.tsx';
import css from './steps.module.css';

interface Props {
  readonly asks: boolean;
  readonly onAsked: () => void;
}

/** KEEP-11: asks to turn on the second factor, before the first withdrawal and in nobody's way. */
export function SecondFactorAsk({ asks, onAsked }: Props) {
  // Decided as the review opens: nothing that is learned later moves it.
  const [isShown, setShown] = useState(asks && session.user?.is2FA !== 1);
  useEffect(() => {
    if (!isShown) return;
    onAsked();
    // If that is lost, another visit asks once more.
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
