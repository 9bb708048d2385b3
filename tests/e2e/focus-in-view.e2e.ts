import { expect, type Page } from '@playwright/test';
import { openSignedIn, test } from '#tests/support/e2e.ts';
import { openTrade, toCardForm, withProfile } from './trade-page.ts';

/** The parts of the page that get the focus and are then wholly behind something else (WCAG 2.4.11). */
const hiddenStops = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const stops = document.querySelectorAll<HTMLElement>(
      'main :is(a[href], button, input, select, textarea, summary, [tabindex="0"])',
    );
    const shares = [0.02, 0.25, 0.5, 0.75, 0.98];
    return [...stops].flatMap((stop) => {
      if (!stop.checkVisibility({ visibilityProperty: true }) || stop.matches(':disabled'))
        return [];
      stop.focus();
      // A field that is drawn by its label is found there.
      const drawn = stop.closest('label') ?? stop;
      const { left, top, width, height } = drawn.getBoundingClientRect();
      const seen = shares.some((x) =>
        shares.some((y) => {
          const on = document.elementFromPoint(left + x * width, top + y * height);
          return on !== null && (drawn.contains(on) || on.contains(drawn));
        }),
      );
      return seen ? [] : [`${stop.tagName} ${stop.ariaLabel ?? stop.textContent}`.slice(0, 60)];
    });
  });

/** Each page, and what it shows last. */
const pages: readonly (readonly [path: string, shown: RegExp | string])[] = [
  ['/wallet', 'Bitcoin'],
  ['/transactions', /^Withdraw |^Deposit /],
  ['/profile', 'Theme'],
  ['/profile/account', 'Primary Market Currency'],
  ['/profile/security', 'Two-factor authentication'],
  ['/profile/notifications', 'Pop-ups'],
  ['/help', 'Complaints'],
  ['/assets/send', 'Bitcoin'],
  ['/swap', /^Minimum/],
  ['/buy-sell', /^1 BTC = /],
];

for (const [width, height] of [
  [390, 844],
  [320, 640],
] as const) {
  test(`EASE-06 what has the focus is behind no bar or panel, with a card payment under way, at ${width} × ${height}`, async ({
    page,
    app,
    customer,
  }) => {
    test.slow();
    await page.setViewportSize({ width, height });
    await openSignedIn(
      page,
      await withProfile(app.url, await customer({ balances: { BTC: '1' } })),
    );
    await openTrade(page);
    await toCardForm(page, '20');
    const line = page.getByText('AU$20.00 by card under way', { exact: true }).last();
    for (const [path, shown] of pages) {
      await page.goto(path);
      await expect(page.getByRole('main').getByText(shown).first()).toBeVisible();
      if (['/wallet', '/transactions'].includes(path)) await expect(line).toBeVisible();
      expect([path, await hiddenStops(page)]).toEqual([path, []]);
    }
  });
}
