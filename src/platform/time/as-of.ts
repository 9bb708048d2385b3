import { AS_OF_HEADER } from '#core/snapshot.ts';

/**
 * When the server made an answer: to the millisecond where the answer says so, otherwise to the
 * second, as of sending. Undefined if neither header can be read: the time is then unknown.
 */
export function asOf({ headers }: Pick<Response, 'headers'>): Date | undefined {
  for (const name of [AS_OF_HEADER, 'date']) {
    const time = new Date(headers.get(name) ?? '');
    if (!Number.isNaN(time.getTime())) return time;
  }
  return undefined;
}
