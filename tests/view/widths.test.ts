import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { endpoints } from '#core/contract/endpoints.ts';
import { profileSections } from '#core/pages.ts';
import { guard, routes } from '#core/routes.ts';
import { refuse } from './support/answers.ts';
import { happened } from './support/history.ts';
import { holding } from './support/holdings.ts';
import { customer, open, overflow } from './support/view.ts';

const silent = Object.values(endpoints).map((one) =>
  refuse(one, 'UNAVAILABLE', 'Nothing answers in this view.'),
);
const answers = [...silent, holding({ BTC: '1' }), happened()];

const paths = routes
  .filter(
    ({ access, path }) => (Array.isArray(access) || access === 'open') && !guard(path, 'user'),
  )
  .flatMap(({ path }) =>
    path === '/profile/:section'
      ? profileSections.map((section) => path.replace(':section', section))
      : [path],
  );

/** Where the content of a page begins, and how wide it is. */
function room(): { readonly left: number; readonly width: number } {
  const main = page.getByRole('main').element();
  const { left, width } = main.getBoundingClientRect();
  const { paddingLeft, paddingRight } = getComputedStyle(main);
  const begins = parseFloat(paddingLeft);
  return { left: left + begins, width: width - begins - parseFloat(paddingRight) };
}

/** The wallet's width, as the tokens say. */
function walletWidth(): number {
  const probe = document.createElement('div');
  probe.style.width = 'min(var(--page), 100vw - 2 * var(--gutter))';
  document.body.append(probe);
  const { width } = probe.getBoundingClientRect();
  probe.remove();
  return width;
}

test.each(paths)('EYE-12 %s is as wide as the wallet, so nothing jumps sideways', async (path) => {
  await open(path, { as: customer(), answers, width: 1280 });
  await expect.element(page.getByRole('main')).toBeVisible();
  for (const width of [1280, 1920] as const) {
    await page.viewport(width, 800);
    await expect.poll(() => Math.abs(room().width - walletWidth())).toBeLessThan(1);
    const { left, width: own } = room();
    expect(Math.abs(left - (document.documentElement.clientWidth - own) / 2)).toBeLessThan(1);
    expect(overflow()).toBe(0);
  }
});

test.each([768, 900, 1280])(
  'EYE-12 PROF-01 at %i px every section of the profile is in the list beside it, and the grain marks one',
  async (width) => {
    await open('/profile/notifications', { as: customer(), answers, width });
    const list = page.getByRole('navigation', { name: 'Profile' });
    const names = (): readonly (string | null)[] =>
      list
        .getByRole('link')
        .elements()
        .map(({ textContent }) => textContent);
    await expect
      .poll(names)
      .toEqual([
        'Account',
        'Verification',
        'Security',
        'Security check-up',
        'Address Book',
        'Statements',
        'Tax report',
        'Notifications',
      ]);
    expect(list.element().querySelectorAll('[aria-current=page]')).toHaveLength(1);
    const heading = page.getByRole('heading', { level: 1 }).element().getBoundingClientRect();
    expect(list.element().getBoundingClientRect().right).toBeLessThan(heading.left);
    for (const [name, path] of [
      ['Statements', '/profile/statements'],
      ['Tax report', '/profile/taxReport'],
    ] as const) {
      await list.getByRole('link', { name }).click();
      await expect.poll(() => location.pathname).toBe(path);
      await expect
        .element(list.getByRole('link', { name }))
        .toHaveAttribute('aria-current', 'page');
    }
    await page.getByRole('button', { name: 'Make the report' }).click();
    await expect.element(page.getByRole('dialog', { name: 'Tax report' })).toBeVisible();
    expect(overflow()).toBe(0);
  },
);

test('EYE-12 PROF-01 on a phone the list drills in, and Log out comes last', async () => {
  await open('/profile/mobile', { as: customer(), answers, width: 390 });
  const list = page.getByRole('navigation', { name: 'Profile' });
  await list.getByRole('link', { name: 'Statements' }).click();
  await expect.poll(() => location.pathname).toBe('/profile/statements');
  await page.getByRole('link', { name: 'Back to profile' }).click();
  const out = page.getByRole('button', { name: 'Log out' });
  await expect.element(out).toBeVisible();
  const buttons = page.getByRole('main').getByRole('button').elements();
  expect(buttons.at(-1)).toBe(out.element());
});
