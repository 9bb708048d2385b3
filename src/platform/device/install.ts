import { computed, signal } from '@preact/signals-react';
import { deviceStorage } from '#platform/kept/storage.ts';

/** Chromium's installation prompt, kept until the customer asks for it. */
interface InstallPrompt extends Event {
  prompt(): Promise<{ readonly outcome: 'accepted' | 'dismissed' }>;
}

const isInstallPrompt = (event: Event): event is InstallPrompt =>
  'prompt' in event && typeof event.prompt === 'function';

const OFFER_KEY = 'kopa-install-offer';

/** The offer is due after the customer's first success here, and never again once answered. */
type Offer = 'not-yet' | 'due' | 'answered';

const readOffer = (): Offer => {
  const kept = deviceStorage.get(OFFER_KEY);
  return kept === 'due' || kept === 'answered' ? kept : 'not-yet';
};

const offer = signal<Offer>('not-yet');

function setOffer(next: Offer): void {
  offer.value = next;
  deviceStorage.set(OFFER_KEY, next);
}

/** Something the customer came for succeeded: from now on the app may offer to be installed. */
export function wentWell(): void {
  if (readOffer() === 'not-yet') setOffer('due');
}

/** The customer has answered the offer, with yes or no. */
export const answerOffer = (): void => setOffer('answered');

interface AppleNavigator extends Navigator {
  readonly standalone?: boolean;
}

/**
 * On an iPhone or iPad, only the customer can install the app, through the browser's own menu. Only
 * Apple's browsers know `standalone`. An iPad calls itself a Mac, but a Mac has no touch screen.
 */
export const byHand = (): boolean =>
  (navigator as AppleNavigator).standalone === false && navigator.maxTouchPoints > 1;

/** Whether to offer the installation now, and how. */
export const installOffer = computed<'press' | 'by-hand' | undefined>(() => {
  if (offer.value !== 'due') return undefined;
  if (installable.value) return 'press';
  return byHand() ? 'by-hand' : undefined;
});

/** Whether a button of the app can open the browser's installation dialog. */
export const installable = signal(false);

let kept: InstallPrompt | undefined;

/**
 * Keeps the browser's prompt so that it does not interrupt; called once by the composition root.
 */
export function watchInstall(): void {
  offer.value = readOffer();
  window.addEventListener('beforeinstallprompt', (event) => {
    if (!isInstallPrompt(event)) return;
    event.preventDefault();
    kept = event;
    installable.value = true;
  });
  window.addEventListener('appinstalled', () => {
    kept = undefined;
    installable.value = false;
    answerOffer();
  });
}

/**
 * Shows the browser's dialog and returns whether the customer accepted. A prompt works only once.
 */
export async function install(): Promise<boolean> {
  const offer = kept;
  kept = undefined;
  installable.value = false;
  return offer !== undefined && (await offer.prompt()).outcome === 'accepted';
}
