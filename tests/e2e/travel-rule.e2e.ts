import { expect } from '@playwright/test';
import { depositInSandbox } from '#server/adapters/custody/sandbox-deposits.ts';
import { writeSwitch } from '#server/adapters/party/sandbox-switches.ts';
import { stepDeposits } from '#server/services/money-in/deposits/deposit-worker.ts';
import { expectAccessible } from '#tests/support/accessible.ts';
import { openSignedIn, signIn, test } from '#tests/support/e2e.ts';
import { password, person } from '#tests/support/in-process.ts';
import { inProcessTest } from '#tests/support/in-process-test.ts';
import { OWN_WALLET, signedByOwnWallet } from '#tests/support/own-wallet.ts';
import { Sandbox } from '#tests/support/sandbox.ts';
import {
  addressField,
  amountField,
  BTC,
  confirm,
  confirmButton,
  openWithdraw,
  withdrawButton,
} from './withdraw-page.ts';

const question = 'Whose address is this?';

test('KEEP-07 whose a recipient is is asked once, shown in the review and can be changed there', async ({
  page,
  customer,
  network,
}) => {
  await openSignedIn(page, await customer({ balances: { BTC: '0.1' } }));
  await openWithdraw(page, 'Bitcoin');
  await addressField(page).fill(BTC);
  await amountField(page).fill('0.01');
  await withdrawButton(page).click();
  const dialog = page.getByRole('dialog', { name: question });
  await expect(dialog).toContainText('The law has us ask once for each recipient');
  await dialog.getByRole('button', { name: 'Go on' }).click();
  await expect(dialog.getByText('Choose one')).toBeVisible();
  await dialog.getByRole('button', { name: 'Somebody else’s' }).click();
  await dialog.getByLabel('Full name').fill('A');
  await dialog.getByRole('button', { name: 'Go on' }).click();
  await expect(dialog.getByText('Enter the full name of the person or company')).toBeVisible();
  await expect(dialog.getByLabel('Full name')).toBeFocused();
  await dialog.getByLabel('Full name').fill('Ольга Петрова');
  await dialog.getByRole('button', { name: 'Go on' }).click();
  await expect(dialog.getByText('Choose the country they live in')).toBeVisible();
  await dialog.getByLabel('Country').selectOption('Lithuania');
  await dialog.getByRole('button', { name: 'Own wallet' }).click();
  await expectAccessible(page);
  // Without a connection nothing is lost.
  await network.cut();
  await page.evaluate(() => window.dispatchEvent(new Event('offline')));
  await expect(dialog.getByText('What you chose stays here.')).toBeVisible();
  await network.restore();
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(dialog.getByText('What you chose stays here.')).toBeHidden();
  await dialog.getByRole('button', { name: 'Go on' }).click();
  const facts = page.getByRole('region', { name: 'You are sending' });
  await expect(facts).toContainText('Ольга Петрова, Lithuania, in their own wallet');

  await facts.getByRole('button', { name: 'Change' }).click();
  await expect(dialog.getByLabel('Full name')).toHaveValue('Ольга Петрова');
  await dialog.getByRole('button', { name: 'Exchange or other provider' }).click();
  await dialog.getByLabel('Name of the provider').fill('Example Exchange');
  await dialog.getByRole('button', { name: 'Go on' }).click();
  await expect(facts).toContainText('Ольга Петрова, Lithuania, at Example Exchange');
  await confirm(page);
  await expect(page.getByRole('heading', { name: 'You withdraw 0.01 BTC' })).toBeVisible();

  // Known now: no question stands before the next review.
  await openWithdraw(page, 'Bitcoin');
  await addressField(page).fill(BTC);
  await amountField(page).fill('0.02');
  await withdrawButton(page).click();
  await expect(confirmButton(page)).toBeVisible();
  await expect(facts).toContainText('at Example Exchange');
});

test('KEEP-07 from EUR 1,000 on an own wallet signs a text once, and goes on to the review', async ({
  page,
  customer,
}) => {
  await openSignedIn(page, await customer({ balances: { ETH: '5' }, place: 'EU' }));
  await openWithdraw(page, 'Ethereum');
  await addressField(page).fill(OWN_WALLET);
  await amountField(page).fill('2');
  await withdrawButton(page).click();
  const asked = page.getByRole('dialog', { name: question });
  await asked.getByRole('button', { name: 'Mine' }).click();
  await asked.getByRole('button', { name: 'Own wallet' }).click();
  await asked.getByRole('button', { name: 'Go on' }).click();
  const control = page.getByRole('dialog', { name: 'Show that this wallet is yours' });
  const message = control.getByText('This wallet is mine, and I send to it from my Kopa account.');
  await expect(message).toContainText(OWN_WALLET.toLowerCase());
  await expectAccessible(page);
  await control.getByLabel('Signature').fill('0x1234');
  await control.getByRole('button', { name: 'Go on' }).click();
  await expect(control.getByText('This is not the signature of this message')).toBeVisible();
  await control.getByText('Your wallet can’t sign messages?').click();
  await control.getByRole('button', { name: 'The deposit has arrived' }).click();
  await expect(control.getByText('No deposit from this wallet has arrived yet.')).toBeVisible();
  await control
    .getByLabel('Signature')
    .fill(signedByOwnWallet((await message.textContent()) ?? ''));
  await control.getByRole('button', { name: 'Go on' }).click();
  await expect(page.getByRole('region', { name: 'You are sending' })).toContainText(
    'Yours, in your own wallet',
  );
  await confirm(page);
  await expect(page.getByRole('heading', { name: 'You withdraw 2 ETH' })).toBeVisible();
});

inProcessTest(
  'KEEP-07 a deposit without its sender is held, asked about where its owner looks, and goes on once that is said',
  async ({ page, within }) => {
    const { deps, url } = within;
    const who = await person(deps);
    await new Sandbox(url).kyc(who.email, 'approved');
    await writeSwitch(deps.db, 'originator', 'missing');
    const seen = { recipient: who.email, currency: 'ETH', amount: '0.1', network: 'Ethereum' };
    await depositInSandbox(deps.db, deps.clock.now, {
      ...seen,
      confirmations: null,
      senders: OWN_WALLET,
    });
    await stepDeposits(deps);
    await signIn(page, { email: who.email, password });
    await page.goto('/waiting');
    const item = page.getByRole('main').getByRole('listitem');
    await expect(item).toContainText('Nobody told us who sent it, and the law makes us ask.');
    await item.getByRole('button', { name: 'Say who sent it' }).click();
    const dialog = page.getByRole('dialog', { name: 'Who sent this deposit?' });
    await dialog.getByRole('button', { name: 'Me', exact: true }).click();
    await dialog.getByRole('button', { name: 'Own wallet' }).click();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
    await stepDeposits(deps);
    await expect(page.getByText('Nothing is waiting')).toBeVisible();
  },
);
