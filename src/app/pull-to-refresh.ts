import { refreshShown } from '#platform/changes.ts';
import { onlineNow } from '#platform/network.ts';
import css from './moving.module.css';

/** So far the finger goes before letting go refreshes, in CSS pixels; the sign goes half as far. */
const ENOUGH = 128;
const MOST = 180;
/** A smaller movement may still become a press or a sideways swipe. */
const BEGINS = 10;

/** The app is on the home screen or the desk, where no browser has a way to load a page again. */
const isInstalled = (): boolean =>
  matchMedia('(display-mode: standalone)').matches || Reflect.get(navigator, 'standalone') === true;

/** Something under the finger scrolls by itself, or is open over the page. */
const isApart = (target: EventTarget | null): boolean => {
  for (let at = target instanceof Element ? target : null; at; at = at.parentElement) {
    if (at instanceof HTMLDialogElement || at.scrollTop > 0) return true;
  }
  return document.querySelector('dialog[open]') !== null;
};

/** The sign above the page, made when it is first pulled. */
function makeSign(): HTMLElement {
  const sign = document.createElement('div');
  sign.className = css.pull ?? '';
  sign.role = 'status';
  const ring = document.createElement('span');
  ring.className = 'spin';
  const text = document.createElement('span');
  text.className = 'vh';
  sign.append(ring, text);
  document.body.append(sign);
  return sign;
}

/**
 * In the installed app, pulling the page down reads again what it shows (LIVE-07). The browser’s own gesture is
 * put off there: it would load the whole page, also under a payment.
 */
export function pullToRefresh(): void {
  if (!isInstalled()) return;
  document.documentElement.classList.add(css.own ?? '');
  const still = matchMedia('(prefers-reduced-motion: reduce)');
  let sign: HTMLElement | undefined;
  let from: { readonly x: number; readonly y: number } | undefined;
  let pulled = 0;
  let reading = false;

  const place = (distance: number): void => {
    pulled = distance;
    sign ??= makeSign();
    sign.style.setProperty('--pulled', String(Math.min(1, distance / ENOUGH)));
    sign.classList.toggle(css.held ?? '', distance > 0);
  };
  const say = (text: string): void => {
    const words = sign?.lastElementChild;
    if (words) words.textContent = text;
  };

  async function refresh(): Promise<void> {
    reading = true;
    place(ENOUGH);
    sign?.classList.add(css.reading ?? '');
    say('Refreshing');
    await refreshShown();
    sign?.classList.remove(css.reading ?? '');
    // What could not be read, the page itself says.
    say('');
    place(0);
    reading = false;
  }

  document.addEventListener(
    'touchstart',
    ({ touches, target }) => {
      const [touch] = touches;
      const may = touches.length === 1 && touch && !reading && !still.matches && onlineNow();
      from =
        may && window.scrollY <= 0 && !isApart(target)
          ? { x: touch.clientX, y: touch.clientY }
          : undefined;
    },
    { passive: true },
  );
  document.addEventListener(
    'touchmove',
    ({ touches }) => {
      const [touch] = touches;
      if (!from || !touch) return;
      const [down, aside] = [touch.clientY - from.y, Math.abs(touch.clientX - from.x)];
      // Another finger, a sideways swipe or the page's own scrolling is something else.
      if (touches.length > 1 || (pulled === 0 && aside > down) || window.scrollY > 0) {
        from = undefined;
        if (pulled > 0) place(0);
      } else if (down > BEGINS || pulled > 0) place(Math.max(0, Math.min(MOST, down)));
    },
    { passive: true },
  );
  const end = ({ type }: Event): void => {
    from = undefined;
    if (pulled === 0 || reading) return;
    if (type === 'touchend' && pulled >= ENOUGH) void refresh();
    else place(0);
  };
  document.addEventListener('touchend', end);
  document.addEventListener('touchcancel', end);
}
