import { expect, type Locator, type Page } from '@playwright/test';
import { profileSections } from '#core/pages.ts';
import { expectAccessible } from '#tests/support/accessible.ts';
import { administrator } from '#tests/support/accounts.ts';
import { openSignedIn, signIn, test } from '#tests/support/e2e.ts';

const desk = { width: 1280, height: 800 };
const tablet = { width: 900, height: 800 };

/** A list at the side on a desk and a tablet, a menu on a phone. */
const profileNav = (page: Page) => page.getByRole('navigation', { name: 'Profile' });

const titles = {
  account: 'Account',
  verification: 'Verification',
  security: 'Security',
  checkUp: 'Security check-up',
  addressBook: 'Address Book',
  statements: 'Statements',
  taxReport: 'Tax report',
  notifications: 'Notifications',
} as const satisfies Record<(typeof profileSections)[number], string>;

test('SHELL-05 PROF-01 on a tablet the profile has a list of its sections and an avatar, and each has an address', async ({
  page,
  customer,
}) => {
  await page.setViewportSize(tablet);
  const account = await customer();
  await signIn(page, account);
  await page.goto('/profile');
  const tabs = profileNav(page);
  await expect(tabs.getByRole('link')).toHaveText(Object.values(titles));
  await expect(tabs.getByRole('button')).toHaveText(['Log out']);
  await expect(tabs.locator('[aria-current=page]')).toHaveText('Account');
  const avatars = page.locator('.avatar');
  await expect(avatars).toHaveText(['C', 'C']);
  const colours = await avatars.evaluateAll((all) =>
    all.map((one) => getComputedStyle(one).backgroundColor),
  );
  expect(new Set(colours).size).toBe(1);
  // Another e-mail has another hue, and with it another colour.
  const recoloured = await avatars.first().evaluate((one) => {
    one.style.setProperty('--hue', `${Number(one.style.getPropertyValue('--hue')) + 120}`);
    return getComputedStyle(one).backgroundColor;
  });
  expect(colours).not.toContain(recoloured);
  for (const section of profileSections) {
    await page.goto(`/profile/${section}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(titles[section]);
    await expect(page).toHaveTitle(`${titles[section]} · Kopa`);
    await expect(page).toHaveURL(`/profile/${section}`);
  }
  await page.goto('/profile/no-such-section');
  await expect(page).toHaveURL('/profile/account');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Account');
  await tabs.getByRole('link', { name: 'Security', exact: true }).click();
  await expect(page).toHaveURL('/profile/security');
});

test('EASE-08 on a desk all sections of the profile are in a list beside them', async ({
  page,
  customer,
}) => {
  await page.setViewportSize(desk);
  await openSignedIn(page, await customer(), '/profile/notifications');
  const list = profileNav(page);
  await expect(list.getByRole('link')).toHaveText(Object.values(titles));
  await expect(list.locator('[aria-current=page]')).toHaveText('Notifications');
  const right = ({ x, width }: { x: number; width: number }) => x + width;
  const at = async (what: Locator) => (await what.boundingBox()) ?? { x: NaN, width: NaN };
  const heading = page.getByRole('heading', { level: 1 });
  expect(right(await at(list))).toBeLessThan((await at(heading)).x);
  await expectAccessible(page);
  await list.getByRole('link', { name: 'Account', exact: true }).click();
  await expect(heading).toHaveText('Account');
  // What the list has does not stand at the foot of the page once more.
  await expect(page.getByText('Theme', { exact: true })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Address Book' })).toHaveCount(1);
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
    'Notifications',
  ]);
  // The documents give it to administrators, too: it says that they have none (SPEC-02).
  await page.goto('/profile/verification');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Verification');
  await expect(page).toHaveURL('/profile/verification');
  await page.getByRole('link', { name: 'Back to profile' }).click();
  await expect(page).toHaveURL('/profile');
  await expectAccessible(page);
  await profileNav(page).getByRole('link', { name: 'Security' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Security');
  await page.goBack();
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  await page.goto('/profile');
  await expect(page).toHaveURL('/');
});
