/** Aborts after `ms`. Unlike `AbortSignal.timeout` it follows the page's timers, which a test can hold. */
export function deadline(ms: number): AbortSignal {
  const control = new AbortController();
  setTimeout(() => control.abort(), ms);
  return control.signal;
}
