import { effect, signal } from '@preact/signals-react';
import { MASK_KEY } from './kept-names.ts';
import { deviceStorage } from './storage.ts';

/** Display preferences: kept on this device only and shared by all its tabs. */
export type Theme = 'system' | 'light' | 'dark';

// index.html reads the theme's key before the first paint.
const THEME_KEY = 'kopa-theme';

const readTheme = (): Theme => {
  const stored = deviceStorage.get(THEME_KEY);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
};
const readMasked = (): boolean => deviceStorage.get(MASK_KEY) === '1';

export const theme = signal<Theme>(readTheme());
/** Balances are hidden everywhere (BEY-20). */
export const masked = signal(readMasked());

export function setTheme(chosen: Theme): void {
  theme.value = chosen;
  deviceStorage.set(THEME_KEY, chosen);
}

export function toggleMask(): void {
  masked.value = !masked.value;
  deviceStorage.set(MASK_KEY, masked.value ? '1' : '0');
}

const barColours = { light: '#f6f4ef', dark: '#100f0d' } as const;

/** Puts the theme on the document and follows the other tabs; called once by the composition root. */
export function applyPreferences(): void {
  effect(() => {
    const chosen = theme.value;
    const { dataset } = document.documentElement;
    if (chosen === 'system') delete dataset.theme;
    else dataset.theme = chosen;
    // The browser's own bars have a colour per system theme; a chosen theme's colour replaces both.
    for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')) {
      const system = meta.media.includes('dark') ? 'dark' : 'light';
      meta.content = barColours[chosen === 'system' ? system : chosen];
    }
  });
  window.addEventListener('storage', (event) => {
    if (event.key === THEME_KEY) theme.value = readTheme();
    if (event.key === MASK_KEY) masked.value = readMasked();
  });
}
