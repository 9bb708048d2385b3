/**
 * Asks the browser not to clear this site's data when space runs short. It may decline; nothing
 * depends on it.
 */
export function keepForLong(): void {
  navigator.storage?.persist?.().catch(() => undefined);
}
