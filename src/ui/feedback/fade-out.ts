const CLOSING_MS = 120;

/**
 * Lets the sheet of a dialog that is about to be removed sink away. It is an empty sheet of the same place: nothing of
 * what the dialog showed, such as a code, outlives it.
 */
export function fadeOut(dialog: HTMLDialogElement): void {
  if (!dialog.open || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const { left, top, width, height } = dialog.getBoundingClientRect();
  const { backgroundColor, borderRadius } = getComputedStyle(dialog);
  const sheet = document.createElement('div');
  sheet.ariaHidden = 'true';
  Object.assign(sheet.style, {
    position: 'fixed',
    zIndex: '30',
    left: `${left}px`,
    top: `${top}px`,
    width: `${width}px`,
    height: `${height}px`,
    backgroundColor,
    borderRadius,
    pointerEvents: 'none',
  });
  document.body.append(sheet);
  const motion = sheet.animate([{ opacity: 1 }, { opacity: 0, transform: 'translateY(8px)' }], {
    duration: CLOSING_MS,
    easing: 'ease-in',
  });
  const over = (): void => sheet.remove();
  motion.finished.then(over, over);
}
