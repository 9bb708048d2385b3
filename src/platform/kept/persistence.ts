/** Whether the browser would ask the customer in a window of its own, as Firefox does. */
async function wouldAsk(): Promise<boolean> {
  // Chromium decides by itself, and says "prompt" all the same.
  if ('userAgentData' in navigator) return false;
  try {
    const { state } = await navigator.permissions.query({ name: 'persistent-storage' });
    return state === 'prompt';
  } catch {
    // Safari knows no such permission and decides by itself.
    return false;
  }
}

/**
 * Asks the browser not to clear this site's data when space runs short. It may decline; nothing depends on it. `meant`: the
 * customer has just chosen something that is kept on this device; without that, nobody is asked (HARD-98).
 */
export async function keepForLong({ meant }: { readonly meant: boolean }): Promise<void> {
  try {
    if (meant || !(await wouldAsk())) await navigator.storage?.persist?.();
  } catch {
    // It is kept as long as it is kept.
  }
}
