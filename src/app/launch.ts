import { navigate } from 'wouter/use-browser-location';
import { matchRoute } from '#core/routes.ts';
import { flowHere } from '#platform/flow-lock.ts';

interface LaunchQueue {
  setConsumer(consumer: (launch: { readonly targetURL?: string }) => void): void;
}

/** Whether the first launch has been seen: it opened this page, and only later ones navigate. */
let opened = false;

/**
 * Launching the installed app again, directly or by one of its shortcuts, brings this window to the
 * front. It then navigates to the launch URL, unless the customer is in the middle of a flow.
 */
export function followLaunches(): void {
  const { launchQueue } = window as { readonly launchQueue?: LaunchQueue };
  launchQueue?.setConsumer(({ targetURL }) => {
    const again = opened;
    opened = true;
    if (!again || !targetURL || flowHere()) return;
    const { origin, pathname } = new URL(targetURL);
    if (origin === location.origin && matchRoute(pathname)) navigate(pathname);
  });
}
