import { type RefObject, useLayoutEffect } from 'react';

/** Loaded with the first toast: the first page has none. */
const placing = () => import('./use-toast-place.later.ts').catch(() => undefined);

/** Keeps toasts in their place while there are any: the page they came with may be drawn after them. */
export function useToastPlace(ref: RefObject<HTMLElement | null>, shown: boolean): void {
  useLayoutEffect(() => {
    const element = ref.current;
    if (!shown || !element) return undefined;
    const control = new AbortController();
    void placing().then((loaded) => loaded?.keepToastsPlaced(element, control.signal));
    return () => control.abort();
  }, [ref, shown]);
}
