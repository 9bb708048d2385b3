import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { getInstruments } from '#core/contract/money/swap.ts';
import type { Role } from '#core/pages.ts';
import { matchRoute, routes } from '#core/routes.ts';
import { answer, lost, type Said } from './support/answers.ts';
import { happened } from './support/history.ts';
import { holding } from './support/holdings.ts';
import { customer, expectAccessible, open, overflow } from './support/view.ts';

const pathsOf = (role: Role): readonly string[] =>
  routes
    .filter(({ access }) => Array.isArray(access) && access.includes(role))
    .map(({ path }) => path.replace(':section', 'account'));

const admins = pathsOf('admin').filter((one) => !pathsOf('user').includes(one));
const path = () => location.pathname;
const welcome = page.getByRole('heading', { name: 'Welcome back' });
const pairs = answer(getInstruments, { data: { instruments: [] } });

test.each([...new Set([...pathsOf('user'), ...pathsOf('admin')])])(
  'SHELL-02 signed out, %s leads to sign-in',
  async (address) => {
    await open(address);
    await expect.element(welcome).toBeVisible();
    expect(path()).toBe('/');
  },
);

test('SHELL-03 signed in, / leads to the landing page of the role', async () => {
  await open('/', { as: customer(), answers: [holding()] });
  await expect.poll(path).toBe('/wallet');
});

test.each(admins)(
  'SHELL-04 a customer who opens %s, an admin page, is sent to the wallet',
  async (address) => {
    await open(address, { as: customer(), answers: [holding()] });
    await expect.poll(path).toBe('/wallet');
  },
);

test('SHELL-10 small screens have a bar at the bottom and wide ones do not', async () => {
  const answers = [holding(), happened()];
  await open('/wallet', { as: customer(), answers, width: 767 });
  const bar = page.getByRole('navigation', { name: 'Main' }).last();
  const names = (): readonly (string | null)[] =>
    bar
      .getByRole('link')
      .elements()
      .map(({ textContent }) => textContent);
  await expect.poll(names).toEqual(['Wallet', 'Transactions', 'Profile']);
  expect(bar.element().getBoundingClientRect().bottom).toBe(innerHeight);
  for (const [name, address] of [
    ['Transactions', '/transactions'],
    ['Wallet', '/wallet'],
    ['Profile', '/profile/mobile'],
  ] as const) {
    await bar.getByRole('link', { name }).click();
    await expect.poll(path).toBe(address);
    await expect.element(bar.getByRole('link', { name })).toHaveAttribute('aria-current', 'page');
    expect(bar.element().querySelectorAll('[aria-current=page]')).toHaveLength(1);
  }
  const small = bar.element();
  await page.viewport(768, 800);
  await expect.poll(() => small.checkVisibility()).toBe(false);
});

test('SHELL-11 signed out, the logo and the close button open the company’s website in a new tab', async () => {
  await open('/');
  for (const name of [/^Kopa website/, /^Close/]) {
    const link = page.getByRole('link', { name });
    await expect.element(link).toBeVisible();
    await expect.element(link).toHaveAttribute('href', 'https://kopa.test');
    await expect.element(link).toHaveAttribute('target', '_blank');
  }
});

test('SHELL-11 signed in, the logo leads to the wallet and there is no close button', async () => {
  await open('/transactions', { as: customer(), answers: [holding(), happened()], width: 390 });
  await page.getByRole('banner').getByRole('link', { name: 'Kopa, wallet' }).click();
  await expect.poll(path).toBe('/wallet');
  expect(page.getByRole('link', { name: /^Close/ }).elements()).toHaveLength(0);
});

test('SHELL-01 an address with a trailing slash opens the same page', async () => {
  await open('/swap/', { as: customer(), answers: [holding({ BTC: '1' }), pairs] });
  await expect.element(page.getByRole('textbox', { name: /^I have/ })).toBeVisible();
  expect(matchRoute(path())?.path).toBe('/swap');
});

test.each([
  [320, '/transactions'],
  [320, '/assets/receive'],
  [1280, '/transactions'],
  [1280, '/assets/receive'],
])(
  'EYE-12 U10 at %i px the offline strip stands below the header of %s, from edge to edge',
  async (width, address) => {
    const view = await open(address, { as: customer(), answers: [holding(), happened()], width });
    const { reportSilence } = await import('#platform/page/online.ts');
    await expect.element(page.getByRole('main')).toBeVisible();
    view.says(lost({ path: '/healthz' }));
    await reportSilence();
    const strip = page.getByText(/^Offline/);
    await expect.element(strip).toBeVisible();
    const box = strip.element().closest('.banner--strip')?.getBoundingClientRect();
    expect([box?.left, box?.width]).toEqual([0, document.documentElement.clientWidth]);
    const seen = [...document.querySelectorAll('.hdr, .pagehead')]
      .map((one) => one.getBoundingClientRect())
      .filter(({ height }) => height > 0);
    // The first of both that can be seen is the header.
    const [header] = seen.sort((one, other) => one.top - other.top);
    expect(box?.top).toBeCloseTo(header?.bottom ?? Number.NaN, 0);
    expect(overflow()).toBeLessThanOrEqual(0);
  },
);

test.each([390, 1280])(
  'EYE-10 at %i px an address without a page is said in the look of Kopa, in light and dark',
  async (width) => {
    const nothing: Said = {
      path: '/no-such-page',
      to: () => new Response('', { status: 404 }),
    };
    await open('/no-such-page', { as: customer(), answers: [nothing], width });
    const said = page.getByRole('heading', { name: 'There is nothing at this address' });
    await expect.element(said).toBeVisible();
    expect(document.querySelector('main .dune-s')).not.toBeNull();
    await expect.element(page.getByRole('link', { name: 'Go to the home page' })).toBeVisible();
    expect(overflow()).toBeLessThanOrEqual(0);
    await expectAccessible();
  },
);
