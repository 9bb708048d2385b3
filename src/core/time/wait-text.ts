const MINUTE = 60;
const HOUR = 3600;
/** For longer waits, the time of day is shown. */
const COUNTED_DOWN = 2 * MINUTE;

/** A wait that follows “in”: seconds for up to two minutes, then minutes, then hours. */
export function waitText(seconds: number): string {
  if (seconds <= COUNTED_DOWN) return `${seconds} s`;
  return seconds <= 2 * HOUR
    ? `${Math.ceil(seconds / MINUTE)} minutes`
    : `${Math.ceil(seconds / HOUR)} hours`;
}

/** '9:12 AM', in the device's time zone. `at`: milliseconds since 1970. */
export const timeText = (at: number): string =>
  new Date(at)
    .toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit' })
    // Newer engines put a narrow no-break space before AM and PM.
    .replace(/\u202f/g, ' ');

/**
 * When another code, or another `what`, can be requested, in the device's time zone. `now`: milliseconds
 * since 1970.
 */
export function askAgainText(seconds: number, now: number, what = 'code'): string {
  if (seconds <= COUNTED_DOWN) return `You can ask for another ${what} in ${seconds} s.`;
  const then = now + seconds * 1_000;
  const today = new Date(then).toDateString() === new Date(now).toDateString();
  return `You can ask again ${today ? '' : 'tomorrow '}at ${timeText(then)}.`;
}
