import { shortcutKeys } from '#platform/shortcut-keys.ts';
import { useSignalValue } from './use-signal-value.ts';

/** Whether single-key shortcuts are on. */
export const useShortcutKeys = (): boolean => useSignalValue(shortcutKeys);
