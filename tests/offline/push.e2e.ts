import { expect } from '@playwright/test';
import { signIn, test } from '#tests/support/e2e.ts';

test('PROF-06 the worker shows a push message', async ({ page, context, app, customer }) => {
  await context.grantPermissions(['notifications'], { origin: app.url });
  await signIn(page, await customer());
  await page.evaluate(() => navigator.serviceWorker.ready);
  const devtools = await context.newCDPSession(page);
  const registered = Promise.withResolvers<string>();
  devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    const [first] = registrations;
    if (first) registered.resolve(first.registrationId);
  });
  await devtools.send('ServiceWorker.enable');
  await devtools.send('ServiceWorker.deliverPushMessage', {
    origin: app.url,
    registrationId: await registered.promise,
    data: JSON.stringify({ text: 'A deposit has arrived.' }),
  });
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const registration = await navigator.serviceWorker.ready;
        return (await registration.getNotifications()).map(({ body }) => body);
      }),
    )
    .toEqual(['A deposit has arrived.']);
});
