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
  /** Chromium's alone: elsewhere the notification is shown without buttons. */
  readonly actions?: { action: string; title: string }[];
}

/** Where the system shows notifications: one with another's tag takes its place. */
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
 * Shows the news (D20), each event by itself: none takes another's place. Browsers require that every
 * push shows a notification; one that cannot be read, or is for somebody who has signed out meanwhile,
 * says no more than that there is news. `customer`: who is signed in on this device.
 */
export async function showNews(
  payload: unknown,
  shelf: Shelf,
  customer: () => Promise<string | undefined>,
): Promise<void> {
  const isHere = (userId: string): Promise<boolean> =>
    customer().then(
      (id) => id === userId,
      // Where the device cannot say, the server is believed: it tells nobody after a session's end.
      () => true,
    );
  const notice = noticeOf(payload);
  if (!notice || !(await isHere(notice.userId))) {
    const body = 'There is news about your account.';
    return shelf.showNotification(brand.name, { body, icon, tag: 'news' });
  }
  await shelf.showNotification(brand.name, optionsOf(notice));
  // A page that ended the session meanwhile has closed only what was shown by then.
  if (await isHere(notice.userId)) return;
  for (const notification of await shelf.getNotifications()) notification.close();
}

interface Window {
  readonly url: string;
  readonly frameType: string;
  focus(): Promise<unknown>;
}

/**
 * A press on the notification brings a window of the app to the front, or opens one. What is about
 * security opens its page in a window of its own: in no other may anything be lost.
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
