import { navigate } from 'wouter/use-browser-location';
import { matchRoute } from '#core/routes.ts';
import { flowHere } from '#platform/flow-lock.ts';

interface LaunchQueue {
  setConsumer(consumer: (launch: { readonly targetURL?: string }) => void): void;
}

/** The first launch opened this very page; only later ones ask to go somewhere. */
let opened = false;

/**
 * Starting the installed product again, or by one of its shortcuts, brings this window to the front.
 * It then goes where the shortcut leads, unless the customer is in the middle of something here.
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
