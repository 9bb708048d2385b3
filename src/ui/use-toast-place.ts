import { type RefObject, useLayoutEffect } from 'react';

/** Loaded with the first toast: the first page has none. */
const placing = () => import('./place-toasts.ts').catch(() => undefined);

/** Keeps toasts in their place while there are any: the page they came with may be drawn after them. */
export function useToastPlace(ref: RefObject<HTMLElement | null>, shown: boolean): void {
  useLayoutEffect(() => {
    const element = ref.current;
    if (!shown || !element) return undefined;
    let place: ((element: HTMLElement) => void) | undefined;
    let frame: number | undefined;
    const renew = (): void => {
      frame ??= requestAnimationFrame(() => {
        frame = undefined;
        place?.(element);
      });
    };
    void placing().then((loaded) => {
      place = loaded?.placeToasts;
      if (watching) place?.(element);
    });
    let watching = true;
    const watch = new MutationObserver(renew);
    watch.observe(document.body, { childList: true, subtree: true, attributeFilter: ['open'] });
    const events = ['scroll', 'resize'] as const;
    for (const event of events) addEventListener(event, renew, { capture: true, passive: true });
    return () => {
      watching = false;
      watch.disconnect();
      for (const event of events) removeEventListener(event, renew, { capture: true });
      if (frame !== undefined) cancelAnimationFrame(frame);
    };
  }, [ref, shown]);
}
