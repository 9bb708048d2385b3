import { expect, type Page } from '@playwright/test';
import { getContact, slowWaysOut } from '#core/contract/account/security.ts';
import { expectAccessible } from '#tests/support/accessible.ts';
import { staff } from '#tests/support/accounts.ts';
import { openSignedIn, test } from '#tests/support/e2e.ts';
import { password, person } from '#tests/support/in-process.ts';
import { inProcessTest } from '#tests/support/in-process-test.ts';
import { confirm } from './desk-page.ts';
import { tryAgain } from './mending.ts';

const answer = (page: Page) =>
  page.getByRole('region', { name: 'Is Kopa speaking with you now?' }).getByRole('status');

const slow = (page: Page) => page.getByRole('region', { name: 'Slow every way out' });

inProcessTest(
  'KEEP-17 the desk marks a conversation, and the customer’s open page says so and stops saying so, by the stream alone',
  { tag: '@core' },
  async ({ browser, page, context, within }) => {
    const { deps, url } = within;
    await context.addInitScript(() => {
      // The page’s own timers are gone: what still shows, the server has told.
      Reflect.set(window, 'setInterval', () => 0);
    });
    const who = await person(deps);
    await openSignedIn(page, { email: who.email, password }, '/help');
    await page.getByRole('link', { name: /^Is this really Kopa/ }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Is this really Kopa?');
    await expect(answer(page)).toContainText('Nobody of Kopa is speaking with you now');
    await expectAccessible(page);

    const { email } = await person(deps, { role: 'compliance', twoFactor: false });
    const desk = await (await browser.newContext()).newPage();
    await desk.goto(url);
    await openSignedIn(desk, await staff(url, { email, password }), '/admin/desk');
    await desk.getByRole('searchbox').fill(who.email);
    await desk.keyboard.press('Enter');
    const speaking = desk.getByRole('region', { name: 'Speaking with the customer' });
    await speaking.getByRole('button', { name: 'I am speaking with them' }).click();
    await expect(speaking.getByText('Say what it is about.')).toBeVisible();
    await speaking.getByRole('textbox', { name: 'What it is about' }).fill('A transfer.');
    await speaking.getByRole('button', { name: 'I am speaking with them' }).click();
    await confirm(desk, url, email);
    await expect(speaking.getByText('By phone since')).toBeVisible();
    await expectAccessible(desk);
    await expect(answer(page)).toContainText('We are speaking with you by phone since');
    await expectAccessible(page);
    await speaking.getByRole('button', { name: 'It is over' }).click();
    await expect(speaking.getByText('Nobody says that they do')).toBeVisible();
    await expect(answer(page)).toContainText('Nobody of Kopa is speaking with you now');
    await desk.context().close();
  },
);

test('KEEP-17 what is not known is never shown as “no”: while it is asked, without an answer, and offline', async ({
  page,
  network,
  customer,
}) => {
  await openSignedIn(page, await customer(), '/profile/security');
  const { arrived, release } = await network.holdAnswers(getContact.path);
  await page.getByRole('button', { name: /^Is this really Kopa/ }).click();
  await arrived;
  await expect(answer(page)).toContainText('is being asked');
  await expect(answer(page)).not.toContainText('Nobody');
  await release();
  await expect(answer(page)).toContainText('Nobody of Kopa is speaking with you now');
  const down = `**/api${getContact.path}`;
  await page.route(down, (route) => route.fulfill({ status: 502, body: 'Bad gateway' }));
  await page.reload();
  await expect(answer(page)).toContainText('is not known');
  await expect(answer(page)).not.toContainText('Nobody');
  await expectAccessible(page);
  await tryAgain(
    page,
    page.getByRole('button', { name: 'Ask again' }),
    down,
    () => page.unroute(down),
    answer(page).filter({ hasText: 'Nobody of Kopa is speaking with you now' }),
  );
  await network.cut();
  await expect(answer(page)).toContainText('cannot be known');
  await expect(answer(page)).not.toContainText('Nobody');
  await expect(page.getByText('To move your money to a “safe” account')).toBeVisible();
});

test('KEEP-17 one touch slows every way out, which the page says before, and selling stays', async ({
  page,
  customer,
}) => {
  await openSignedIn(page, await customer({ balances: { BTC: '1' } }), '/is-this-kopa');
  await expect(slow(page)).toContainText('It cannot be undone');
  const done = page.waitForResponse(`**/api${slowWaysOut.path}`);
  await page.getByRole('button', { name: 'Slow every way out now' }).click();
  await done;
  await expect(slow(page)).toContainText('because you slowed every way out');
  await expect(page.getByRole('button', { name: 'Slow every way out now' })).not.toBeVisible();
  await expectAccessible(page);
  await page.goto('/waiting');
  await expect(page.getByText('You slowed every way out.')).toBeVisible();
  await page.goto('/swap');
  await expect(page.getByText('because you slowed')).not.toBeVisible();
});
