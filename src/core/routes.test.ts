import { expect, test } from 'vitest';
import { profileSections } from './pages.ts';
import { accessibilityPath, entranceOf, guard, legalPaths, matchRoute, routes } from './routes.ts';

test('SHELL-01 the route table is that of the specification', () => {
  expect(routes.map((route) => route.path)).toEqual([
    '/',
    '/reset-password',
    '/reset-password/confirm',
    '/reset-password/success',
    '/verify-email',
    // Beyond the specification (D51).
    '/recover',
    '/wallet',
    '/assets/send',
    '/assets/receive',
    '/send',
    '/receive',
    '/swap',
    '/asset-detail',
    '/transactions',
    '/transactions/recieve',
    '/transaction-detail',
    '/buy-sell',
    // Beyond the specification (D51).
    '/waiting',
    // Beyond the specification (D51).
    '/is-this-kopa',
    // Beyond the specification (D34).
    '/requests',
    '/requests/new',
    '/cash',
    '/cash/add',
    '/cash/out',
    '/cash/recurring',
    '/automatic',
    '/admin-transactions-history',
    '/admin/transaction-detail',
    '/admin/transaction-history',
    // Beyond the specification (D34).
    '/admin/desk',
    '/admin/desk/closed',
    '/admin/desk/position',
    '/admin/desk/customer/:id',
    '/admin/desk/:kind/:id',
    '/profile',
    '/profile/mobile',
    '/profile/:section',
    '/help',
    '/pay',
    '/privacy-policy',
    '/cookie-policy',
    '/aml-cft-policy',
    '/terms-and-conditions',
    '/au/terms-and-conditions',
    '/terms-and-conditions/:version',
    '/au/terms-and-conditions/:version',
    '/msa-statement',
    // Beyond the specification (D51).
    '/accessibility',
    '/status',
    '/success',
    '/decline',
    '/fail',
    '/cancel',
  ]);
  expect(matchRoute('/nowhere')).toBeUndefined();
  expect(matchRoute('/wallet/')?.path).toBe('/wallet');
  expect(matchRoute('/profile/')?.path).toBe('/profile');
});

const paths = routes.map((route) =>
  route.path.replace(':section', 'security').replace(':kind/:id', 'request/R-1'),
);
const isPrivate = (path: string) => Array.isArray(matchRoute(path)?.access);

test('SHELL-02 a signed-out visitor of any protected route goes to /', () => {
  for (const path of paths) {
    expect([path, guard(path, undefined)]).toEqual([path, isPrivate(path) ? '/' : undefined]);
  }
});

test('SHELL-03 a signed-in visitor of / goes to the landing of the role', () => {
  expect(guard('/', 'user')).toBe('/wallet');
  expect(guard('/', 'admin')).toBe('/admin-transactions-history');
  expect(guard('/reset-password', 'user')).toBeUndefined();
});

test('SHELL-04 a role that is not allowed goes to its own landing', () => {
  expect(guard('/wallet', 'admin')).toBe('/admin-transactions-history');
  expect(guard('/admin/transaction-history', 'user')).toBe('/wallet');
  expect(guard('/swap', 'user')).toBeUndefined();
  expect(guard('/admin/transaction-detail', 'admin')).toBeUndefined();
});

test('SHELL-05 profile pages open to both roles', () => {
  for (const path of [
    '/profile',
    '/profile/mobile',
    ...profileSections.map((s) => `/profile/${s}`),
  ]) {
    expect(guard(path, 'user')).toBeUndefined();
    expect(guard(path, 'admin')).toBeUndefined();
  }
});

test('SHELL-06 documents and payment returns open to everyone', () => {
  for (const path of [
    ...legalPaths,
    accessibilityPath,
    '/status',
    '/success',
    '/decline',
    '/fail',
    '/cancel',
  ]) {
    for (const role of [undefined, 'user', 'admin'] as const) {
      expect(guard(path, role)).toBeUndefined();
    }
  }
});

test('HARD-13 an administrator without a second factor is sent to where one is set up, and stays there', () => {
  for (const path of paths) {
    const open = !isPrivate(path) && path !== '/';
    const target = open || path === '/profile/security' ? undefined : '/profile/security';
    expect([path, guard(path, 'admin', true)]).toEqual([path, target]);
    expect([path, guard(path, undefined, false)]).toEqual([path, guard(path, undefined)]);
  }
  expect(guard('/profile/security/', 'admin', true)).toBeUndefined();
  expect(guard('/profile/account', 'admin', true)).toBe('/profile/security');
  expect(guard('/profile/account', 'admin', false)).toBeUndefined();
});

test.each([
  ['/', '/'],
  ['/index.html', '/'],
  ['/wallet/', '/wallet'],
  ['/wallet/index.html', '/wallet'],
  ['/privacy-policy/', '/privacy-policy'],
  ['/my-index.html', undefined],
])('HARD-78 %s is the address of the page %s', (path, page) => {
  expect(matchRoute(path)?.path).toBe(page);
});

test('SPEC-03 the addresses that people type for signing up and in mean a tab of the sign-in page', () => {
  for (const path of ['/signup', '/register', '/signup/', '/register/index.html']) {
    expect([path, entranceOf(path)]).toEqual([path, 'signup']);
  }
  expect(entranceOf('/login')).toBe('signin');
  for (const path of ['/', '/sign-up', '/login/more', '/constructor', '/toString']) {
    expect([path, entranceOf(path)]).toEqual([path, undefined]);
  }
});
