/** The last key that may begin a shortcut, kept until the code of the shortcuts is loaded. */
export const firstKey: { pressed: { readonly key: string; readonly at: number } | undefined } = {
  pressed: undefined,
};

/** Whether the focused element uses keys itself: a field, or a dialog, which keeps all keys. */
export const isTaken = ({ target }: KeyboardEvent): boolean =>
  document.querySelector('dialog[open]') !== null ||
  (target instanceof Element &&
    target.closest('input, textarea, select, [contenteditable]') !== null);

/** Whether a key may begin a shortcut; remembers it. */
export function beginsShortcut(event: KeyboardEvent): boolean {
  const { key, ctrlKey, metaKey, altKey, timeStamp } = event;
  if (ctrlKey || metaKey || altKey || !'/?g'.includes(key) || isTaken(event)) return false;
  firstKey.pressed = { key, at: timeStamp };
  return true;
}
