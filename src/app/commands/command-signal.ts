import { signal } from '@preact/signals-react';
import { whenGone } from '#transport/session/scope.ts';

/** Whether the command bar is open in this tab. */
export const commandsOpen = signal(false);

export function openCommands(): void {
  commandsOpen.value = true;
}

export function closeCommands(): void {
  commandsOpen.value = false;
}

// What it shows is one customer's.
whenGone(closeCommands);
