import { whenShown } from '#app/pages/page-shown.ts';
import { flowHere } from '#platform/page/flow-lock.ts';

/**
 * If the page is not ready by then, it appears without a transition, because rendering is paused meanwhile.
 */
const LONGEST_WAIT_MS = 50;

/** The coin or icon of a row that becomes the one of its page. */
const SUBJECT = 'view-transition-subject';
const subjectIn = (within: Element | null): HTMLElement | SVGElement | undefined =>
  within?.querySelector<HTMLElement | SVGElement>('.coin') ?? undefined;

const nameSubject = (subject: HTMLElement | SVGElement | undefined, name: string): void => {
  if (subject) subject.style.viewTransitionName = name;
};

/** Links from a list to one of its rows' pages. */
const listed = 'main li a.row[href], main li a.asset[href]';

/**
 * Lets a list and the page of one of its rows fade into each other, in the direction of the history (LIVE-07), if the browser can and reduced
 * motion is off. It only watches presses and does not change the navigation.
 */
export function fadePages(): void {
  const still = matchMedia('(prefers-reduced-motion: reduce)');
  document.addEventListener('click', (event) => {
    const { target, button, ctrlKey, metaKey, shiftKey, altKey } = event;
    if (!(target instanceof Element) || button !== 0 || ctrlKey || metaKey || shiftKey || altKey) {
      return;
    }
    const row = target.closest(listed);
    const isBack = target.closest('button.back') !== null;
    // Nothing moves where something is half done, such as a payment.
    if (still.matches || (!row && !isBack) || document.hidden || flowHere()) return;
    document.documentElement.dataset.way = row ? 'on' : 'back';
    const before = location.pathname;
    const subject = subjectIn(row ?? document.querySelector('main'));
    nameSubject(subject, SUBJECT);
    const shown = new Promise<void>((resolve) => {
      whenShown(resolve);
      setTimeout(resolve, LONGEST_WAIT_MS);
    });
    let arrived: ReturnType<typeof subjectIn>;
    const transition = document.startViewTransition?.(async () => {
      await shown;
      nameSubject(subject, '');
      // Back in the list, the row is not known.
      if (!row || location.pathname === before) return;
      arrived = subjectIn(document.querySelector('main'));
      nameSubject(arrived, SUBJECT);
    });
    const over = (): void => {
      nameSubject(arrived, '');
      delete document.documentElement.dataset.way;
    };
    // A transition is skipped if another begins or the page is hidden; the page is shown anyway.
    transition?.ready.catch(() => undefined);
    if (transition) transition.finished.then(over, over);
    else over();
  });
}
