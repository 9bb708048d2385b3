import { expect, type Page } from '@playwright/test';
import { setSandboxReview } from '#server/adapters/identity/sandbox-identity.ts';
import { carryOutRecoveries } from '#server/services/access/recovery/carry-out.ts';
import { expectAccessible } from '#tests/support/accessible.ts';
import { appRuns } from '#tests/support/e2e.ts';
import { type InProcess, type Person, password, person } from '#tests/support/in-process.ts';
import {
  signInWithCode,
  inProcessTest as test,
  turnOnTwoFactor,
} from '#tests/support/in-process-test.ts';
import { Sandbox } from '#tests/support/sandbox.ts';

const LOST = 'I have lost my phone and my codes';
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

async function verified(within: InProcess) {
  const who = await person(within.deps);
  const sandbox = new Sandbox(within.url);
  await sandbox.kyc(who.email, 'approved');
  const { code } = await turnOnTwoFactor(within, who);
  // So that later mails come alone.
  await sandbox.inbox(who.email);
  return { who, code, sandbox };
}

/** The page that the newest link of a mail leads to, on this server. */
async function linkIn(sandbox: Sandbox, { email }: Person): Promise<string> {
  const mails = await sandbox.inbox(email);
  const link = mails.map(({ text }) => /\/recover#link=[\w-]{43}/.exec(text)?.[0]).find(Boolean);
  if (link === undefined) throw new Error('no link was sent');
  return link;
}

/** From the sign-in form to the mailed link. */
async function askForLink(page: Page, { email }: Person): Promise<void> {
  await page.goto('/');
  await appRuns(page);
  const form = page.locator('form');
  await form.getByLabel('Email').fill(email);
  await form.getByLabel('Password', { exact: true }).fill(password);
  await form.getByRole('button', { name: 'Sign In', exact: true }).click();
  await page.getByRole('link', { name: LOST }).click();
  await expect(heading(page, 'Get back into your account')).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Email me the link' }).click();
  await expect(
    page.getByRole('status').filter({ hasText: 'an email is on its way' }),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'Email it again' })).toHaveAccessibleDescription(
    /another link/,
  );
}

async function passCheck(page: Page, choice: string): Promise<void> {
  await expect(heading(page, 'Show that it is you')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Start the identity check' }).click();
  const widget = page.frameLocator('iframe[title="Identity check"]');
  await expect(widget.getByText('Choose how the check goes')).toBeVisible();
  await expect(widget.getByRole('status')).not.toHaveText('Connecting');
  await widget.getByRole('button', { name: choice }).click();
}

test('HARD-22 who lost phone and codes is back by the product alone: link, identity check, wait, sign-in', async ({
  page,
  within,
}) => {
  const { who, sandbox } = await verified(within);
  await askForLink(page, who);
  await page.goto(await linkIn(sandbox, who));
  await passCheck(page, 'Approve');
  await expect(heading(page, 'Two-factor authentication will be removed')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expectAccessible(page);
  // The same after a reload: the mailed link is all it takes.
  await page.reload();
  await expect(page.getByRole('button', { name: 'Stop the recovery' })).toBeVisible();

  within.deps.clock.advance(72 * 3_600_000 + 1_000);
  await carryOutRecoveries(within.deps);
  await page.reload();
  await expect(heading(page, 'Two-factor authentication was removed')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
  const form = page.locator('form');
  await expect(form.getByLabel('Email')).toHaveValue(who.email);
  await form.getByLabel('Password', { exact: true }).fill(password);
  await form.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page).toHaveURL(/\/wallet$/);
  await page.goto('/profile/security');
  await expect(page.getByText(/Withdrawals are held because your second factor/)).toBeVisible();
});

test('HARD-22 a device that is signed in tells of a recovery and stops it with one touch', async ({
  page,
  within,
  browser,
}) => {
  const { who, code, sandbox } = await verified(within);
  await signInWithCode(page, who.email, code());
  const stranger = await (await browser.newContext({ baseURL: within.url })).newPage();
  await askForLink(stranger, who);
  await stranger.goto(await linkIn(sandbox, who));
  await passCheck(stranger, 'Approve');
  await expect(stranger.getByRole('button', { name: 'Stop the recovery' })).toBeVisible();

  await page.reload();
  const notice = page.getByRole('alert').filter({ hasText: 'will be removed' });
  await expect(notice).toBeVisible();
  await expectAccessible(page);
  await page.goto('/profile/security');
  await notice.getByRole('button', { name: 'Stop the recovery' }).click();
  await expect(page.getByText('The recovery was stopped.', { exact: false })).toBeVisible();
  await expect(notice).toHaveCount(0);
  await stranger.reload();
  await expect(heading(stranger, 'The recovery was stopped')).toBeVisible();
  await expectAccessible(stranger);
  await stranger.context().close();
});

test('HARD-22 the mail’s link stops a recovery, and one that ran out asks for another', async ({
  page,
  within,
}) => {
  const { who, sandbox } = await verified(within);
  await askForLink(page, who);
  await page.goto(await linkIn(sandbox, who));
  await passCheck(page, 'Approve');
  const stop = page.getByRole('button', { name: 'Stop the recovery' });
  await expect(stop).toBeVisible();
  await page.goto('/');
  await page.goto(await linkIn(sandbox, who));
  await stop.click();
  await expect(heading(page, 'The recovery was stopped')).toBeVisible();
  await page.getByRole('button', { name: 'Ask for a new link' }).click();
  await expect(heading(page, 'Get back into your account')).toBeVisible();
  await expect(page).toHaveURL('/recover');

  await page.goto(`/recover#link=${'x'.repeat(43)}`);
  await expect(heading(page, 'This link no longer works')).toBeVisible();
  await expectAccessible(page);
});

test('HARD-22 a check under review or refused says so, and what to do', async ({
  page,
  within,
}) => {
  const { who, sandbox } = await verified(within);
  await askForLink(page, who);
  await page.goto(await linkIn(sandbox, who));
  await passCheck(page, 'Leave under review');
  await expect(heading(page, 'We are checking your documents')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expectAccessible(page);
  const { id } = await within.deps.db
    .selectFrom('recoveries')
    .select('id')
    .where('user_id', '=', who.id)
    .executeTakeFirstOrThrow();
  await setSandboxReview(within.deps.db, id, { status: 'rejected' });
  await page.reload();
  await expect(heading(page, 'The check was not successful')).toBeVisible();
  await expectAccessible(page);
});
