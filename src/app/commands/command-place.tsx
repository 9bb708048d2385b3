import { useEffect } from 'react';
import { Later } from '#ui/feedback/later.tsx';
import { closeCommands, followCommandKeys, useCommandsOpen } from './command-signal.ts';

const bar = async () => (await import('./command-bar.later.tsx')).CommandBar;

/** EYE-12: where the command bar opens; its code is loaded when it first does. */
export function CommandPlace() {
  const isOpen = useCommandsOpen();
  useEffect(followCommandKeys, []);
  return isOpen && <Later load={bar} soon onFailed={closeCommands} />;
}
