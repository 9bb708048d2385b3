import { pages } from '#app/pages/pages.ts';
import { landing, matchRoute, type RoutePath } from '#core/routes.ts';
import { afterFrame } from '#platform/time/after-frame.ts';

interface DataSaver {
  readonly connection?: { readonly saveData?: boolean };
}

/**
 * The app's own page that an element leads to; for the sign-in form, the wallet, where most land.
 */
function pathOf(target: EventTarget | null): string | undefined {
  if (!(target instanceof Element)) return undefined;
  const link = target.closest<HTMLAnchorElement>('a[href]');
  if (!link) return location.pathname === '/' && target.closest('form') ? landing.user : undefined;
  return link.target !== '_blank' && link.origin === location.origin ? link.pathname : undefined;
}

/** Tells whether the pointer moved here, rather than the page moving under a resting pointer. */
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
 * A visitor who points at a link, touches it or focuses it is about to follow it, so its page's
 * code is loaded then rather than on the click. In the same way, turning to the sign-in form loads
 * the wallet's code. Called once by the composition root.
 */
export function prefetchOnIntent(): void {
  if ((navigator as DataSaver).connection?.saveData) return;
  const moved = movementWatch();
  const prefetch = (event: Event): void => {
    const path = moved(event) ? pathOf(event.target) : undefined;
    const route = path === undefined ? undefined : matchRoute(path);
    const page = route && pages[route.path as RoutePath];
    // Requesting a dozen files takes a phone longer than a frame, and a touched link must show its
    // press at once. A failure is reported where the page is shown.
    if (page) afterFrame(() => void page.load().catch(() => undefined));
  };
  for (const sign of ['pointerover', 'touchstart', 'focusin', 'submit'] as const) {
    document.addEventListener(sign, prefetch, { passive: true });
  }
}
