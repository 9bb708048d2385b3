import { expect, type Page } from '@playwright/test';
import type { PushedNotice } from '#core/pushed-notice.ts';
import { signIn, test } from '#tests/support/e2e.ts';

const shown = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    return (await registration.getNotifications()).map(({ body }) => body).sort();
  });

test('PROF-06 HARD-07 each event has a notification of its own, and all go when the session ends in any tab', async ({
  page,
  context,
  app,
  customer,
}) => {
  await context.grantPermissions(['notifications'], { origin: app.url });
  await signIn(page, await customer());
  await page.evaluate(() => navigator.serviceWorker.ready);
  const userId = await page.evaluate(() => localStorage.getItem('userId') ?? '');
  const devtools = await context.newCDPSession(page);
  const registered = Promise.withResolvers<string>();
  devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    const [first] = registrations;
    if (first) registered.resolve(first.registrationId);
  });
  await devtools.send('ServiceWorker.enable');
  const registrationId = await registered.promise;
  const push = (notice: PushedNotice) =>
    devtools.send('ServiceWorker.deliverPushMessage', {
      origin: app.url,
      registrationId,
      data: JSON.stringify(notice),
    });
  const news = { userId, page: '/wallet', alarm: false };
  const alarm = { userId, page: '/profile/security', alarm: true };
  const DEVICE = 'A new device signed in to your account.';
  await push({ id: '1', text: DEVICE, ...alarm });
  await push({ id: '2', text: 'A swap was completed.', ...news });
  await push({ id: '3', text: DEVICE, ...alarm });
  await expect.poll(() => shown(page)).toEqual([DEVICE, DEVICE, 'A swap was completed.']);

  const other = await context.newPage();
  await other.goto('/profile');
  await other.getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveURL('/');
  await expect.poll(() => shown(page)).toEqual([]);
  // One that was on its way to whoever was signed in says nothing of them.
  // Until the last tab has closed what was shown before, it may close this one with it.
  const shownNow = async () => {
    await push({ id: '4', text: DEVICE, ...alarm });
    return shown(page);
  };
  await expect.poll(shownNow).toEqual(['There is news about your account.']);
});
