import { expect, type Locator, type Page } from '@playwright/test';
import { saveAddress } from '#core/contract/account/address-book.ts';
import { createPayout } from '#core/contract/money/withdrawal.ts';
import { sendDue } from '#server/services/messages/notices/outbox.ts';
import { expectAccessible } from '#tests/support/accessible.ts';
import { openSignedIn } from '#tests/support/e2e.ts';
import { type Person, password, person } from '#tests/support/in-process.ts';
import { inProcessTest as test } from '#tests/support/in-process-test.ts';
import { Sandbox } from '#tests/support/sandbox.ts';

const IBAN = 'DE89 3704 0044 0532 0130 00';

/** The form of a new bank account, as it opens from the address book. */
async function newAccount(page: Page, { email }: Person): Promise<Locator> {
  await openSignedIn(page, { email, password }, '/profile/addressBook');
  await page.getByRole('tab', { name: 'Fiat Address Book' }).click();
  await page.getByRole('button', { name: 'Add New Fiat Account' }).click();
  return page.getByRole('dialog');
}

/** Types it key by key, and looks at what the field says after each part; nothing: an empty text. */
async function types(field: Locator, parts: readonly (readonly [string, string])[]): Promise<void> {
  for (const [part, said] of parts) {
    await field.pressSequentially(part);
    await expect(field, `after “${part}”`).toHaveAccessibleDescription(said);
  }
}

test('BANK-07 an IBAN is checked while it is typed: country, length and check digits', async ({
  page,
  within,
  network,
}) => {
  const who = await person(within.deps, { market: 'EUR' });
  const dialog = await newAccount(page, who);
  const iban = dialog.getByRole('textbox', { name: 'IBAN' });
  await types(iban, [
    ['D', ''],
    ['E', 'Germany, 2 of 22 characters'],
    ['89', 'Germany, 4 of 22 characters'],
    [' 3704 0044 0532 0130 0', 'Germany, 21 of 22 characters'],
    ['1', 'A character is wrong or swapped: the check digits do not fit'],
  ]);
  await expect(iban).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page);
  await iban.press('Backspace');
  await expect(iban).not.toHaveAttribute('aria-invalid', 'true');
  await types(iban, [
    ['0', 'Germany, its check digits fit'],
    ['0', 'An IBAN of Germany has 22 characters, and this has 23'],
  ]);
  for (const wrong of [
    ['12', 'An IBAN begins with the two letters of its country'],
    ['US12', 'No IBAN that receives euros begins with US'],
    ['FRX', 'Two digits follow the letters of the country'],
    ['DE89_', 'An IBAN has letters and digits only'],
  ] as const) {
    await iban.fill('');
    await types(iban, [wrong]);
  }
  // All of it on this device: nothing of what is typed is asked about anywhere.
  expect(network.sent(saveAddress.path)).toBe(0);
});

test('BANK-07 a BSB is checked while it is typed, and names its bank', async ({ page, within }) => {
  const dialog = await newAccount(page, await person(within.deps, { market: 'AUD' }));
  const bsb = dialog.getByRole('textbox', { name: 'BSB' });
  await types(bsb, [
    ['0', ''],
    ['62', 'Commonwealth Bank'],
    ['-000', 'Commonwealth Bank'],
    ['1', 'A BSB has 6 digits'],
  ]);
  await bsb.fill('');
  await types(bsb, [['06A', 'A BSB has digits only']]);
  await expectAccessible(page);
});

test('BANK-07 an account is saved once, chosen for cash out with nothing to type again, and its deletion stops nothing', async ({
  page,
  within,
  network,
}) => {
  const who = await person(within.deps, { market: 'EUR', balances: { EUR: '1000' } });
  const sandbox = new Sandbox(within.url);
  await sandbox.kyc(who.email, 'approved');
  // Where one is missing, one press leads to the form of a new one.
  await openSignedIn(page, { email: who.email, password }, '/cash/out');
  await page.getByRole('link', { name: 'Add an account' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Label' }).fill('Everyday');
  // Cash goes to accounts in one's own name.
  await expect(dialog.getByRole('textbox', { name: 'Account holder' })).toHaveValue('Test Person');
  await dialog.getByRole('textbox', { name: 'IBAN' }).pressSequentially(IBAN);
  await dialog.getByRole('button', { name: 'Save account' }).click();
  await expect(page.getByText('Account saved')).toBeVisible();
  await expect(page).toHaveURL('/cash/out');
  await expect(page.getByRole('radio', { name: /^Everyday/ })).toBeChecked();
  // Only once: whoever opens the book again is asked for nothing.
  await page.goto('/profile/addressBook');
  await page.getByRole('tab', { name: 'Fiat Address Book' }).click();
  await expect(page.getByRole('button', { name: 'Delete Everyday' })).toBeVisible();
  await expect(dialog).toBeHidden();

  // Nothing is on its way yet, so there is nothing to explain.
  await page.getByRole('button', { name: 'Delete Everyday' }).click();
  await expect(dialog).toContainText('Nothing else changes.');
  await expect(dialog).not.toContainText('on its way');
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await page.goto('/cash');
  await page.getByRole('link', { name: 'Cash out' }).click();
  await expect(page.getByRole('radio', { name: /^Everyday/ })).toBeChecked();
  await page.getByRole('textbox', { name: 'Amount', exact: true }).fill('100');
  await page.getByRole('button', { name: 'Cash out', exact: true }).click();
  const review = page.getByRole('region', { name: 'You are cashing out' });
  await expect(review).toContainText(IBAN);
  await expect(review).toContainText('Test Person');
  await expect(review.getByRole('textbox', { name: /IBAN|holder/i })).toHaveCount(0);
  await page.getByLabel('Current password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Mail me the code' }).click();
  await expect(page.getByText(/^Mailed to/)).toBeVisible();
  await page.getByLabel('Code for this transfer').fill(await sandbox.code(who.email));
  await page.getByRole('button', { name: 'Confirm and send' }).click();
  await expect(page.getByRole('heading', { name: 'You cash out €100.00' })).toBeVisible();
  expect(network.sent(createPayout.path)).toBe(1);
  await sendDue(within.deps);
  await sandbox.withdrawal(who.email, 'auto', 'bank');

  await page.goto('/profile/addressBook');
  await page.getByRole('tab', { name: 'Fiat Address Book' }).click();
  await page.getByRole('button', { name: 'Delete Everyday' }).click();
  await expect(dialog).toContainText('€100.00 is on its way to this account.');
  await expect(dialog).toContainText('It is paid out all the same.');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText('Deleted from your address book')).toBeVisible();
  await expect(page.getByText('Bank accounts you save appear here.')).toBeVisible();

  await sandbox.withdrawal(who.email, 'confirm', 'bank');
  const { status, address } = await within.deps.db
    .selectFrom('withdrawals')
    .select(['status', 'address'])
    .executeTakeFirstOrThrow();
  expect([status, address]).toEqual(['completed', IBAN.replaceAll(' ', '')]);
  await page.goto('/cash');
  await expect(page.getByTestId('asset-balance')).toHaveText('€899.50');
});

test('BANK-07 the longest IBAN stays within its card on a phone', async ({ page, within }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const who = await person(within.deps, { market: 'EUR', balances: { EUR: '1000' } });
  const iban = 'MT84MALT011000012345MTLCAST001S';
  await within.api.must(
    saveAddress,
    { kind: 'fiat', label: 'Malta', holder: 'Test Person', currency_id: 'EUR', iban },
    { credential: who.credential },
  );
  await openSignedIn(page, { email: who.email, password }, '/cash');
  await page.getByRole('link', { name: 'Cash out' }).click();
  const number = page.getByText('MT84 MALT 0110 0001 2345 MTLC AST0 01S');
  await expect(number).toBeVisible();
  const [text, card] = [
    await number.boundingBox(),
    await page.getByRole('group', { name: 'To your account' }).boundingBox(),
  ];
  const right = (box: typeof text) => (box ? box.x + box.width : Number.NaN);
  // As far from the edge as everything else in it.
  expect(right(card) - right(text)).toBeGreaterThanOrEqual(16);
});
