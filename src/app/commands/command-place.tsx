import { useEffect } from 'react';
import { isApple } from '#platform/device/command-keys.ts';
import { Later } from '#ui/feedback/later.tsx';
import { useSignalValue } from '#ui/hooks/use-signal-value.ts';
import { closeCommands, commandsOpen, openCommands } from './command-signal.ts';

const bar = async () => (await import('./command-bar.later.tsx')).CommandBar;

function press(event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey, altKey, shiftKey, isComposing } = event;
  const asks = isApple() ? metaKey && !ctrlKey : ctrlKey && !metaKey;
  if (!asks || altKey || shiftKey || isComposing || key.toLowerCase() !== 'k') return;
  // An open dialog keeps all keys to itself, and so does a payment.
  if (!commandsOpen.peek() && document.querySelector('dialog[open]')) return;
  event.preventDefault();
  if (commandsOpen.peek()) closeCommands();
  else openCommands();
}

/** EYE-12: where the command bar opens; its code is loaded when it first does. */
export function CommandPlace() {
  const isOpen = useSignalValue(commandsOpen);
  useEffect(() => {
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
  return isOpen && <Later load={bar} soon onFailed={closeCommands} />;
}
