import { shortcutKeys } from '#platform/kept/shortcut-key-choice.ts';
import { useSignalValue } from '#ui/hooks/use-signal-value.ts';

/** Whether single-key shortcuts are on. */
export const useShortcutKeys = (): boolean => useSignalValue(shortcutKeys);
