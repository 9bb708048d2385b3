import { useEffect } from 'react';

/** Whether keys belong to what is typed into. */
const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement ||
  target instanceof HTMLTextAreaElement ||
  target instanceof HTMLSelectElement;

/** The next or previous of the cases takes the focus, the first where none has it. Enter opens it. */
function step(by: 1 | -1): boolean {
  const links = [...document.querySelectorAll<HTMLElement>('[data-cases] a')];
  const at = links.findIndex((link) => link.matches(':focus'));
  const next = links[at < 0 ? 0 : at + by];
  next?.focus();
  return next !== undefined;
}

/**
 * The desk without a mouse (KEEP-10): arrows go through the cases, Ctrl and Enter records a decision,
 * Escape goes back to the list. None of them acts on what is typed, and none is a single character.
 */
export function useDeskKeys(onBack?: () => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const { key, ctrlKey, metaKey, altKey, shiftKey, isComposing, target } = event;
      // A dialog or a menu has its own keys.
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
