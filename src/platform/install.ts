import { signal } from '@preact/signals-react';

/** Chromium's offer to install, kept until the customer asks for it. */
interface InstallPrompt extends Event {
  prompt(): Promise<{ readonly outcome: 'accepted' | 'dismissed' }>;
}

const isInstallPrompt = (event: Event): event is InstallPrompt =>
  'prompt' in event && typeof event.prompt === 'function';

/** Whether the product can be installed from here, by a press of ours. */
export const installable = signal(false);

let kept: InstallPrompt | undefined;

/** Keeps the browser's offer instead of letting it interrupt; called once by the composition root. */
export function watchInstall(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    if (!isInstallPrompt(event)) return;
    event.preventDefault();
    kept = event;
    installable.value = true;
  });
  window.addEventListener('appinstalled', () => {
    kept = undefined;
    installable.value = false;
  });
}

/** Shows the browser's dialog. An offer can be used once. */
export async function install(): Promise<boolean> {
  const offer = kept;
  kept = undefined;
  installable.value = false;
  return offer !== undefined && (await offer.prompt()).outcome === 'accepted';
}
