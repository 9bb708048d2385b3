const INVALID = 'Invalid Date';

/** A formatter for the zone, or for the device's own where the zone is not known (TX-04). */
function formatter(options: Intl.DateTimeFormatOptions, timeZone: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('en-US', { ...options, ...(timeZone && { timeZone }) });
  } catch {
    return new Intl.DateTimeFormat('en-US', options);
  }
}

const yearIn = (at: number, timeZone: string): string =>
  formatter({ year: 'numeric' }, timeZone).format(at);

/**
 * 'Month day at h:mm AM/PM' in a time zone, with the year when it is not the current one (001 §9,
 * D33). `at` and `now` are milliseconds since the epoch; a failing zone falls back to the local one.
 */
export function formatInstant(at: number, timeZone: string, now: number): string {
  if (Number.isNaN(new Date(at).getTime())) return INVALID;
  const sameYear = yearIn(at, timeZone) === yearIn(now, timeZone);
  const day = formatter(
    { month: 'long', day: 'numeric', ...(!sameYear && { year: 'numeric' }) },
    timeZone,
  ).format(at);
  const time = formatter({ hour: 'numeric', minute: '2-digit', hour12: true }, timeZone)
    .format(at)
    // Newer engines put a narrow no-break space before AM and PM.
    .replace(/\u202f/g, ' ');
  return `${day} at ${time}`;
}
