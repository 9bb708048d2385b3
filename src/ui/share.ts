import { toast } from './toasts.ts';

const isAbort = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'AbortError';

/**
 * The browser's share sheet with a text; closing it without a choice is no failure. `duration`: how long the
 * toast stays that tells of one, in milliseconds.
 */
export async function shareText(title: string, text: string, duration?: number): Promise<void> {
  try {
    if (!('share' in navigator)) throw new TypeError('no share sheet');
    await navigator.share({ title, text });
  } catch (error) {
    if (isAbort(error)) return;
    toast.error('Your browser does not support sharing', duration ? { duration } : {});
  }
}
