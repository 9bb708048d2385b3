/** The last key pressed that may begin a shortcut, until the code that understands it is there. */
export const firstKey: { pressed: { readonly key: string; readonly at: number } | undefined } = {
  pressed: undefined,
};

/** Whether a key belongs to what has the focus: a field, or a dialog, which keeps everything else out. */
export const isTaken = ({ target }: KeyboardEvent): boolean =>
  document.querySelector('dialog[open]') !== null ||
  (target instanceof Element &&
    target.closest('input, textarea, select, [contenteditable]') !== null);

/** Whether a key that nobody else wants may begin a shortcut; remembers it. */
export function beginsShortcut(event: KeyboardEvent): boolean {
  const { key, ctrlKey, metaKey, altKey, timeStamp } = event;
  if (ctrlKey || metaKey || altKey || !'/?g'.includes(key) || isTaken(event)) return false;
  firstKey.pressed = { key, at: timeStamp };
  return true;
}
