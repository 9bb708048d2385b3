import { landing, matchRoute, type RoutePath } from '#core/routes.ts';
import { afterFrame } from '#platform/after-frame.ts';
import { pages } from './pages.ts';

interface DataSaver {
  readonly connection?: { readonly saveData?: boolean };
}

/** The app's own page that an element leads to: whoever signs in lands in the wallet, most of them. */
function pathOf(target: EventTarget | null): string | undefined {
  if (!(target instanceof Element)) return undefined;
  const link = target.closest<HTMLAnchorElement>('a[href]');
  if (!link) return location.pathname === '/' && target.closest('form') ? landing.user : undefined;
  return link.target !== '_blank' && link.origin === location.origin ? link.pathname : undefined;
}

/** Whether a pointer came here, rather than the page to a pointer at rest. */
function movementWatch(): (event: Event) => boolean {
  let at = '';
  return (event) => {
    if (!(event instanceof PointerEvent)) return true;
    const before = at;
    at = `${event.clientX} ${event.clientY}`;
    return at !== before;
  };
}

/**
 * Whoever points at a link, touches it or moves the focus to it is about to follow it: its page's
 * code is asked for then, not when it is followed; so is the wallet's of whoever turns to the form that
 * leads there. Called once by the composition root.
 */
export function prefetchOnIntent(): void {
  if ((navigator as DataSaver).connection?.saveData) return;
  const moved = movementWatch();
  const prefetch = (event: Event): void => {
    const path = moved(event) ? pathOf(event.target) : undefined;
    const route = path === undefined ? undefined : matchRoute(path);
    const page = route && pages[route.path as RoutePath];
    // Asking for a dozen parts takes a phone longer than a frame, and what is touched is pressed at
    // once. What fails here is told where the page is shown.
    if (page) afterFrame(() => void page.load().catch(() => undefined));
  };
  for (const sign of ['pointerover', 'touchstart', 'focusin', 'submit'] as const) {
    document.addEventListener(sign, prefetch, { passive: true });
  }
}
