import { navigate } from 'wouter/use-browser-location';
import { matchRoute, sharePath } from '#core/routes.ts';
import { flowHere } from '#platform/page/flow-lock.ts';
import { toast } from '#ui/feedback/toasts.ts';

/** Opens the page of a launch, unless the customer is in the middle of a flow. */
export function launched(targetURL: string): void {
  const { origin, pathname, search } = new URL(targetURL);
  if (origin !== location.origin || !matchRoute(pathname)) return;
  const isLink = pathname === sharePath;
  if (!flowHere()) navigate(isLink ? pathname + search : pathname);
  else if (isLink) toast.info('Finish what you are doing first, then open the link again.');
}
