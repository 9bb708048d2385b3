import { navigate } from 'wouter/use-browser-location';
import { matchRoute, sharePath } from '#core/routes.ts';
import { flowHere } from '#platform/flow-lock.ts';
import { toast } from '#ui/toasts.ts';

interface LaunchQueue {
  setConsumer(consumer: (launch: { readonly targetURL?: string }) => void): void;
}

/** Whether the first launch has been seen: it opened this page, and only later ones navigate. */
let opened = false;

/**
 * Launching the installed app again, directly or by one of its shortcuts, brings this window to the
 * front. It then navigates to the launch URL, unless the customer is in the middle of a flow. So does a
 * payment link.
 */
export function followLaunches(): void {
  const { launchQueue } = window as { readonly launchQueue?: LaunchQueue };
  launchQueue?.setConsumer(({ targetURL }) => {
    const again = opened;
    opened = true;
    if (!again || !targetURL) return;
    const { origin, pathname, search } = new URL(targetURL);
    if (origin !== location.origin || !matchRoute(pathname)) return;
    const isLink = pathname === sharePath;
    if (!flowHere()) navigate(isLink ? pathname + search : pathname);
    else if (isLink) toast.info('Finish what you are doing first, then open the link again.');
  });
}
