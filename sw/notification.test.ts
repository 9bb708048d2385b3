import { afterEach, expect, test } from 'vitest';
import { followPress, showNews } from './notification.ts';

let signedIn: string | undefined = 'anna';
afterEach(() => {
  signedIn = 'anna';
});

type Options = Parameters<Parameters<typeof showNews>[1]['showNotification']>[1];
interface Shown {
  readonly options: Options;
  close(): void;
}

/** A browser's notifications and its windows. */
function device(paths: readonly string[] = [], afterShowing: () => void = () => undefined) {
  let shown: Shown[] = [];
  const opened: string[] = [];
  const focused: string[] = [];
  const shelf = {
    showNotification: async (_title: string, options: Options) => {
      shown = shown.filter((one) => one.options.tag !== options.tag);
      const close = (): void => {
        shown = shown.filter((one) => one.options !== options);
      };
      shown.push({ options, close });
      afterShowing();
    },
    getNotifications: async () => shown,
  };
  const windows = paths.map((path) => ({
    url: `https://kopa.example${path}`,
    frameType: 'top-level',
    focus: async () => focused.push(path),
  }));
  return {
    shown: () => shown.map(({ options }) => options),
    push: (notice: object) => showNews(notice, shelf, async () => signedIn),
    /** A press on the last one. */
    press: (action = '') =>
      followPress({ about: shown.at(-1)?.options.data, action }, windows, async (page) =>
        opened.push(page),
      ),
    opened,
    focused,
  };
}

const news = {
  id: '1',
  userId: 'anna',
  text: 'A swap was completed.',
  page: '/wallet',
  alarm: false,
};
const alarm = {
  id: '2',
  userId: 'anna',
  text: 'A new device signed in.',
  page: '/profile/security',
  alarm: true,
};

test('HARD-07 no event takes another’s place, and one delivered twice is shown once', async () => {
  const phone = device();
  for (const one of [alarm, news, { ...alarm, id: '3' }, news]) await phone.push(one);
  const texts = phone.shown().map(({ body }) => body);
  expect(texts.sort()).toEqual([alarm.text, alarm.text, news.text].sort());
});

test('HARD-07 only an alarm stays until it is answered, and can be answered “This wasn’t me”', async () => {
  const phone = device();
  await phone.push(news);
  await phone.push(alarm);
  const [first, second] = phone.shown();
  expect(first?.requireInteraction).toBe(false);
  expect(first?.actions).toBeUndefined();
  expect(second).toMatchObject({
    requireInteraction: true,
    actions: [{ action: 'not-me', title: 'This wasn’t me' }],
  });
});

test('HARD-07 news brings the app to the front; an alarm opens the page it is about and takes no other’s window', async () => {
  const phone = device(['/swap']);
  await phone.push(news);
  await phone.press();
  expect([phone.focused, phone.opened]).toEqual([['/swap'], []]);
  await phone.push({ ...alarm, page: '/profile/addressBook' });
  await phone.press();
  expect([phone.focused, phone.opened]).toEqual([['/swap'], ['/profile/addressBook']]);
  await phone.press('not-me');
  expect(phone.opened.at(-1)).toBe('/profile/security');

  const there = device(['/swap', '/profile/security']);
  await there.push(alarm);
  await there.press();
  expect([there.focused, there.opened]).toEqual([['/profile/security'], []]);
});

test('HARD-07 what is for somebody else than who is signed in says only that there is news', async () => {
  for (const somebody of [undefined, 'ben']) {
    signedIn = somebody;
    const phone = device();
    await phone.push(alarm);
    const [only] = phone.shown();
    expect([only?.body, only?.actions]).toEqual(['There is news about your account.', undefined]);
    await phone.press();
    expect(phone.opened).toEqual(['/wallet']);
  }
});

test('HARD-07 news that arrives while the session ends is closed with it', async () => {
  const phone = device([], () => {
    signedIn = undefined;
  });
  await phone.push(alarm);
  expect(phone.shown()).toEqual([]);
});
