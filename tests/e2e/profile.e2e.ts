import { expect, type Page } from '@playwright/test';
import { profileSections } from '#core/routes.ts';
import { expectAccessible } from '#tests/support/accessible.ts';
import { administrator } from '#tests/support/accounts.ts';
import { openSignedIn, signIn, test } from '#tests/support/e2e.ts';

const wide = { width: 1280, height: 800 };

/** Tab bar on wide screens, menu on small ones. */
const profileNav = (page: Page) => page.getByRole('navigation', { name: 'Profile' });

const titles = {
  account: 'Account',
  verification: 'Verification',
  security: 'Security',
  addressBook: 'Address Book',
  notifications: 'Notifications',
} as const satisfies Record<(typeof profileSections)[number], string>;

test('SHELL-05 PROF-01 on a wide screen the profile has tabs and an avatar, and each section has an address', async ({
  page,
  customer,
}) => {
  await page.setViewportSize(wide);
  const account = await customer();
  await signIn(page, account);
  await page.goto('/profile');
  const tabs = profileNav(page);
  await expect(tabs.getByRole('link')).toHaveText(['Account', 'Verification', 'Security']);
  await expect(tabs.getByRole('button')).toHaveText(['Log out']);
  await expect(tabs.locator('[aria-current=page]')).toHaveText('Account');
  const avatars = page.locator('.avatar');
  await expect(avatars).toHaveText(['C', 'C']);
  const colours = await avatars.evaluateAll((all) =>
    all.map((one) => getComputedStyle(one).backgroundColor),
  );
  expect(new Set(colours).size).toBe(1);
  for (const section of profileSections) {
    await page.goto(`/profile/${section}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(titles[section]);
    await expect(page).toHaveTitle(`${titles[section]} · Kopa`);
    await expect(page).toHaveURL(`/profile/${section}`);
  }
  await page.goto('/profile/no-such-section');
  await expect(page).toHaveURL('/profile/account');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Account');
  await tabs.getByRole('link', { name: 'Security' }).click();
  await expect(page).toHaveURL('/profile/security');
});

test('SHELL-05 PROF-01 PROF-04 on a small screen a menu leads to a section and back, and logs out', {
  tag: '@core',
}, async ({ app, page }) => {
  await openSignedIn(page, await administrator(app.url), '/admin-transactions-history');
  await page.getByRole('link', { name: 'Profile', exact: true }).click();
  await expect(page).toHaveURL('/profile/mobile');
  await expect(profileNav(page).getByRole('listitem')).toHaveText([
    'Account',
    'Security',
    'Log out',
  ]);
  await page.goto('/profile/verification');
  await expect(page).toHaveURL('/profile/account');
  await page.getByRole('link', { name: 'Back to profile' }).click();
  await expect(page).toHaveURL('/profile');
  await expectAccessible(page);
  await profileNav(page).getByRole('link', { name: 'Security' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Security');
  await page.goBack();
  await profileNav(page).getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  await page.goto('/profile');
  await expect(page).toHaveURL('/');
});
