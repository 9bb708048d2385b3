import { signal } from '@preact/signals-react';
import { isApple } from '#platform/device/command-keys.ts';
import { whenGone } from '#transport/session/scope.ts';
import { useSignalValue } from '#ui/hooks/use-signal-value.ts';

/** Whether the command bar is open in this tab. */
const commandsOpen = signal(false);

export const useCommandsOpen = (): boolean => useSignalValue(commandsOpen);

export function openCommands(): void {
  commandsOpen.value = true;
}

export function closeCommands(): void {
  commandsOpen.value = false;
}

// What it shows is one customer's.
whenGone(closeCommands);

/** Opens or closes it with Ctrl+K, on Apple’s devices with the command key. */
export function followCommandKeys(): () => void {
  const press = (event: KeyboardEvent): void => {
    const { key, ctrlKey, metaKey, altKey, shiftKey, isComposing } = event;
    const asks = isApple() ? metaKey && !ctrlKey : ctrlKey && !metaKey;
    if (!asks || altKey || shiftKey || isComposing || key.toLowerCase() !== 'k') return;
    // An open dialog keeps all keys to itself, and so does a payment.
    if (!commandsOpen.value && document.querySelector('dialog[open]')) return;
    event.preventDefault();
    commandsOpen.value = !commandsOpen.value;
  };
  document.addEventListener('keydown', press);
  return () => document.removeEventListener('keydown', press);
}
