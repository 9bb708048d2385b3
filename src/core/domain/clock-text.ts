const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sept Oct Nov Dec'.split(' ');

/**
 * A moment as a short text in the device's time zone: the time if today, otherwise the day too. The clock is
 * that of `formatInstant`, but without `Intl`, whose first use costs a phone a tenth of a second just as it starts.
 */
export function clockText(moment: Date, now: Date): string {
  const hours = moment.getHours();
  const half = hours < 12 ? 'AM' : 'PM';
  const time = `${hours % 12 || 12}:${String(moment.getMinutes()).padStart(2, '0')} ${half}`;
  if (moment.toDateString() === now.toDateString()) return time;
  return `${moment.getDate()} ${MONTHS[moment.getMonth()]}, ${time}`;
}

/** What follows “offline” if what is shown was saved earlier. */
export const savedText = (moment: Date, now: Date): string =>
  ` · showing what was saved at ${clockText(moment, now)}`;
