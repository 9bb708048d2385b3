import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { sendEmailOtp, verifyOtpAndUpdatePassword } from '#core/contract/account/registration.ts';
import { listNotes } from '#core/contract/wallet/notes.ts';
import { expectAccessible } from '#tests/support/accessible.ts';
import type { Account } from '#tests/support/accounts.ts';
import { ApiClient } from '#tests/support/api-client.ts';
import { openSignedIn, test } from '#tests/support/e2e.ts';

const results = (page: Page) => page.getByRole('region', { name: 'Results' });
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search transactions' });
const card = (page: Page) => page.getByRole('region', { name: 'Note', exact: true });

async function openEntry(page: Page, name: RegExp): Promise<void> {
  await results(page).getByRole('link', { name }).first().click();
  await expect(card(page)).toBeVisible();
}

/** Writes the first note of a customer, on the entry of this name. */
async function writeFirst(page: Page, who: Account, name: RegExp, text: string): Promise<void> {
  await openSignedIn(page, who, '/transactions');
  await openEntry(page, name);
  await card(page).getByRole('button', { name: 'Add a note' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a note' });
  await dialog.getByLabel('Note', { exact: true }).fill(text);
  await dialog.getByLabel('Current password', { exact: true }).fill(who.password);
  await dialog.getByRole('button', { name: 'Save note' }).click();
  await expect(dialog).toBeHidden();
}

const funds = { balances: { BTC: '0.5', ETH: '2' } };

test('EASE-16 a note is written once with the password, is text whatever it looks like, and the server has only sealed bytes', async ({
  page,
  app,
  customer,
}) => {
  const who = await customer(funds);
  const markup = '<img src=x onerror="alert(1)"> <b>rent</b> &amp; ';
  const long = markup + 'é'.repeat(10_000 - markup.length);
  await openSignedIn(page, who, '/transactions');
  await openEntry(page, /ETH/);
  await card(page).getByRole('button', { name: 'Add a note' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a note' });
  const save = dialog.getByRole('button', { name: 'Save note' });
  const password = dialog.getByLabel('Current password', { exact: true });
  await save.click();
  await expect(dialog).toContainText('Write something first.');
  await dialog.getByLabel('Note', { exact: true }).fill(long);
  await password.fill('Wrong-1-password');
  await save.click();
  await expect(dialog).toContainText('Current password is incorrect');
  await expect(password).toBeFocused();
  await expectAccessible(page);
  await password.fill(who.password);
  await save.click();
  await expect(dialog).toBeHidden();
  await expect(card(page)).toContainText(markup);
  await expect(card(page).locator('img, b')).toHaveCount(0);
  const sideways = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(sideways).toBe(0);

  const api = new ApiClient(app.url);
  const credential = await api.signIn(who.email, who.password);
  const { data } = await api.must(listNotes, {}, { credential });
  expect(data.notes).toHaveLength(1);
  expect(atob(data.notes[0]?.sealed ?? '')).not.toContain('rent');

  // The password is not asked for again, and a note saved empty is gone.
  await card(page).getByRole('button', { name: 'Edit note' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit note' });
  await expect(edit.getByLabel('Current password')).toHaveCount(0);
  await edit.getByLabel('Note', { exact: true }).fill(' ');
  await edit.getByRole('button', { name: 'Save note' }).click();
  await expect(card(page)).toContainText('Only you can read what you write here.');
});

test('EASE-16 notes are searched, and are a column of the CSV, also where only the note has the word', async ({
  page,
  customer,
}) => {
  const who = await customer(funds);
  await writeFirst(page, who, /BTC/, '=Birthday money\nfrom grandmother');
  await page.goBack();
  // What is typed goes to the server; what the notes say does not.
  await search(page).fill('grandmother');
  await expect(results(page).getByRole('listitem')).toHaveCount(1);
  await expect(results(page).getByRole('listitem')).toContainText('BTC');
  // A word of the entry and one of its note.
  await search(page).fill('btc birthday');
  await expect(results(page).getByRole('listitem')).toHaveCount(1);
  await search(page).fill('eth birthday');
  await expect(page.getByText('No transactions found for the selected filters.')).toBeVisible();
  await search(page).fill('grandmother');
  await page.getByRole('button', { name: 'Export' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'CSV', exact: true }).click(),
  ]);
  const [head = '', ...rows] = (await readFile(await download.path(), 'utf8'))
    .trimEnd()
    .split('\r\n');
  expect(head.endsWith(',Your note,Paid by card,Card currency')).toBe(true);
  expect(rows).toHaveLength(1);
  expect(rows[0]?.endsWith(`"'=Birthday money\nfrom grandmother",,`)).toBe(true);
});

test('EASE-16 another device opens the notes with the password, and reads them offline then', async ({
  page,
  customer,
  browser,
  baseURL,
}) => {
  const who = await customer(funds);
  await writeFirst(page, who, /BTC/, 'Paid back by Ben');
  const context = await browser.newContext({ ...(baseURL && { baseURL }) });
  const other = await context.newPage();
  await openSignedIn(other, who, '/transactions');
  await search(other).fill('ben');
  const sealed = other.getByText('Your notes are sealed on this device and are not searched.');
  await expect(sealed).toBeVisible();
  await other.getByRole('button', { name: 'Open notes' }).click();
  const dialog = other.getByRole('dialog', { name: 'Open your notes' });
  const password = dialog.getByLabel('Password', { exact: true });
  await password.fill('Wrong-1-password');
  await dialog.getByRole('button', { name: 'Open notes' }).click();
  await expect(dialog).toContainText('This password does not open your notes.');
  await expectAccessible(other);
  await password.fill(who.password);
  await dialog.getByRole('button', { name: 'Open notes' }).click();
  await expect(sealed).toBeHidden();
  await expect(results(other).getByRole('listitem')).toHaveCount(1);
  await openEntry(other, /BTC/);
  await expect(card(other)).toContainText('Paid back by Ben');
  await context.setOffline(true);
  await other.goBack();
  await openEntry(other, /BTC/);
  await expect(card(other)).toContainText('Paid back by Ben');
  await card(other).getByRole('button', { name: 'Edit note' }).click();
  await expect(other.getByRole('dialog', { name: 'Edit note' })).toContainText(
    'Notes are saved when you are online. What you typed stays here.',
  );
  await context.close();
});

test('EASE-16 a changed password takes the notes along', async ({
  page,
  customer,
  browser,
  baseURL,
}) => {
  const who = await customer(funds);
  await writeFirst(page, who, /BTC/, 'Kept through devices');
  const next = 'Another-1-password';
  await page.goto('/profile/security');
  await page.getByRole('button', { name: /^Password/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Change password' });
  await dialog.getByLabel('Current password', { exact: true }).fill(who.password);
  await dialog.getByLabel('New password', { exact: true }).fill(next);
  await dialog.getByLabel('Confirm new password', { exact: true }).fill(next);
  await dialog.getByRole('button', { name: 'Change password' }).click();
  await expect(dialog).toBeHidden();
  const context = await browser.newContext({ ...(baseURL && { baseURL }) });
  const other = await context.newPage();
  await openSignedIn(other, { ...who, password: next }, '/transactions');
  await openEntry(other, /BTC/);
  await expect(card(other)).toContainText('There is a note. It is sealed on this device.');
  await card(other).getByRole('button', { name: 'Open notes' }).click();
  const open = other.getByRole('dialog', { name: 'Open your notes' });
  await open.getByLabel('Password', { exact: true }).fill(next);
  await open.getByRole('button', { name: 'Open notes' }).click();
  await expect(card(other)).toContainText('Kept through devices');
  await context.close();
});

test('EASE-16 after a reset the former password opens the notes once, or they are started anew', async ({
  page,
  app,
  customer,
  sandbox,
  browser,
  baseURL,
}) => {
  const who = await customer(funds);
  await writeFirst(page, who, /BTC/, 'Before the reset');
  const next = 'Another-1-password';
  const api = new ApiClient(app.url);
  await api.must(sendEmailOtp, { email: who.email, type: 2 });
  const otp = await sandbox.code(who.email);
  await api.must(verifyOtpAndUpdatePassword, { email: who.email, otp, password: next });
  // The session was ended; this is another device.
  const context = await browser.newContext({ ...(baseURL && { baseURL }) });
  const other = await context.newPage();
  await openSignedIn(other, { ...who, password: next }, '/transactions');
  await openEntry(other, /BTC/);
  await card(other).getByRole('button', { name: 'Open notes' }).click();
  const open = other.getByRole('dialog', { name: 'Open your notes' });
  await expect(open).toContainText('Your password was changed without your notes.');
  await open.getByLabel(/^Password you had on/).fill(who.password);
  await open.getByLabel('Password you have now', { exact: true }).fill(next);
  await open.getByRole('button', { name: 'Open notes' }).click();
  await expect(card(other)).toContainText('Before the reset');
  await context.close();
});
