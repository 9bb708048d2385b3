import { expect, type Page } from '@playwright/test';
import { saveAddress } from '#core/contract/account/address-book.ts';
import { checkPayee } from '#core/contract/money/payee.ts';
import { createPayout } from '#core/contract/money/withdrawal.ts';
import { writeSwitch } from '#server/adapters/party/sandbox-switches.ts';
import { sendDue } from '#server/services/messages/notices/outbox.ts';
import { expectAccessible } from '#tests/support/accessible.ts';
import { openSignedIn } from '#tests/support/e2e.ts';
import { type InProcess, type Person, password, person } from '#tests/support/in-process.ts';
import { inProcessTest as test } from '#tests/support/in-process-test.ts';
import { Sandbox } from '#tests/support/sandbox.ts';

interface Opened extends Person {
  readonly sandbox: Sandbox;
  /** The entry of the address book that is their own account. */
  readonly account: string;
}

const save = ({ api }: InProcess, { credential }: Person, part: object) =>
  api.must(
    saveAddress,
    { kind: 'fiat', label: 'Everyday', holder: 'Ms Test Person', currency_id: 'AUD', ...part },
    { credential },
  );

/** A customer with cash and two accounts in the address book, on the page of cash out. */
async function opened(page: Page, within: InProcess): Promise<Opened> {
  const who = await person(within.deps, { balances: { AUD: '1000' } });
  const sandbox = new Sandbox(within.url);
  await sandbox.kyc(who.email, 'approved');
  const { data } = await save(within, who, { bsb: '062-000', account_number: '12345678' });
  await save(within, who, {
    label: 'A friend',
    holder: 'Somebody Else',
    bsb: '062-001',
    account_number: '87654321',
  });
  await openSignedIn(page, { email: who.email, password }, '/cash');
  await page.getByRole('link', { name: 'Cash out' }).click();
  await expect(amount(page)).toBeVisible();
  return { ...who, sandbox, account: data.address_id };
}

const amount = (page: Page) => page.getByRole('textbox', { name: 'Amount', exact: true });
const cashOut = (page: Page) => page.getByRole('button', { name: 'Cash out', exact: true });
const confirm = (page: Page) => page.getByRole('button', { name: 'Confirm and send' });

async function review(page: Page, sum: string): Promise<void> {
  await amount(page).fill(sum);
  await cashOut(page).click();
  await expect(page.getByRole('region', { name: 'You are cashing out' })).toBeFocused();
  await page.getByLabel('Current password', { exact: true }).fill(password);
}

test('BANK-05 BANK-07 cash goes to a saved account of one’s own, can be followed, and arrives', {
  tag: '@core',
}, async ({ page, within }) => {
  const { email, sandbox } = await opened(page, within);
  await expect(page.getByRole('heading', { level: 1, name: 'Cash out' })).toBeVisible();
  // All that matters is said before anything is typed.
  await expect(page.getByText('Minimum AU$5.00, fee AU$0.50, AU$')).toBeVisible();
  await expect(page.getByText('AU$1,000.00 available')).toBeVisible();
  await expect(page.getByText(/^Usually within minutes/)).toBeVisible();
  // The only account of one's own is chosen; that of somebody else can't be, and says why.
  await expect(page.getByRole('radio', { name: /^Everyday/ })).toBeChecked();
  await expect(page.getByRole('radio', { name: /^A friend.*Not in your own name/ })).toBeDisabled();
  await expectAccessible(page);

  await amount(page).fill('1000');
  await expect(
    page.getByText('With the fee of AU$0.50, this is more than you have. The most is AU$999.50'),
  ).toBeVisible();
  await expect(cashOut(page)).toBeDisabled();
  await page.getByRole('button', { name: /^Max/ }).click();
  await expect(amount(page)).toHaveValue('999.50');
  await expect(page.getByRole('definition').last()).toHaveText('AU$1,000.00');

  await review(page, '100');
  const reviewed = page.getByRole('region', { name: 'You are cashing out' });
  await expect(reviewed).toContainText('062-000 12345678');
  await expect(reviewed).toContainText('Ms Test Person');
  await expect(reviewed).toContainText('held for five minutes');
  await expectAccessible(page);
  // Back leads to the form as it was filled in.
  await page.goBack();
  await expect(amount(page)).toHaveValue('100');
  await review(page, '100');
  await confirm(page).click();

  await expect(page.getByRole('heading', { name: 'You cash out AU$100.00' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cancel withdrawal' })).toBeVisible();
  await expectAccessible(page);
  await sendDue(within.deps);
  await sandbox.withdrawal(email, 'auto', 'bank');
  await expect(page.getByRole('listitem').filter({ hasText: 'Sent to the bank' })).toContainText(
    ' at ',
  );
  await sandbox.withdrawal(email, 'confirm', 'bank');
  await expect(page.getByRole('listitem').filter({ hasText: 'Arrived' })).toContainText(' at ');
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page).toHaveURL(/\/cash$/);
  await expect(page.getByTestId('asset-balance')).toHaveText('AU$899.50');
  // Paid to before: nothing is asked for again.
  await page.getByRole('link', { name: 'Cash out' }).click();
  await amount(page).fill('50');
  await cashOut(page).click();
  await expect(confirm(page)).toBeVisible();
  await expect(page.getByLabel('Current password', { exact: true })).toBeHidden();
});

test('BANK-05 what the bank sends back is back in the balance, with its reason', async ({
  page,
  within,
}) => {
  const { email, sandbox } = await opened(page, within);
  await review(page, '100');
  await confirm(page).click();
  await expect(page.getByRole('heading', { name: 'You cash out AU$100.00' })).toBeVisible();
  await sendDue(within.deps);
  await sandbox.withdrawal(email, 'fail', 'bank');
  await expect(
    page.getByRole('heading', { name: 'Withdrawal failed, your money is back' }),
  ).toBeVisible();
  await expect(
    page.getByRole('listitem').filter({ hasText: 'Returned by the bank' }),
  ).toContainText('Because the account is closed');
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByTestId('asset-balance')).toHaveText('AU$1,000.00');
});

test('BANK-05 BEY-02 a payout whose answer is lost is sent once, and its outcome is found out', async ({
  page,
  within,
  network,
}) => {
  await opened(page, within);
  await review(page, '100');
  const found = await network.loseAnswers('/exchange/get-operation-outcome');
  await network.loseAnswers(createPayout.path);
  await confirm(page).dblclick();
  await expect(page.getByRole('heading', { name: 'Checking what happened…' })).toBeVisible();
  await page.goto('/wallet');
  await expect(
    page.getByText('The outcome of your last withdrawal is not known yet.'),
  ).toBeVisible();
  await found();
  await page.getByRole('link', { name: 'Find out' }).click();
  await expect(page.getByRole('heading', { name: 'You cash out AU$100.00' })).toBeVisible({
    timeout: 30_000,
  });
  expect(network.sent(createPayout.path)).toBe(1);
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByTestId('asset-balance')).toHaveText('AU$899.50');
});

test('BANK-05 PWA-05 without a connection the page is readable, and sending is refused with words', async ({
  page,
  within,
  network,
}) => {
  await opened(page, within);
  await amount(page).fill('100');
  await expect(cashOut(page)).toBeEnabled();
  await network.cut();
  await expect(page.getByText('Cashing out needs a connection.')).toBeVisible();
  await expect(cashOut(page)).toBeDisabled();
  await expect(page.getByRole('radio', { name: /^Everyday/ })).toBeChecked();
  await expectAccessible(page);
  // Opened anew, it has what the device keeps.
  await page.goBack();
  await page.getByRole('link', { name: 'Cash out' }).click();
  await expect(page.getByRole('radio', { name: /^Everyday/ })).toBeChecked();
  await expect(page.getByText(/^AU\$1,000\.00 at /)).toBeVisible();
  await amount(page).fill('100');
  await network.restore();
  await expect(cashOut(page)).toBeEnabled();
  await cashOut(page).click();
  await expect(confirm(page)).toBeVisible();
  await network.cut();
  await expect(confirm(page)).toBeDisabled();
  await expect(page.getByText('Nothing is queued to send later.')).toBeVisible();
  expect(network.sent(createPayout.path)).toBe(0);
});

test('KEEP-17 the review says whose account the bank says it is: a similar name is confirmed first, and another one refused', async ({
  page,
  within,
}) => {
  await writeSwitch(within.deps.db, 'payee', 'close');
  const { id, account } = await opened(page, within);
  await review(page, '100');
  const reviewed = page.getByRole('region', { name: 'You are cashing out' });
  await expect(reviewed).toContainText('a slightly different name for this account: “M. Person”');
  await confirm(page).click();
  await expect(page.getByText('Say that this account is yours')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('checkbox', { name: 'This account is mine' }).check();
  await expect(page.getByText('Say that this account is yours')).toBeHidden();
  // What the bank says meanwhile is another thing to confirm.
  await within.deps.db
    .updateTable('saved_addresses')
    .set({ payee_answer: 'none', payee_name: '' })
    .where('id', '=', account)
    .execute();
  await confirm(page).click();
  await expect(reviewed).toContainText('The bank says that this account is in another name');
  await expect(page.getByRole('checkbox', { name: 'This account is mine' })).toBeHidden();
  await expectAccessible(page);
  await confirm(page).click();
  await expect(page.getByText('an officer can look at it. Nothing was sent.')).toBeVisible();
  const row = await within.deps.db
    .selectFrom('withdrawals')
    .select('payee_answer')
    .where('user_id', '=', id)
    .executeTakeFirst();
  expect(row).toBeUndefined();
});

test('KEEP-17 a bank that does not answer keeps nobody from the review, which says so', async ({
  page,
  network,
  within,
}) => {
  await network.swallow(checkPayee.path);
  await page.clock.install();
  await opened(page, within);
  await review(page, '100');
  const reviewed = page.getByRole('region', { name: 'You are cashing out' });
  await expect(reviewed).toContainText('Asking the bank whose account this is');
  await expect(confirm(page)).toBeDisabled();
  await page.clock.runFor(10_000);
  await expect(reviewed).toContainText('The bank did not answer whose account this is');
  await expectAccessible(page);
  await confirm(page).click();
  await expect(page.getByRole('heading', { name: 'You cash out AU$100.00' })).toBeVisible();
});
