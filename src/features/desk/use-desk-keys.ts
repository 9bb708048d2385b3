import { useEffect } from 'react';
import { shortcutKeys } from '#platform/kept/shortcut-key-choice.ts';

/** Whether the focused element uses the keys itself, as text fields do. A choice has no use for Escape. */
const isField = (target: EventTarget | null, key: string): boolean =>
  target instanceof HTMLInputElement
    ? key !== 'Escape' || target.type !== 'radio'
    : target instanceof HTMLTextAreaElement
      ? // Nothing is lost with it.
        key !== 'Escape' || target.value !== ''
      : target instanceof HTMLSelectElement;

/** The form that Ctrl+Enter sends: that of a long text, or of the choice before it. */
const formOf = (target: EventTarget | null): HTMLFormElement | null =>
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLInputElement && target.type === 'radio')
    ? target.form
    : null;

/** Moves the focus to the next or previous case, or to the first if none has it. Enter opens a case. */
function step(by: 1 | -1): boolean {
  const links = [...document.querySelectorAll<HTMLElement>('[data-cases] a')];
  const at = links.findIndex((link) => link.matches(':focus'));
  const next = links[at < 0 ? 0 : at + by];
  next?.focus();
  return next !== undefined;
}

/** Moves the focus to the search, unless single keys are switched off. */
function search(): boolean {
  const field = document.querySelector<HTMLElement>('main input[type="search"]');
  if (!shortcutKeys.value) return false;
  field?.focus();
  return field !== null;
}

/**
 * The desk's keys (KEEP-10): arrows move through the cases, `/` leads to the search, Ctrl+Enter records a decision,
 * Escape returns to the list. They do nothing while the focus is in a text field that has a text.
 */
export function useDeskKeys(onBack?: () => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const { key, ctrlKey, metaKey, altKey, shiftKey, isComposing, target } = event;
      // Dialogs and menus handle keys themselves.
      const isOurs = !document.querySelector('dialog[open], [role="menu"]');
      if (event.defaultPrevented || isComposing || altKey || !isOurs) return;
      // Some keyboards have the slash above a digit.
      if (shiftKey && key !== '/') return;
      const isChord = ctrlKey || metaKey;
      const form = formOf(target);
      if (isChord && key === 'Enter' && form) {
        event.preventDefault();
        form.requestSubmit();
      } else if (!isChord && !isField(target, key)) {
        if (key === 'Escape') onBack?.();
        else if (
          (key === '/' && search()) ||
          (key === 'ArrowDown' && step(1)) ||
          (key === 'ArrowUp' && step(-1))
        )
          event.preventDefault();
      }
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [onBack]);
}
