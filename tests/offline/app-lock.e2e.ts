import { expect, type Page } from '@playwright/test';
import { BTC, CREATE, confirmButton, review } from '#tests/e2e/withdraw-page.ts';
import { expectAccessible } from '#tests/support/accessible.ts';
import { signIn, test } from '#tests/support/e2e.ts';
import { phone } from '#tests/support/phone.ts';
import { controlled, deviceRecords, keptOnDevice } from './worker.ts';

const lockScreen = (page: Page) => page.getByRole('heading', { name: 'Unlock Kopa' });
const dialog = (page: Page) => page.getByRole('dialog');
const lockRow = (page: Page) => page.getByRole('main').getByRole('button', { name: /^App lock/ });

/** The tab is out of sight for six minutes of the device's clock. */
const leaveForLong = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const seen = (visibilityState: string): void => {
      Object.defineProperty(document, 'visibilityState', {
        configurable: true,
        value: visibilityState,
      });
      document.dispatchEvent(new Event('visibilitychange'));
    };
    const { now } = Date;
    seen('hidden');
    Date.now = () => now() + 6 * 60_000;
    seen('visible');
    Date.now = now;
  });

const unlockButton = (page: Page) => page.getByRole('button', { name: 'Unlock', exact: true });
const shownBitcoin = '0.51234567 BTC';

async function turn(page: Page, name: 'Turn on' | 'Turn off'): Promise<void> {
  await lockRow(page).click();
  await dialog(page).getByRole('button', { name, exact: true }).click();
  await dialog(page).getByRole('button', { name: 'Done' }).click();
  await expect(lockRow(page)).toContainText(name === 'Turn on' ? 'On' : 'Off');
}

test('BEY-26 with the app lock on, the offline snapshot opens only after the device’s own unlock', async ({
  page,
  network,
  customer,
}) => {
  await signIn(page, await customer({ balances: { BTC: '0.51234567' } }));
  await controlled(page);
  await page.goto('/profile/security');
  await expect(lockRow(page)).toContainText('No passkey of this device can lock the app');

  const device = await phone(page);
  await page.reload();
  await expect(lockRow(page)).toContainText('the way you unlock this device');
  const other = await page.context().newPage();
  await other.goto('/wallet');
  await expect(other.getByRole('link', { name: /^Bitcoin/ })).toContainText(shownBitcoin);
  // Only the tab in front may ask for a passkey.
  await page.bringToFront();
  await turn(page, 'Turn on');
  // The other tab has not been unlocked.
  await expect(lockScreen(other)).toBeVisible();
  await expect(other.locator('#root')).toBeEmpty();
  await other.close();

  // A start asks first, online too, and asks the server for nothing until then.
  const asked: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && asked.push(request.url()));
  await page.goto('/wallet');
  await expect(lockScreen(page)).toBeVisible();
  expect(asked).toEqual([]);
  await unlockButton(page).click();
  const bitcoin = page.getByRole('link', { name: /^Bitcoin/ });
  await expect(bitcoin).toContainText(shownBitcoin);
  await keptOnDevice(page, 'wallet');

  await network.cut();
  await page.reload();
  await expect(lockScreen(page)).toBeVisible();
  await expectAccessible(page);
  const records = JSON.stringify(await deviceRecords(page));
  expect(records).not.toContain('0.5123');
  // No key on the device opens anything: the vault's own is public.
  expect(records).toContain('\\"type\\":\\"public\\"');
  expect(records).not.toContain('\\"type\\":\\"secret\\"');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(lockScreen(page)).toBeVisible();
  await unlockButton(page).click();
  await expect(bitcoin).toContainText(shownBitcoin);
  await expect(page.getByText(/^Offline · showing/)).toBeVisible();

  await leaveForLong(page);
  await expect(lockScreen(page)).toBeVisible();
  await expect(page.locator('#root')).toBeEmpty();
  await unlockButton(page).click();
  await expect(bitcoin).toContainText(shownBitcoin);

  await network.restore();
  await page.goto('/profile/security');
  await unlockButton(page).click();
  await turn(page, 'Turn off');
  expect(JSON.stringify(await deviceRecords(page))).toContain('\\"type\\":\\"secret\\"');

  // Whoever cannot unlock signs in again, and nothing of theirs is left on the device until then.
  await turn(page, 'Turn on');
  await device.lost();
  await page.goto('/wallet');
  await unlockButton(page).click();
  await expect(page.getByRole('alert')).toContainText('did not confirm it’s you');
  await expect(page.locator('body')).not.toContainText('0.5123');
  await page.getByRole('button', { name: 'Sign in again' }).click();
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  await expect
    .poll(async () => Object.keys(await deviceRecords(page)))
    .not.toEqual(expect.arrayContaining(['vault', 'snapshot-wallet']));
  expect(await page.evaluate(() => localStorage.getItem('kopa-lock'))).toBeNull();
});

test('BEY-26 BEY-02 a withdrawal that ended while nobody looked is told after the lock', async ({
  page,
  network,
  customer,
}) => {
  await signIn(page, await customer({ balances: { BTC: '0.5' } }));
  await controlled(page);
  await phone(page);
  await page.goto('/profile/security');
  await turn(page, 'Turn on');
  await page.getByRole('link', { name: 'Wallet' }).first().click();
  await page.getByRole('link', { name: 'Withdraw', exact: true }).click();
  await page.getByRole('link', { name: /^Bitcoin/ }).click();
  await review(page, BTC, '0.1');
  await confirmButton(page).click();
  const made = page.getByRole('heading', { name: 'You withdraw 0.1 BTC' });
  await expect(made).toBeVisible();
  await leaveForLong(page);
  await expect(lockScreen(page)).toBeVisible();
  await expect(made).toBeHidden();
  await unlockButton(page).click();
  await expect(made).toBeVisible();
  expect(network.sent(CREATE)).toBe(1);
});

test('BEY-26 a lock that the device cannot store is not turned on, and leaves no passkey behind', async ({
  page,
  customer,
}) => {
  await signIn(page, await customer());
  await controlled(page);
  await phone(page);
  await page.goto('/profile/security');
  await expect(lockRow(page)).toContainText('the way you unlock this device');
  const obsolete = await page.evaluateHandle(() => {
    const told: string[] = [];
    Object.assign(PublicKeyCredential, {
      signalUnknownCredential: async ({ credentialId }: { readonly credentialId: string }) => {
        told.push(credentialId);
      },
    });
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    return told;
  });
  await lockRow(page).click();
  await dialog(page).getByRole('button', { name: 'Turn on', exact: true }).click();
  await expect(dialog(page).getByRole('alert')).toHaveText(
    'This device could not save the change. Nothing was changed.',
  );
  expect(await obsolete.jsonValue()).toHaveLength(1);
  await page.keyboard.press('Escape');
  await expect(lockRow(page)).toContainText('Off');
});

test.describe('without service workers', () => {
  test.use({ serviceWorkers: 'block' });

  test('BEY-26 SESS-08 who signed out in another tab before the lock was there is not locked', async ({
    page,
    context,
    customer,
  }) => {
    await signIn(page, await customer());
    const other = await context.newPage();
    await other.goto('/wallet');
    // The mark alone shows the lock, and the other tab's at once.
    await page.evaluate(() => localStorage.setItem('kopa-lock', 'on'));
    await expect(lockScreen(other)).toBeVisible();
    const [asked, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await page.route(/\/lock-screen-[^/]*\.js$/, async (route) => {
      asked.resolve();
      await gate.promise;
      await route.continue();
    });
    await page.goto('/wallet', { waitUntil: 'commit' });
    await asked.promise;
    await other.getByRole('button', { name: 'Sign in again' }).click();
    await expect(other).toHaveURL('/');
    gate.resolve();
    await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
    await expect(lockScreen(page)).toHaveCount(0);
  });
});
