import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio/react';
import { useLocation } from 'wouter';
import { PrintHead } from '#app/layout/print-head.tsx';
import { listen } from '#app/live/listen.ts';
import { move } from '#app/live/move.ts';
import { beginsShortcut } from '#app/navigation/first-shortcut-key.ts';
import { VerificationReminder } from '#app/session/verification-reminder.tsx';
import { byHand } from '#platform/device/install.ts';
import { hasPushMark } from '#platform/kept/push-mark.ts';
import { roleOf, session } from '#transport/session/session.ts';
import { Later } from '#ui/feedback/later.tsx';

/** iOS takes the start images when the app is added to the home screen, so they must be ready before. */
function useStartImages(): void {
  useEffect(() => {
    if (!byHand()) return;
    // If they cannot be loaded, the app starts with a white screen.
    void import('#platform/device/start-images.ts')
      .then(({ offerStartImages }) => offerStartImages())
      .catch(() => undefined);
  }, []);
}

/** If its code cannot be loaded, or the browser does not say where pushes go, the next start looks. */
const keepPush = (): Promise<void> =>
  import('#features/notifications/keep-push.ts')
    .then((part) => part.keepPush())
    .catch(() => undefined);

const keys = async () => (await import('#app/navigation/shortcut-keys.later.tsx')).ShortcutKeys;

/** Waits for the first key of a shortcut, and only then loads the code of all shortcuts (EASE-08). */
function FirstKey() {
  const [isPressed, setPressed] = useState(false);
  useEffect(() => {
    if (isPressed) return undefined;
    const press = (event: KeyboardEvent): void => {
      if (beginsShortcut(event)) setPressed(true);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [isPressed]);
  return isPressed && <Later load={keys} soon />;
}

/**
 * Things that a page starts long after it is drawn: the header for printing; for customers the stream of
 * changes (LIVE-01), and on the wallet the reminder to verify their identity.
 */
export function LaterOn() {
  const current = useSnapshot(session);
  const id = roleOf(current) === 'user' ? current.user?.id : undefined;
  const [path] = useLocation();
  useEffect(() => (id === undefined ? undefined : listen()), [id]);
  useEffect(() => {
    if (id !== undefined && hasPushMark(id)) void keepPush();
  }, [id]);
  useEffect(() => {
    if (id === undefined) return undefined;
    const touched = (): void => move();
    document.addEventListener('pointerdown', touched, { once: true });
    return () => document.removeEventListener('pointerdown', touched);
  }, [id]);
  useStartImages();
  return (
    <>
      <PrintHead />
      {id !== undefined && <FirstKey />}
      {id !== undefined && path === '/wallet' && <VerificationReminder key={id} />}
    </>
  );
}
