import { expect, type Page } from '@playwright/test';
import { getSecurity } from '#core/contract/account/security.ts';
import { keptInVisit, keptOnDevice } from '#platform/kept/kept-names.ts';
import { ApiClient } from '#tests/support/api-client.ts';
import { signIn, test } from '#tests/support/e2e.ts';
import { controlled, deviceRecords, keptOnDevice as kept } from './worker.ts';

/** Every name under which this browser stores something for the site, and all of its content. */
async function everything(page: Page) {
  const storages = await page.evaluate(async () => ({
    local: { ...localStorage },
    visit: { ...sessionStorage },
    caches: await caches.keys(),
    databases: (await indexedDB.databases()).map(({ name }) => name),
  }));
  const cookies = (await page.context().cookies()).map(({ name }) => name);
  return { ...storages, cookies, records: await deviceRecords(page) };
}

const notListed = (names: readonly string[], list: readonly string[]): string[] =>
  names.filter(
    (name) => !list.some((one) => (one.endsWith('-') ? name.startsWith(one) : name === one)),
  );

test('HARD-06 HARD-30 signing out offline leaves the listed names only, and ends the session once online, whoever signs in', {
  tag: '@core',
}, async ({ page, app, network, customer }) => {
  const anna = await customer({ balances: { BTC: '0.51234567' } });
  const ben = await customer();
  await page.goto(`${app.url}/reset-password`);
  await page.getByLabel('Email').fill(anna.email);
  await page.locator('form').getByRole('button').click();
  await expect
    .poll(() => page.evaluate(() => sessionStorage['kopa-code-sent']))
    .toContain(anna.email);
  await signIn(page, anna);
  await controlled(page);
  await page.goto('/transactions');
  await kept(page, 'history');
  await page.goto('/profile');
  const elsewhere = new ApiClient(app.url);
  const other = await elsewhere.signIn(anna.email, anna.password);
  const devices = async () =>
    (await elsewhere.must(getSecurity, {}, { credential: other })).data.sessions.length;
  expect(await devices()).toBe(2);

  await network.cut();
  await expect(page.getByText(/session ends when this device is online again/)).toBeVisible();
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveURL('/');
  await expect.poll(async () => Object.keys(await deviceRecords(page))).toEqual(['forex']);
  const left = await everything(page);
  expect(notListed(Object.keys(left.local), keptOnDevice)).toEqual([]);
  expect(notListed(Object.keys(left.visit), keptInVisit)).toEqual([]);
  expect(notListed(left.cookies, ['XSRF-TOKEN'])).toEqual([]);
  expect(left.databases).toEqual(['kopa-device']);
  expect(notListed(left.caches, ['kopa-precache-', 'kopa-serves-'])).toEqual([]);
  const dump = JSON.stringify(left);
  for (const mark of [anna.email, '0.51234567']) expect(dump).not.toContain(mark);
  expect(await devices()).toBe(2);

  await network.restore();
  await signIn(page, ben);
  await expect.poll(devices).toBe(1);
  await expect
    .poll(async () => Object.keys((await everything(page)).local).join(' '))
    .not.toContain('kopa-left-session-');
});

/** Holds the device's database back from the other pages of the site until it is told to let go. */
const holdDatabase = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const opening = indexedDB.open('kopa-device');
    await new Promise((done) => opening.addEventListener('success', done));
    const store = opening.result.transaction('records', 'readwrite').objectStore('records');
    let held = true;
    const hold = (): void => {
      if (held) store.count().addEventListener('success', hold);
    };
    hold();
    window.addEventListener('let-go', () => {
      held = false;
    });
  });

test('SESS-08 a sign-out whose page was closed before it was done is completed by the next page that starts', async ({
  page,
  context,
  app,
  customer,
}) => {
  await signIn(page, await customer({ balances: { BTC: '0.51234567' } }));
  await controlled(page);
  await page.goto('/transactions');
  await kept(page, 'history');
  await page.goto('/profile');
  const other = await context.newPage();
  await other.goto(`${app.url}/cookie-policy`);
  await holdDatabase(other);

  await page.getByRole('button', { name: 'Log out' }).click();
  await expect.poll(() => other.evaluate(() => localStorage['auth-storage'])).not.toContain('@');
  await page.close();
  await other.evaluate(() => window.dispatchEvent(new Event('let-go')));
  expect(Object.keys(await deviceRecords(other))).toContain('snapshot-history');

  await other.goto(app.url);
  await expect.poll(async () => Object.keys(await deviceRecords(other))).not.toContain('vault');
  await expect
    .poll(async () => Object.keys((await everything(other)).local))
    .not.toContain('kopa-left-vault');
  expect(JSON.stringify(await deviceRecords(other))).not.toContain('snapshot-');
});
