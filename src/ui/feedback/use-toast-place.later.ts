import { type Box, toastTop } from './toast-place.ts';

/** The words of the page's title: in a phone's bar, or the heading where there is none. */
const TITLES = '.hdr__here, main h1';

/** Where the words of a title are; undefined if they are not seen. */
function wordsOf(element: Element | null | undefined): Box | undefined {
  if (!element) return undefined;
  const { width, height } = element.getBoundingClientRect();
  // A heading for screen readers only is one pixel wide.
  if (width <= 1 || height <= 1) return undefined;
  const range = document.createRange();
  range.selectNodeContents(element);
  const box = range.getBoundingClientRect();
  return box.bottom > 0 && box.top < innerHeight ? box : undefined;
}

/** Moves the toasts to where they cover neither the page's title nor a dialog's edge. */
function place(element: HTMLElement): void {
  const { style } = element;
  const dialog = [...document.querySelectorAll('dialog[open]')].at(-1);
  const box = dialog?.getBoundingClientRect();
  style.removeProperty('translate');
  style.maxWidth = box ? `min(100vw - 2rem, ${Math.max(200, box.width - 24)}px)` : '';
  const { width, height, top } = element.getBoundingClientRect();
  const titles = [...document.querySelectorAll(TITLES)].map(wordsOf);
  // Not by `top`: what is moved by a transform counts as no shift of the page.
  const wanted = toastTop(
    { width, height },
    {
      ...{ width: document.documentElement.clientWidth, usual: top },
      title: titles.find((one) => one !== undefined),
      dialog: box && { box, title: wordsOf(dialog?.querySelector('h2')) },
    },
  );
  style.translate = `-50% ${wanted - top}px`;
}

/** Keeps toasts in their place until `ended`. */
export function keepToastsPlaced(element: HTMLElement, ended: AbortSignal): void {
  if (ended.aborted) return;
  let frame: number | undefined;
  const renew = (): void => {
    frame ??= requestAnimationFrame(() => {
      frame = undefined;
      place(element);
    });
  };
  place(element);
  const watch = new MutationObserver(renew);
  watch.observe(document.body, { childList: true, subtree: true, attributeFilter: ['open'] });
  for (const event of ['scroll', 'resize']) {
    addEventListener(event, renew, { capture: true, passive: true, signal: ended });
  }
  ended.addEventListener('abort', () => {
    watch.disconnect();
    if (frame !== undefined) cancelAnimationFrame(frame);
  });
}
