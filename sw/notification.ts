import { brand } from '#core/brand.ts';
import type { PushedNotice } from '#core/pushed-notice.ts';
import { showsApp } from './app-window.ts';
import { noticeOf } from './pushed-notice.ts';

const NOT_ME = 'not-me';
const SECURITY = '/profile/security';
const WALLET = '/wallet';

type About = Pick<PushedNotice, 'page' | 'alarm'>;

interface Options {
  readonly body: string;
  readonly icon: string;
  readonly tag: string;
  readonly data?: About;
  readonly requireInteraction?: boolean;
  /** Only Chromium has buttons in notifications. */
  readonly actions?: { action: string; title: string }[];
}

/** The device's notifications: a new one replaces another with the same tag. */
interface Shelf {
  showNotification(title: string, options: Options): Promise<void>;
  getNotifications(): Promise<readonly { close(): void }[]>;
}

const icon = '/icons/icon-192.png';

const optionsOf = ({ id, text, page, alarm }: PushedNotice): Options => ({
  body: text,
  icon,
  tag: `notice-${id}`,
  data: { page, alarm },
  requireInteraction: alarm,
  ...(alarm && { actions: [{ action: NOT_ME, title: 'This wasn’t me' }] }),
});

/**
 * Shows a notification for each event (D20); none replaces another. Browsers require a notification for every
 * push: an unreadable message, or one for a customer who has signed out, only says that there is news.
 * `customer`: who is signed in on this device.
 */
export async function showNews(
  payload: unknown,
  shelf: Shelf,
  customer: () => Promise<string | undefined>,
): Promise<void> {
  const isHere = (userId: string): Promise<boolean> =>
    customer().then(
      (id) => id === userId,
      // If the device cannot tell who is signed in, the server is trusted: it sends nothing after a session
      // has ended.
      () => true,
    );
  const notice = noticeOf(payload);
  if (!notice || !(await isHere(notice.userId))) {
    const body = 'There is news about your account.';
    return shelf.showNotification(brand.name, { body, icon, tag: 'news' });
  }
  await shelf.showNotification(brand.name, optionsOf(notice));
  // If a page ended the session meanwhile, it closed only the notifications shown by then.
  if (await isHere(notice.userId)) return;
  for (const notification of await shelf.getNotifications()) notification.close();
}

interface Window {
  readonly url: string;
  readonly frameType: string;
  focus(): Promise<unknown>;
}

/**
 * A press on a notification brings the app's window to the front, or opens one. A security notice opens its
 * page in a new window, because another window may contain unsaved work.
 */
export async function followPress(
  { about, action }: { readonly about: About | undefined; readonly action: string },
  windows: readonly Window[],
  open: (page: string) => Promise<unknown>,
): Promise<void> {
  const page = action === NOT_ME ? SECURITY : (about?.page ?? WALLET);
  const fits = ({ url }: Window): boolean => !about?.alarm || new URL(url).pathname === page;
  const app = windows.find((window) => showsApp(window) && fits(window));
  // There may be no such window, or the browser may refuse to focus it.
  if (!(await app?.focus().catch(() => undefined))) await open(page);
}
