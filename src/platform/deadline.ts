/**
 * Aborts after `ms`. Unlike `AbortSignal.timeout`, it uses the page's timers, which tests can
 * pause.
 */
export function deadline(ms: number): AbortSignal {
  const control = new AbortController();
  setTimeout(() => control.abort(), ms);
  return control.signal;
}
