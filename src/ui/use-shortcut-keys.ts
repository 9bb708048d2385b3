import { shortcutKeys } from '#platform/shortcut-keys.ts';
import { useSignalValue } from './use-signal-value.ts';

/** Whether single keys do what is done often. */
export const useShortcutKeys = (): boolean => useSignalValue(shortcutKeys);
