/** Gives the focus to the page, as a navigation does, where what had it is gone and nothing has it. */
export function focusPage(): void {
  if (document.activeElement !== document.body) return;
  document.getElementById('main')?.focus({ preventScroll: true });
}
