let spoken = false;

/**
 * A `ref` of the error below a field, which is keyed by its text (EASE-12): of errors that appear together
 * only the first is an alert. The others are read with their fields.
 */
export function oneAlert(error: HTMLElement | null): void {
  if (!error || spoken) return;
  spoken = true;
  queueMicrotask(() => {
    spoken = false;
  });
  error.role = 'alert';
}
