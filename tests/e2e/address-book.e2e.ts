import { expect } from '@playwright/test';
import { listAddresses } from '#core/contract/account/address-book.ts';
import { expectAccessible } from '#tests/support/accessible.ts';
import { openSignedIn, test } from '#tests/support/e2e.ts';

const BTC = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu';

test('PROF-05 D19 addresses are added, renamed and deleted, bank accounts are added, and offline nothing is sent', async ({
  page,
  network,
  customer,
  sandbox,
}) => {
  const account = await customer();
  await openSignedIn(page, account, '/profile/addressBook');
  const dialog = page.getByRole('dialog');
  const book = page.getByRole('tabpanel').getByRole('listitem');
  await expect(
    page.getByRole('tab', { name: 'Crypto Address Book', selected: true }),
  ).toBeVisible();
  await expect(page.getByText('Addresses you save appear here')).toBeVisible();

  await page.getByRole('button', { name: 'Add new crypto address' }).click();
  await dialog.getByRole('button', { name: 'Save address' }).click();
  await expect(dialog.getByText('Label is required')).toBeVisible();
  await expect(dialog.getByRole('textbox', { name: 'Address' })).toBeFocused();
  const label = dialog.getByRole('textbox', { name: 'Label' });
  // A label that is too long is reported and not cut.
  await label.fill('x'.repeat(41));
  await expect(dialog.getByText('At most 40 characters')).toBeVisible();
  await expect(label).toHaveValue('x'.repeat(41));
  await label.fill('Cold storage');
  await expect(dialog.getByText('At most 40 characters')).toHaveCount(0);
  await dialog.getByRole('combobox', { name: 'Currency' }).selectOption('BTC');
  await expect(dialog.getByRole('combobox', { name: 'Network' })).toHaveValue('Bitcoin');
  const address = dialog.getByRole('textbox', { name: 'Address' });
  await address.fill(`${BTC.slice(0, -1)}q`);
  await dialog.getByRole('button', { name: 'Save address' }).click();
  await expect(dialog.getByText('Invalid BTC address format')).toBeVisible();
  await expect(address).toBeFocused();
  await expect(dialog.getByRole('textbox', { name: 'Label' })).toHaveValue('Cold storage');
  await expectAccessible(page);
  await address.fill(`  ${BTC} \n`);
  await expect(address).toHaveValue(BTC);
  await expect(dialog.getByText('Valid Bitcoin address, ends in 6fyu')).toBeVisible();
  await dialog.getByRole('button', { name: 'Save address' }).click();
  await expect(page.getByText('Address saved')).toBeVisible();
  await expect(book).toContainText('Cold storage');
  await expect(book).toContainText(BTC);

  await page.getByRole('button', { name: 'Add new crypto address' }).click();
  await dialog.getByRole('combobox', { name: 'Currency' }).selectOption('XRP');
  const tag = dialog.getByRole('textbox', { name: 'Destination tag' });
  for (const typed of ['Tag 104923 memo 2', '10492300001']) {
    await tag.fill(typed);
    await expect(dialog.getByText('A tag is a number up to 4294967295')).toBeVisible();
    await expect(tag).toHaveValue(typed);
  }
  await tag.fill('104923');
  await expect(dialog.getByText('A tag is a number up to 4294967295')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Close' }).click();

  await page.getByRole('button', { name: 'Rename Cold storage' }).click();
  await dialog.getByRole('textbox', { name: 'Label' }).fill('Vault');
  await dialog.getByRole('button', { name: 'Save label' }).click();
  await expect(book).toContainText('Vault');
  await expectAccessible(page);

  await page.getByRole('tab', { name: 'Fiat Address Book' }).click();
  await page.getByRole('button', { name: 'Add New Fiat Account' }).click();
  await dialog.getByRole('textbox', { name: 'Label' }).fill('Savings');
  await dialog.getByRole('textbox', { name: 'Account holder' }).fill('Test Customer');
  await dialog.getByRole('combobox', { name: 'Currency' }).selectOption('EUR');
  await dialog.getByRole('textbox', { name: 'IBAN' }).fill('LT13 1000 0111 0100 1000');
  await dialog.getByRole('button', { name: 'Save account' }).click();
  await expect(dialog.getByText('A character is wrong or swapped')).toBeVisible();
  // Without a connection nothing is sent and nothing typed is lost.
  await network.cut();
  await dialog.getByRole('textbox', { name: 'IBAN' }).fill('LT12 1000 0111 0100 1000');
  await expect(dialog.getByText('Changes need a connection.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'IBAN' }).press('Enter');
  expect(network.sent('/users/save-address')).toBe(2);
  await network.restore();
  await expect(dialog.getByText('Changes need a connection.')).toHaveCount(0, { timeout: 20_000 });
  await dialog.getByRole('button', { name: 'Save account' }).click();
  await expect(book).toContainText('LT12 1000 0111 0100 1000');

  await page.reload();
  await page.getByRole('button', { name: 'Delete Vault' }).click();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('button', { name: 'Delete Vault' })).toBeFocused();
  await page.getByRole('button', { name: 'Delete Vault' }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Addresses you save appear here')).toBeVisible();
  // The pressed button is gone, so the focus moves to the tab panel that contained it.
  await expect(page.getByRole('tabpanel')).toBeFocused();
  const subjects = (await sandbox.inbox(account.email)).map((mail) => mail.subject);
  expect(subjects.slice(0, 4)).toEqual([
    'An entry in your address book was deleted',
    'Your address book has a new entry',
    'An entry in your address book was renamed',
    'Your address book has a new entry',
  ]);
});

test('PROF-05 a deleted entry does not come back with a list that the server sent before the deletion', async ({
  page,
  context,
  customer,
}) => {
  await openSignedIn(page, await customer(), '/profile/addressBook');
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Add new crypto address' }).click();
  await dialog.getByRole('textbox', { name: 'Label' }).fill('Cold storage');
  await dialog.getByRole('combobox', { name: 'Currency' }).selectOption('BTC');
  await dialog.getByRole('textbox', { name: 'Address' }).fill(BTC);
  await dialog.getByRole('button', { name: 'Save address' }).click();
  const entry = page.getByRole('button', { name: 'Delete Cold storage' });
  await expect(entry).toBeVisible();

  // Coming back shows the known entries while the list is requested again.
  const answered = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  const given = Promise.withResolvers<void>();
  await context.route(
    `**/api${listAddresses.path}`,
    async (route) => {
      const response = await route.fetch();
      answered.resolve();
      await gate.promise;
      await route.fulfill({ response });
      given.resolve();
    },
    { times: 1 },
  );
  await page.getByRole('link', { name: 'Transactions' }).click();
  await expect(page).toHaveURL('/transactions');
  await page.goBack();
  await answered.promise;
  await entry.click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(entry).toHaveCount(0);
  gate.resolve();
  await given.promise;
  // Switching tabs gives the page time to show the late answer.
  await page.getByRole('tab', { name: 'Fiat Address Book' }).click();
  await expect(page.getByText('Bank accounts you save appear here.')).toBeVisible();
  await page.getByRole('tab', { name: 'Crypto Address Book' }).click();
  await expect(page.getByText('Addresses you save appear here')).toBeVisible();
  await expect(entry).toHaveCount(0);
});

test('HARD-28 a pasted payment link fills in asset, network and tag; one for something else fills in nothing', async ({
  page,
  customer,
}) => {
  await openSignedIn(page, await customer(), '/profile/addressBook');
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Add new crypto address' }).click();
  await dialog.getByRole('textbox', { name: 'Label' }).fill('Exchange');
  const currency = dialog.getByRole('combobox', { name: 'Currency' });
  const network = dialog.getByRole('combobox', { name: 'Network' });
  const address = dialog.getByRole('textbox', { name: 'Address' });
  await expect(currency.getByRole('option', { name: 'XRP' })).toBeAttached();
  await address.fill(`bitcoin:${BTC}?req-ticket=1`);
  await expect(address).toHaveAccessibleDescription(/^This link asks for something/);
  await expect(address).toHaveValue('');
  await expectAccessible(page);
  await expect(async () => {
    await address.fill('xrpl:rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh?dt=42');
    await expect(network).toHaveValue('XRP Ledger', { timeout: 1_000 });
  }).toPass();
  await expect(currency).toHaveValue('XRP');
  await expect(address).toHaveValue('rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh');
  await expect(dialog.getByRole('textbox', { name: 'Destination tag' })).toHaveValue('42');
  await expect(dialog.getByRole('status').filter({ hasText: 'tag 42' })).toBeAttached();
  // An X-address has its tag inside.
  await address.fill('XVLhHMPHU98es4dbozjVtdWzVrDjtVoYiC9UvKfjKar4LJe');
  await expect(
    dialog.getByText(/^This address already includes the destination tag/),
  ).toBeVisible();
  await dialog.getByRole('button', { name: 'Save address' }).click();
  await expect(page.getByRole('tabpanel').getByRole('listitem')).toContainText('Exchange');
});
