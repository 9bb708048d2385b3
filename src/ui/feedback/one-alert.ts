let spoken = false;

/**
 * A `ref` for the error below a field, keyed by its text (EASE-12). If several errors appear together, only
 * the first is an alert; the others are read with their fields.
 */
export function oneAlert(error: HTMLElement | null): void {
  if (!error || spoken) return;
  spoken = true;
  queueMicrotask(() => {
    spoken = false;
  });
  error.role = 'alert';
}
