import { useEffect } from 'react';

/** Whether the focused element uses the keys itself, as text fields do. */
const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement ||
  target instanceof HTMLTextAreaElement ||
  target instanceof HTMLSelectElement;

/** Moves the focus to the next or previous case, or to the first if none has it. Enter opens a case. */
function step(by: 1 | -1): boolean {
  const links = [...document.querySelectorAll<HTMLElement>('[data-cases] a')];
  const at = links.findIndex((link) => link.matches(':focus'));
  const next = links[at < 0 ? 0 : at + by];
  next?.focus();
  return next !== undefined;
}

/**
 * The desk's keys (KEEP-10): arrows move through the cases, Ctrl+Enter records a decision, Escape returns to
 * the list. They do nothing while the focus is in a text field.
 */
export function useDeskKeys(onBack?: () => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const { key, ctrlKey, metaKey, altKey, shiftKey, isComposing, target } = event;
      // Dialogs and menus handle keys themselves.
      const isOurs = !document.querySelector('dialog[open], [role="menu"]');
      if (event.defaultPrevented || isComposing || altKey || shiftKey || !isOurs) return;
      const isChord = ctrlKey || metaKey;
      if (isChord && key === 'Enter' && target instanceof HTMLTextAreaElement) {
        event.preventDefault();
        target.form?.requestSubmit();
      } else if (!isChord && !isField(target)) {
        if (key === 'Escape') onBack?.();
        else if ((key === 'ArrowDown' && step(1)) || (key === 'ArrowUp' && step(-1)))
          event.preventDefault();
      }
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [onBack]);
}
