const SHORT_MS = 12;

/** One short tap of the device where it has that, for somebody who touched the page and did not ask for less motion. */
export function tapBack(): void {
  if (!navigator.userActivation?.hasBeenActive || !('vibrate' in navigator)) return;
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  navigator.vibrate(SHORT_MS);
}
