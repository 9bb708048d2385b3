import { type BrowserContext, expect } from '@playwright/test';
import { openSignedIn, test } from '#tests/support/e2e.ts';
import { openTrade, pay, withProfile } from './trade-page.ts';

/** A provider's page in other hands: one press on it leads the whole window elsewhere. */
const hostile = (context: BrowserContext, path: string) =>
  context.route(path, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><title>x</title><a id="a" href="/privacy-policy" target="_top">Pay now</a>
        <p id="told"></p><script>document.getElementById('a').addEventListener('click', () => {
          try { top.location.href = '/privacy-policy'; } catch {}
          document.getElementById('told').textContent = 'Pressed';
        });</script>`,
    }),
  );

test('HARD-31 a press in the frame of the card provider or of the identity check leads the window nowhere', {
  tag: '@core',
}, async ({ page, context, app, customer, problems }) => {
  problems.allow(/^Unsafe attempt to initiate navigation/);
  await hostile(context, '**/sandbox/pay/*');
  await hostile(context, '**/websdk/websdk.html*');
  await openSignedIn(page, await withProfile(app.url, await customer({ approved: false })));
  await openTrade(page);
  await pay(page).fill('20');
  await page.getByRole('button', { name: 'Buy Bitcoin' }).click();
  const card = page.frameLocator('iframe[title="Card payment form"]');
  await card.getByRole('link', { name: 'Pay now' }).click();
  await expect(card.getByText('Pressed')).toBeVisible();
  await expect(page).toHaveURL('/buy-sell');
  await expect(page.getByRole('dialog', { name: 'Card payment' })).toBeVisible();

  await page.goto('/profile/verification');
  await page.getByRole('button', { name: 'Start Verification' }).click();
  const check = page.frameLocator('iframe[title="Identity check"]');
  await check.getByRole('link', { name: 'Pay now' }).click();
  await expect(check.getByText('Pressed')).toBeVisible();
  await expect(page).toHaveURL('/profile/verification');
});
