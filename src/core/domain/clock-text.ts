/** A moment as a short text: the time today, else the day too. `timeZone` undefined: the device's. */
export function clockText(moment: Date, now: Date, timeZone?: string): string {
  const zone = timeZone ? { timeZone } : {};
  const day = (date: Date): string => new Intl.DateTimeFormat('en-CA', zone).format(date);
  const today = day(moment) === day(now);
  return new Intl.DateTimeFormat('en-GB', {
    ...zone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    ...(today ? {} : { day: 'numeric', month: 'short' }),
  }).format(moment);
}
