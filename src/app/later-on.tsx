import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio/react';
import { useLocation } from 'wouter';
import { byHand } from '#platform/install.ts';
import { roleOf, session } from '#transport/session.ts';
import { Later } from '#ui/later.tsx';
import { listen } from './listen.ts';
import { move } from './move.ts';
import { PrintHead } from './print-head.tsx';
import { beginsShortcut } from './shortcut-begins.ts';
import { VerificationReminder } from './verification-reminder.tsx';

/** Before the app can be put on an Apple home screen, for when it starts from there. */
function useStartImages(): void {
  useEffect(() => {
    if (!byHand()) return;
    // Without them it starts with a white screen, as before.
    void import('#platform/start-images.ts')
      .then(({ offerStartImages }) => offerStartImages())
      .catch(() => undefined);
  }, []);
}

const keys = async () => (await import('./shortcut-keys.tsx')).ShortcutKeys;

/** Single keys do something from the first of them on: until then their code is not loaded (EASE-08). */
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
 * What a page begins long after it is drawn: it can be printed with a head. A customer's hears at once what
 * changes on the server (LIVE-01), and on the wallet reminds them to verify their identity.
 */
export function LaterOn() {
  const current = useSnapshot(session);
  const id = roleOf(current) === 'user' ? current.user?.id : undefined;
  const [path] = useLocation();
  useEffect(() => (id === undefined ? undefined : listen()), [id]);
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
      {id !== undefined && path === '/wallet' && <VerificationReminder />}
    </>
  );
}
