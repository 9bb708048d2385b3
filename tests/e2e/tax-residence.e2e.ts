import { expect, type Page } from '@playwright/test';
import { TAX_NEEDED } from '#core/tax/tax-needed.ts';
import { expectAccessible } from '#tests/support/accessible.ts';
import { openSignedIn, test } from '#tests/support/e2e.ts';
import { enlargeText, misfits } from '#tests/support/misfits.ts';
import { draft } from './kept-drafts.ts';
import { amountField, main } from './swap-page.ts';
import { buyButton, pay, withProfile } from './trade-page.ts';

const DAY_MS = 86_400_000;
const TFN = 'Tax File Number (TFN)';

const card = (page: Page) => page.getByRole('region', { name: 'Tax residence' });
const form = (page: Page) => page.getByRole('form', { name: 'Tax residence' });
const certify = (page: Page) => form(page).getByRole('button', { name: 'Certify' }).click();

async function typeHome(page: Page): Promise<void> {
  await form(page).getByLabel('Address', { exact: true }).fill('1 George Street');
  await form(page).getByLabel('City').fill('Sydney');
  await form(page).getByLabel('Postcode').fill('2000');
}

test('KEEP-14 a swap asks first where one pays tax, leads there and back, and keeps what was typed', async ({
  page,
  customer,
}) => {
  await openSignedIn(page, await customer({ balances: { BTC: '0.5' }, certified: false }), '/swap');
  await amountField(page).fill('0.02');
  const asked = page.getByRole('alert').filter({ hasText: TAX_NEEDED });
  await expect(asked).toBeVisible();
  await expectAccessible(page);
  await asked.getByRole('link', { name: 'State it' }).click();

  await expect(form(page).getByLabel('Address', { exact: true })).toBeFocused();
  await certify(page);
  await expect(form(page).getByText('Enter the street and number.')).toBeVisible();
  await expect(form(page).getByLabel('Address', { exact: true })).toBeFocused();
  await expectAccessible(page);
  await typeHome(page);
  await form(page).getByLabel(TFN).fill('123 456 789');
  await certify(page);
  const wrong = form(page).getByText(`This is no ${TFN}: a character may be mistyped.`);
  await expect(wrong).toBeVisible();
  await expect(form(page).getByLabel(TFN)).toBeFocused();
  await form(page).getByLabel(TFN).fill('123 456 782');
  await expect(wrong).toHaveCount(0);
  await certify(page);

  await expect(card(page).getByText('Number ending in 782')).toBeVisible();
  await expect(card(page).getByText('Australia')).toBeVisible();
  await card(page).getByRole('link', { name: 'Back to your swap' }).click();
  await expect(amountField(page)).toHaveValue('0.02');
  await expect(main(page, 'Swap')).toBeEnabled();
});

test('KEEP-14 a card purchase and a recurring buy ask for it, too', async ({
  page,
  customer,
  app,
}) => {
  const account = await withProfile(app.url, await customer({ certified: false }));
  await openSignedIn(page, account, '/buy-sell');
  await expect(page.getByText(/^1 BTC = /)).toBeVisible();
  await pay(page).fill('70');
  await buyButton(page).click();
  const prompt = page.getByRole('dialog', { name: 'Before your first trade' });
  await prompt.getByRole('link', { name: 'State where you pay tax' }).click();
  // The profile's address is there already.
  await expect(form(page).getByLabel('City')).toHaveValue('Perth');

  await page.goto('/cash/recurring');
  await page.getByRole('button', { name: 'New recurring buy' }).click();
  await expectAccessible(page);
  await prompt.getByRole('link', { name: 'State where you pay tax' }).click();
  await form(page).getByLabel(TFN).fill('123456782');
  await certify(page);
  await card(page).getByRole('link', { name: 'Back to recurring buys' }).click();
  await page.getByRole('button', { name: 'New recurring buy' }).click();
  await expect(page.getByRole('dialog', { name: 'New recurring buy' })).toBeVisible();
});

test('KEEP-14 several countries are certified, changed later without the numbers that stay, and read offline', async ({
  page,
  customer,
  network,
}) => {
  await openSignedIn(page, await customer({ certified: false }), '/profile/verification');
  await card(page).getByRole('button', { name: 'State where you pay tax' }).click();
  await typeHome(page);
  await form(page).getByLabel(TFN).fill('123456782');
  await form(page).getByLabel('Another country, or several').check();
  await form(page).getByRole('button', { name: 'Add another country' }).click();
  const second = form(page).getByRole('group', { name: 'Country 2' });
  await second.getByLabel('Country', { exact: true }).selectOption('Germany');
  const before = await draft(page, 'tax');
  await second.getByLabel('If you have none').selectOption('I have not been given one yet');
  // A reload, as a phone does, takes nothing that was typed; it comes later than the device needs to keep it.
  await expect.poll(() => draft(page, 'tax')).not.toBe(before);
  await page.reload();
  await expect(second.getByLabel('Country', { exact: true })).toHaveValue('DE');
  await expect(form(page).getByLabel(TFN)).toHaveValue('123456782');

  await network.cut();
  const offline = form(page).getByText('Sending it needs a connection.');
  await expect(offline).toBeVisible();
  await network.restore();
  await expect(offline).toHaveCount(0);
  await certify(page);
  const stated = card(page).getByRole('definition');
  await expect(stated.filter({ hasText: 'I have not been given one yet' })).toBeVisible();

  await card(page).getByRole('button', { name: 'Change' }).click();
  await expect(
    form(page).getByText('Leave it empty to keep the one that ends in 782.'),
  ).toBeVisible();
  await second.getByLabel('If you have none').selectOption('I have a number');
  await second.getByLabel('Steuer-Identifikationsnummer').fill('65929970489');
  await certify(page);
  await expect(card(page).getByText('Number ending in 782')).toBeVisible();
  await expect(card(page).getByText('Number ending in 489')).toBeVisible();

  await network.cut();
  await expect(card(page).getByText('Number ending in 489')).toBeVisible();
  await expect(card(page).getByText('Stating it needs a connection.')).toBeVisible();
});

test('KEEP-14 who was asked reads until when; a limited account says so and is open again once answered', async ({
  page,
  customer,
  sandbox,
}) => {
  const account = await customer({ certified: false });
  await sandbox.tax(account.email, Date.now() + 20 * DAY_MS);
  await openSignedIn(page, account, '/profile/verification');
  await expect(card(page).getByText('Please answer by')).toBeVisible();
  await expectAccessible(page);

  await sandbox.tax(account.email, Date.now() - DAY_MS);
  await page.goto('/assets/receive');
  const asset = page.getByRole('main').getByRole('link', { name: /Bitcoin/ });
  await asset.first().click();
  const refused = page.getByRole('alert').filter({ hasText: 'only sell, cash out and withdraw' });
  await refused.getByRole('link').click();
  await expect(card(page).getByText('Your account is limited since')).toBeVisible();
  await card(page).getByRole('button', { name: 'State where you pay tax' }).click();
  await typeHome(page);
  await form(page).getByLabel(TFN).fill('123456782');
  await certify(page);
  await expect(card(page).getByText('Your account is limited since')).toHaveCount(0);
  await page.goto('/assets/receive');
  await asset.first().click();
  await expect(page.getByRole('textbox', { name: 'Your Bitcoin Address' })).toHaveText(/^\S{20,}$/);
});

for (const [look, width, percent] of [
  ['at 320 px', 320, 100],
  ['with text at 200 %', 390, 200],
] as const) {
  test(`KEEP-14 EASE-05 the form fits ${look}, with all that is wrong in it`, async ({
    page,
    customer,
  }) => {
    await page.setViewportSize({ width, height: 844 });
    await enlargeText(page, percent);
    const account = await customer({ certified: false, place: 'EU' });
    await openSignedIn(page, account, '/profile/verification');
    await card(page).getByRole('button', { name: 'State where you pay tax' }).click();
    await form(page).getByLabel('Another country, or several').check();
    await form(page).getByRole('button', { name: 'Add another country' }).click();
    await form(page)
      .getByRole('group', { name: 'Country 2' })
      .getByLabel('Country', { exact: true })
      .selectOption('Germany');
    await form(page).getByLabel('Steuer-Identifikationsnummer').fill('1');
    await certify(page);
    await expect(form(page).getByText(/^The Steuer-Identifikationsnummer has/)).toBeVisible();
    expect(await misfits(page)).toEqual([]);
    await expectAccessible(page);
  });
}
