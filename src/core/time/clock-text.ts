const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/**
 * A moment as a short text in the device's time zone: the time if today, otherwise the day too, with its year where that
 * is not this one. Written as `formatInstant` does (D33), but without `Intl`, whose first use costs a phone a tenth of a
 * second just as it starts.
 */
export function clockText(moment: Date, now: Date): string {
  const hours = moment.getHours();
  const half = hours < 12 ? 'AM' : 'PM';
  const time = `${hours % 12 || 12}:${String(moment.getMinutes()).padStart(2, '0')} ${half}`;
  if (moment.toDateString() === now.toDateString()) return time;
  const year = moment.getFullYear() === now.getFullYear() ? '' : `, ${moment.getFullYear()}`;
  return `${MONTHS[moment.getMonth()]} ${moment.getDate()}${year} at ${time}`;
}

/** Such a text in a sentence: 'at 8:42 AM', or 'on May 12 at 11:59 PM'. */
export const whenOf = (text: string): string => `${text.includes(' at ') ? 'on' : 'at'} ${text}`;

/** A moment in a sentence. */
export const whenText = (moment: Date, now: Date): string => whenOf(clockText(moment, now));

/** What follows “offline” if what is shown was saved earlier; its time is never broken: '9:46 AM'. */
export const savedText = (moment: Date, now: Date): string =>
  ` · showing what was saved ${whenText(moment, now).replace(/ (?=[AP]M$)/, '\u00a0')}`;
