/**
 * What a provider's page may do in its frame: all it needs to work, with its own storage, and a bank's
 * app or terms in a window of their own, but never take the place of our page (HARD-31).
 */
export const FRAME_SANDBOX = 'allow-scripts allow-forms allow-same-origin allow-popups';
