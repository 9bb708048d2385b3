import { type Shared, share as shareSheet } from '#ui/actions/share.ts';
import { toast } from '#ui/feedback/toasts.ts';

/** How long the toasts of this page stay. */
export const TOAST_MS = 2_000;

const options = { duration: TOAST_MS };

/** Copies a text and says whether it worked (RCV-04). `what` names it in the message. */
export async function copy(text: string | undefined, what: 'Address' | 'Tag'): Promise<boolean> {
  const low = what.toLowerCase();
  if (!text) {
    toast.error(`No ${low} to copy`, options);
    return false;
  }
  try {
    await navigator.clipboard.writeText(text);
    toast.success(`${what} copied to clipboard!`, options);
    return true;
  } catch {
    toast.error(`Failed to copy ${low}`, options);
    return false;
  }
}

/** Shares an address; without one, says so. */
export async function share(shared: Shared | undefined): Promise<void> {
  if (shared) await shareSheet(shared, TOAST_MS);
  else toast.error('No address to share', options);
}
