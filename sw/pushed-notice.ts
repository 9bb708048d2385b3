import type { PushedNotice } from '#core/pushed-notice.ts';
import { matchRoute } from '#core/routes.ts';

const LONGEST = 200;

/** One line without invisible characters and marks that change the reading direction. */
const plain = (text: string): string =>
  [...text.replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').replace(/\p{Cf}/gu, '')]
    .slice(0, LONGEST)
    .join('')
    .trim();

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** A page of the app for customers; the wallet instead of anything else. */
function pageOf(value: unknown): string {
  const page = textOf(value);
  const access = matchRoute(page)?.access;
  return Array.isArray(access) && access.includes('user') ? page : '/wallet';
}

/** A push message, made safe to show; undefined if it is not ours. */
export function noticeOf(payload: unknown): PushedNotice | undefined {
  if (typeof payload !== 'object' || payload === null) return undefined;
  const { id, userId, text, page, alarm } = payload as Partial<Record<string, unknown>>;
  const line = plain(textOf(text));
  if (!line) return undefined;
  return {
    id: textOf(id),
    userId: textOf(userId),
    text: line,
    page: pageOf(page),
    alarm: alarm === true,
  };
}
