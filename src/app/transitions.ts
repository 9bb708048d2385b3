import { whenShown } from './page-shown.ts';

/** A page that is not there by then just appears: rendering stands still while it is waited for. */
const LONGEST_WAIT_MS = 50;

/** The coin or sign that stands for the same thing in a row and on its page. */
const SUBJECT = 'view-transition-subject';
const subjectIn = (within: Element | null): HTMLElement | SVGElement | undefined =>
  within?.querySelector<HTMLElement | SVGElement>('.coin') ?? undefined;

const nameSubject = (subject: HTMLElement | SVGElement | undefined, name: string): void => {
  if (subject) subject.style.viewTransitionName = name;
};

/** Where a press leads from a list to one of its rows, or from there back. */
const listed = 'main li a.row[href], main li a.asset[href]';

/**
 * Lets a list and what one of its rows is about fade into each other (LIVE-07), where the browser can; not with
 * reduced motion. It only watches presses: the navigation goes on as without it.
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
    if (still.matches || (!row && !isBack) || document.hidden) return;
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
      // Back in a list it is not known which row it was.
      if (!row || location.pathname === before) return;
      arrived = subjectIn(document.querySelector('main'));
      nameSubject(arrived, SUBJECT);
    });
    const over = (): void => nameSubject(arrived, '');
    // Skipped where another one begins, or the page is hidden: the page is shown all the same.
    transition?.ready.catch(() => undefined);
    transition?.finished.then(over, over);
  });
}
