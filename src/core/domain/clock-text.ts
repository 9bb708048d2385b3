const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sept Oct Nov Dec'.split(' ');

const twoDigits = (value: number): string => String(value).padStart(2, '0');

/**
 * A moment as a short text by the device's clock: the time today, else the day too. Without `Intl`,
 * whose first use takes a phone a tenth of a second just as it starts.
 */
export function clockText(moment: Date, now: Date): string {
  const time = `${twoDigits(moment.getHours())}:${twoDigits(moment.getMinutes())}`;
  if (moment.toDateString() === now.toDateString()) return time;
  return `${moment.getDate()} ${MONTHS[moment.getMonth()]}, ${time}`;
}

/** What the word for no connection is followed by, where what is shown was saved before. */
export const savedText = (moment: Date, now: Date): string =>
  ` · showing what was saved at ${clockText(moment, now)}`;
