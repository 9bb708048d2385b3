import { expect, test } from 'vitest';
import { noticeOf } from './pushed-notice.ts';

const ours = {
  id: 'n-1',
  userId: 'u-1',
  text: 'A new device signed in to your account.',
  page: '/profile/security',
  alarm: true,
};

test('PROF-06 HARD-07 a push message shows its own text, page and alarm, and nothing else', () => {
  expect(noticeOf({ ...ours, more: 1 })).toEqual(ours);
  expect(noticeOf({ text: 'A deposit has arrived.' })).toEqual({
    id: '',
    userId: '',
    text: 'A deposit has arrived.',
    page: '/wallet',
    alarm: false,
  });
  expect(noticeOf({ text: 'x'.repeat(999) })?.text).toHaveLength(200);
  for (const wrong of [undefined, null, 'text', {}, { text: 7 }, { text: ' \n\u202E' }]) {
    expect(noticeOf(wrong)).toBeUndefined();
  }
});

test('HARD-07 a push message is one line that reads as it was written', () => {
  const text = 'A deposit\r\nhas\u2028arrived.\u0000\u202Egnp.exe\u2066\u200B';
  expect(noticeOf({ text })?.text).toBe('A deposit has arrived. gnp.exe');
  expect(noticeOf({ text: 'Achat d’éther terminé – مرحبا' })?.text).toBe(
    'Achat d’éther terminé – مرحبا',
  );
});

test('HARD-07 a push message opens pages of the app only', () => {
  const opens = (page: unknown) => noticeOf({ ...ours, page })?.page;
  expect(['/transactions', '/profile/addressBook'].map(opens)).toEqual([
    '/transactions',
    '/profile/addressBook',
  ]);
  const others = [
    'https://evil.test/',
    '//evil.test',
    '/nowhere',
    '/privacy-policy',
    '/success',
    7,
  ];
  expect(others.map(opens)).toEqual(others.map(() => '/wallet'));
});
