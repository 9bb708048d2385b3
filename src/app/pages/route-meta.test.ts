import { expect, test } from 'vitest';
import { profileSections } from '#core/pages.ts';
import { routes } from '#core/routes.ts';
import { documentTitle, hasBack, metaOf, navItemOf } from './route-meta.ts';

const paths = routes.flatMap((route) =>
  route.path === '/profile/:section' ? profileSections.map((s) => `/profile/${s}`) : [route.path],
);

test('SHELL-09 SHELL-12 every page has a back button except these, the admin’s landing page among them', () => {
  expect(paths.filter((path) => !hasBack(path))).toEqual([
    '/wallet',
    '/transactions',
    '/admin-transactions-history',
    '/admin/desk',
    '/profile',
    '/profile/account',
    '/profile/verification',
    '/profile/security',
    '/profile/checkUp',
    '/profile/addressBook',
    '/profile/statements',
    '/profile/taxReport',
    '/profile/notifications',
  ]);
  expect(hasBack('/wallet/')).toBe(false);
  expect(hasBack('/nowhere')).toBe(true);
});

test('SHELL-08 the navigation marks the section that a page belongs to', () => {
  const under = (item: string) => paths.filter((path) => navItemOf(path) === item);
  expect(under('wallet')).toEqual([
    '/wallet',
    '/assets/send',
    '/assets/receive',
    '/send',
    '/receive',
    '/swap',
    '/asset-detail',
    '/buy-sell',
    '/cash',
    '/cash/add',
    '/cash/out',
    '/cash/recurring',
    '/automatic',
  ]);
  expect(under('transactions')).toContain('/transactions');
  expect(under('transactions')).toContain('/transaction-detail');
  expect(under('transactions')).toContain('/waiting');
  expect(under('transactions')).not.toContain('/transactions/recieve');
  expect(under('profile')).toContain('/profile/mobile');
});

test('SHELL-01 every route of the app has a title, and an unknown path is titled “Page not found”', () => {
  const titled = routes.filter((route) => route.access !== 'document');
  for (const { path } of titled) expect(metaOf(path).title).not.toBe('Page not found');
  expect(documentTitle('/swap')).toBe('Swap · Kopa');
  expect(documentTitle('/nowhere')).toBe('Page not found · Kopa');
});
