/** Focuses the page, as a navigation does, if the element that had the focus is gone. */
export function focusPage(): void {
  if (document.activeElement !== document.body) return;
  document.getElementById('main')?.focus({ preventScroll: true });
}
