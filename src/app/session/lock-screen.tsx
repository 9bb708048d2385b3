import { type SyntheticEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { subscribe } from 'valtio/vanilla';
import { brand } from '#core/brand.ts';
import { unlock } from '#platform/vault/unlock.ts';
import { isSignedIn, session } from '#transport/session/session.ts';
import { logOut } from '#transport/session/sign-out.ts';
import { Button } from '#ui/actions/button.tsx';
import { Icon } from '#ui/marks/icon.tsx';
import { Logo } from '#ui/marks/logo.tsx';
import css from './lock-screen.module.css';

interface Props {
  readonly onUnlocked: () => void;
}

function LockScreen({ onUnlocked }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  const heading = useId();
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // A dialog that opens by itself in the page behind the lock must not end up on top of it.
    const onTop = new MutationObserver(() => {
      element?.close();
      element?.showModal();
    });
    const root = document.getElementById('root');
    if (root) onTop.observe(root, { subtree: true, attributeFilter: ['open'] });
    return () => onTop.disconnect();
  }, []);

  const open = async (): Promise<void> => {
    setBusy(true);
    setFailure(undefined);
    const failed = await unlock(session.user?.id);
    setBusy(false);
    setFailure(failed);
    if (failed === undefined) onUnlocked();
  };
  const stay = (event: SyntheticEvent): void => event.preventDefault();

  return (
    // A modal dialog of the browser stays above any other that the app has open.
    <dialog
      ref={dialog}
      className={css.screen}
      aria-labelledby={heading}
      onCancel={stay}
      onClose={() => dialog.current?.showModal()}
    >
      <main className={css.content}>
        <Logo />
        <div className="stack">
          <h1 id={heading}>Unlock {brand.name}</h1>
          <p className="muted">
            The app lock is on. Confirm it’s you, the way you unlock this device.
          </p>
          {failure && (
            <p className="banner banner--error" role="alert">
              <Icon name="alert" />
              <span>{failure}</span>
            </p>
          )}
          <Button variant="primary" wide busy={busy} onClick={() => void open()}>
            Unlock
          </Button>
        </div>
        <div className={css.otherwise}>
          <p className="muted small">
            Lost your passkey? Sign in again with your password. Your account is not affected; the
            data saved on this device is removed and the app lock is turned off here.
          </p>
          <Button wide onClick={() => void logOut()}>
            Sign in again
          </Button>
        </div>
      </main>
    </dialog>
  );
}

/** Covers the page until the customer unlocks it or is no longer signed in. */
export async function unlocked(): Promise<void> {
  // A sign-out in another tab while this code was loading would not be reported again.
  if (!isSignedIn()) return;
  const host = document.body.appendChild(document.createElement('div'));
  const root = createRoot(host);
  let unsubscribe = (): void => undefined;
  await new Promise<void>((resolve) => {
    unsubscribe = subscribe(session, () => {
      if (!isSignedIn()) resolve();
    });
    root.render(<LockScreen onUnlocked={resolve} />);
  });
  unsubscribe();
  root.unmount();
  host.remove();
}
