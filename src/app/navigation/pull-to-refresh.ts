import css from '#app/live/move.module.css';
import { refreshShown } from '#platform/page/data-changes.ts';
import { onlineNow } from '#platform/page/online.ts';
import { doneOrGone } from '#transport/session/scope.ts';

/** How far the finger must pull for a refresh, in CSS pixels; the sign moves half as far. */
const ENOUGH = 128;
const MOST = 180;
/** A smaller movement may still become a press or a sideways swipe. */
const BEGINS = 10;

/** The app is installed, where no browser button reloads a page. */
const isInstalled = (): boolean =>
  matchMedia('(display-mode: standalone)').matches || Reflect.get(navigator, 'standalone') === true;

/** The finger is on something that scrolls by itself or lies over the page. */
const isApart = (target: EventTarget | null): boolean => {
  for (let at = target instanceof Element ? target : null; at; at = at.parentElement) {
    if (at instanceof HTMLDialogElement || at.scrollTop > 0) return true;
  }
  return document.querySelector('dialog[open]') !== null;
};

/** The sign above the page, made on the first pull. */
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
 * In the installed app, pulling the page down reads its data again (LIVE-07). The browser's own gesture is
 * off, because it would reload the page, even during a payment.
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
    await doneOrGone(refreshShown());
    sign?.classList.remove(css.reading ?? '');
    // The page itself shows what could not be read.
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
      // A second finger, a sideways swipe or scrolling is no pull.
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
