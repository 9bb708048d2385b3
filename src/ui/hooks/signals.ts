import { installable, installOffer } from '#platform/device/install.ts';
import { masked, type Theme, theme } from '#platform/kept/preferences.ts';
import { online } from '#platform/page/online.ts';
import { wide } from '#platform/page/viewport.ts';
import { chosenTimeZone } from '#platform/time/time-zone.ts';
import { useSignalValue } from './use-signal-value.ts';

// Components must read signals through these hooks: reading `.value` does not redraw them.

export const useOnline = (): boolean => useSignalValue(online);

/** Whether balances are hidden (BEY-20). */
export const useMasked = (): boolean => useSignalValue(masked);

export const useTheme = (): Theme => useSignalValue(theme);

/** Whether the window is wide enough for a section and its navigation side by side. */
export const useWide = (): boolean => useSignalValue(wide);

/** The zone chosen for dates on this device; empty if they follow the device (HARD-43). */
export const useChosenTimeZone = (): string => useSignalValue(chosenTimeZone);

/** Whether a button of the app can open the browser's installation dialog. */
export const useInstallable = (): boolean => useSignalValue(installable);

/** Whether to offer the installation now, and how. */
export const useInstallOffer = (): 'press' | 'by-hand' | undefined => useSignalValue(installOffer);
