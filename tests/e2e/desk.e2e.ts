import { expect, type Page } from '@playwright/test';
import { deleteAccount } from '#core/contract/account/account.ts';
import { saveAddress } from '#core/contract/account/address-book.ts';
import { sendRequest } from '#core/contract/account/request.ts';
import { createPayout, createWithdrawal } from '#core/contract/money/withdrawal.ts';
import { listInSandbox } from '#server/adapters/screening/sandbox-screening.ts';
import { registerLarge } from '#server/services/checks/monitoring/large-transfers.ts';
import { settleOutbox } from '#server/services/messages/notices/outbox.ts';
import {
  complete,
  markBroadcast,
  takeBack,
} from '#server/services/money-out/withdrawals/withdrawal-steps.ts';
import { moveDue } from '#server/services/money-out/withdrawals/withdrawal-worker.ts';
import { expectAccessible } from '#tests/support/accessible.ts';
import { staff } from '#tests/support/accounts.ts';
import { ApiClient, newKey } from '#tests/support/api-client.ts';
import { openSignedIn } from '#tests/support/e2e.ts';
import { password, person } from '#tests/support/in-process.ts';
import { inProcessTest as test } from '#tests/support/in-process-test.ts';
import { Sandbox } from '#tests/support/sandbox.ts';
import { confirm } from './desk-page.ts';
import { BTC } from './withdraw-page.ts';

const cases = (page: Page) => page.getByRole('region', { name: 'Open cases' });

const choose = (page: Page, decision: string) =>
  page.getByRole('radio', { name: decision, exact: true }).check();

test('KEEP-10 two officers release a large withdrawal with the keyboard alone, and a register is saved', async ({
  browser,
  page,
  within,
}) => {
  const { deps, url } = within;
  const sandbox = new Sandbox(url);
  await sandbox.market('BTC', '100000');
  const who = await person(deps, { balances: { BTC: '1' } });
  await sandbox.kyc(who.email, 'approved');
  await listInSandbox(deps.db, deps.clock.now, BTC);
  const { data } = await new ApiClient(url).must(
    createWithdrawal,
    { amount: '0.3', cryptoAddress: BTC, paymentRouteId: 'btc-bitcoin', password },
    { credential: who.credential, idempotencyKey: newKey() },
  );
  await settleOutbox(deps);
  await moveDue(deps);

  const officer = async () => {
    const { email } = await person(deps, { role: 'compliance', twoFactor: false });
    return staff(url, { email, password });
  };
  const officers = [await officer(), await officer()] as const;
  const decide = async (desk: Page, who: string, said: string) => {
    await expect(cases(desk).getByRole('link')).toHaveCount(1);
    await desk.keyboard.press('ArrowDown');
    await expect(cases(desk).getByRole('link')).toBeFocused();
    await desk.keyboard.press('Enter');
    await expect(desk.getByText(`sandbox:${BTC}`)).toBeVisible();
    await desk.keyboard.press('Escape');
    await expect(cases(desk).getByRole('link')).toHaveCount(1);
    await desk.keyboard.press('ArrowDown');
    await desk.keyboard.press('Enter');
    await choose(desk, 'Release');
    await desk.getByRole('textbox', { name: 'Reason' }).fill('It is somebody else.');
    await expectAccessible(desk);
    await desk.keyboard.press('Control+Enter');
    const dialog = desk.getByRole('dialog', { name: 'Confirm it is you' });
    await expect(dialog).toContainText('Release: Screening: withdrawal');
    await dialog.getByRole('textbox').fill('000000');
    await desk.keyboard.press('Enter');
    await expect(dialog.getByText('Invalid verification code')).toBeVisible();
    await dialog.getByRole('textbox').focus();
    await confirm(desk, url, who);
    await expect(desk.getByText(said)).toBeVisible();
  };
  await openSignedIn(page, officers[0], '/admin/desk');
  await decide(page, officers[0].email, 'Noted. Another officer has to confirm it.');
  await expect(cases(page).getByRole('link')).toHaveCount(1);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Decided by you')).toBeVisible();

  const second = await (await browser.newContext()).newPage();
  await second.goto(url);
  await openSignedIn(second, officers[1], '/admin/desk');
  await decide(second, officers[1].email, 'Recorded.');
  await expect(second.getByText('Nothing is open')).toBeVisible();
  await moveDue(deps);
  deps.clock.advance(310_000);
  await moveDue(deps);
  const { status } = await deps.db
    .selectFrom('withdrawals')
    .select('status')
    .where('id', '=', data.withdrawal_id)
    .executeTakeFirstOrThrow();
  expect(status).toBe('broadcast');

  await second.getByRole('combobox', { name: 'Register' }).selectOption('held');
  const saved = second.waitForEvent('download');
  await second.getByRole('button', { name: 'Save as CSV' }).click();
  await confirm(second, url, officers[1].email);
  expect((await saved).suggestedFilename()).toMatch(/^register_held_[\d-]+\.csv$/);
  await second.context().close();
});

test('KEEP-09 from a case an officer comes to its customer’s risk group and changes it with a reason', async ({
  page,
  within,
}) => {
  const { deps, url } = within;
  const who = await person(deps);
  await new Sandbox(url).kyc(who.email, 'approved');
  await new ApiClient(url).must(
    sendRequest,
    { key: newKey(), kind: 'complaint', about: '', body: 'My mail was not answered.' },
    who,
  );
  const { email } = await person(deps, { role: 'compliance', twoFactor: false });
  await openSignedIn(page, await staff(url, { email, password }), '/admin/desk');
  await cases(page).getByRole('link').click();
  await page.getByRole('link', { name: who.email }).click();
  await page.getByRole('link', { name: 'Change the risk group' }).click();
  await expect(page.getByRole('heading', { name: 'Risk group: low' })).toBeVisible();
  // The page's address may stand in the log of a proxy: it names the account, and no person.
  await expect(page).toHaveURL(`/admin/desk/risk/${who.id}`);
  await choose(page, 'High risk');
  await page.getByRole('textbox', { name: 'Reason' }).fill('A politically exposed person.');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'High risk' }).click();
  await confirm(page, url, email);
  await expect(page.getByText('Recorded.')).toBeVisible();
  // What an officer chose waits for nobody: only the complaint is open.
  await expect(cases(page).getByRole('link')).toHaveCount(1);
  const row = await deps.db
    .selectFrom('data_updates')
    .select('risk_group')
    .where('user_id', '=', who.id)
    .executeTakeFirst();
  expect(row?.risk_group).toBe('high');
});

test('KEEP-05 an officer reads a closed account with a reason and keeps it longer; nothing of it stays on the screen', async ({
  page,
  within,
}) => {
  const { deps, url } = within;
  const who = await person(deps);
  await new ApiClient(url).must(deleteAccount, { password }, { credential: who.credential });
  const { email } = await person(deps, { role: 'compliance', twoFactor: false });
  await openSignedIn(page, await staff(url, { email, password }), '/admin/desk');
  await page.getByRole('link', { name: 'Open closed accounts' }).click();
  await expect(page.getByRole('heading', { name: 'Closed accounts', level: 1 })).toBeVisible();
  const about = page.getByRole('textbox', { name: 'Email address or account number' });
  const reason = page.getByRole('textbox', { name: 'Reason' });
  await about.fill(who.email);
  await page.getByRole('button', { name: 'Read', exact: true }).click();
  await expect(page.getByText('Say why.')).toBeVisible();
  await expect(reason).toBeFocused();
  await page.keyboard.type('The authority asks, letter 7.');
  await page.keyboard.press('Control+Enter');
  await confirm(page, url, email);
  const found = page.getByRole('region', { name: 'Closed account', exact: true });
  await expect(found).toContainText(who.id);
  const identity = found.getByRole('region', { name: 'Who they were, and their transactions' });
  await expect(identity).toContainText(who.email);
  await expect(identity).toContainText(/Kept until .* 2034/);
  await expect(found).toContainText(`Read by ${email}`);
  await expectAccessible(page);

  await page.getByRole('textbox', { name: 'The authority’s request' }).fill('Letter 8.');
  await page.getByRole('button', { name: 'Keep two years longer' }).click();
  await confirm(page, url, email);
  await expect(identity).toContainText(/Kept longer for an authority, until .* 2036/);
  await expect(page.getByRole('button', { name: 'Keep two years longer' })).toBeHidden();

  await page
    .getByRole('textbox', { name: 'Why it is not kept any longer' })
    .fill('Order 9 of the court.');
  await page.getByRole('button', { name: 'Propose to erase' }).click();
  await confirm(page, url, email);
  await expect(found.getByText('Another officer has to confirm it.')).toBeVisible();
  await expect(found).toContainText('You want it erased');

  await about.fill('nobody@kopa.test');
  await page.getByRole('button', { name: 'Read', exact: true }).click();
  await confirm(page, url, email);
  await expect(page.getByText('No closed account was found for nobody@kopa.test.')).toBeVisible();
  await expect(found).toBeHidden();
  await about.fill(who.id);
  await page.getByRole('button', { name: 'Read', exact: true }).click();
  await confirm(page, url, email);
  await expect(found).toBeVisible();
  await page.goBack();
  await page.getByRole('link', { name: 'Open closed accounts' }).click();
  await expect(about).toHaveValue('');
  await expect(found).toBeHidden();
});

test('KEEP-12 an officer finds a customer by address and ends the relationship with notice, and the customer reads what they can do', async ({
  browser,
  page,
  within,
}) => {
  const { deps, url } = within;
  const who = await person(deps, { balances: { BTC: '0.5' } });
  const { email } = await person(deps, { role: 'compliance', twoFactor: false });
  await openSignedIn(page, await staff(url, { email, password }), '/admin/desk');
  await expect(page.getByText('Nothing is open')).toBeVisible();
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await page.keyboard.type(who.email);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/admin/desk/customer/${who.id}`);
  await expect(page.getByRole('region', { name: 'Holdings' })).toContainText('0.5 BTC');
  await expectAccessible(page);
  await page.getByRole('link', { name: 'End or continue the relationship' }).click();
  await expect(page.getByRole('heading', { name: 'Relationship' })).toBeVisible();
  await expect(page).toHaveURL(`/admin/desk/ending/${who.id}`);
  await expect(page.getByText('0.5 BTC')).toBeVisible();
  await choose(page, 'End with two months’ notice');
  await page.getByRole('textbox', { name: 'Reason' }).fill('Three forged documents.');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'End with two months’ notice' }).click();
  await confirm(page, url, email);
  await expect(page.getByText('Recorded.')).toBeVisible();

  const theirs = await browser.newContext({ baseURL: url });
  const app = await theirs.newPage();
  await openSignedIn(app, { email: who.email, password }, '/profile/account');
  const end = app.getByRole('region', { name: 'End of the agreement' });
  await expect(end.getByRole('heading')).toHaveText(/^We end our agreement with you on /);
  await expect(end).toContainText('you can sell, cash out and withdraw everything you hold');
  await expect(app.getByText('forged')).toBeHidden();
  await expectAccessible(app);
  await end.getByRole('link', { name: 'Withdraw' }).click();
  await expect(app).toHaveURL('/assets/send');
  await theirs.close();
});

test('KEEP-08 KEEP-13 what rules found comes to the desk with its numbers and AUSTRAC’s clocks, and is decided there', async ({
  page,
  within,
}) => {
  const { deps, url, api } = within;
  const sandbox = new Sandbox(url);
  await sandbox.market('BTC', '100000');
  const who = await person(deps, { market: 'AUD', balances: { BTC: '1' } });
  await sandbox.kyc(who.email, 'approved');
  const withdraw = async (amount: string) => {
    await api.must(
      createWithdrawal,
      { amount, cryptoAddress: BTC, paymentRouteId: 'btc-bitcoin', password },
      { credential: who.credential, idempotencyKey: newKey() },
    );
    await settleOutbox(deps);
    await moveDue(deps);
  };
  await withdraw('0.2');
  // Its time to be cancelled is over; the clock stays, by which officers' codes are made.
  await deps.db.updateTable('withdrawals').set({ due_at: deps.clock.sql }).execute();
  await moveDue(deps);
  await sandbox.deposit(who.email, 'BTC', '0.25');
  await registerLarge(deps);
  await withdraw('0.15');

  const { email } = await person(deps, { role: 'compliance', twoFactor: false });
  await openSignedIn(page, await staff(url, { email, password }), '/admin/desk');
  // What waits is due before what went on.
  const rows = cases(page).getByRole('link');
  await expect(rows).toHaveCount(3);
  await expect(rows.nth(0)).toContainText('Monitoring: Money straight through');
  await expect(rows.nth(0)).toContainText(/AUSTRAC, terrorism financing suspected: 23 h left/);
  const large = rows.filter({ hasText: 'EUR 15,000 or more' }).first();
  await expect(large).toContainText(/AUSTRAC, threshold or international transfer: \d+ days left/);
  await expectAccessible(page);

  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const clocks = page.getByRole('list', { name: 'Other clocks' }).getByRole('listitem');
  await expect(clocks).toHaveText([
    /^AUSTRAC, terrorism financing suspected: .* · 23 h left$/,
    /^AUSTRAC, other suspicion: /,
  ]);
  await expect(page.getByText(/came in and EUR [\d,.]+ goes out within 24 hours/)).toBeVisible();
  await choose(page, 'Reported to the authority');
  await page.getByRole('textbox', { name: 'Number of the report' }).fill('Report 2026-20.');
  await expectAccessible(page);
  await page.keyboard.press('Control+Enter');
  await confirm(page, url, email);
  await expect(page.getByText('Recorded.')).toBeVisible();
  await expect(rows).toHaveCount(3);

  await rows.filter({ hasText: 'EUR 15,000 or more' }).first().click();
  await expect(
    page.getByRole('heading', { name: /^Monitoring: EUR 15,000 or more/ }),
  ).toBeVisible();
  await expect(page.getByText(/^1 transfer (out|in): EUR [\d,.]+$/)).toBeVisible();
  await choose(page, 'Nothing to report');
  await page.getByRole('textbox', { name: 'Reason' }).fill('A house was sold.');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Nothing to report' }).click();
  await confirm(page, url, email);
  await expect(rows).toHaveCount(2);

  await page.getByRole('combobox', { name: 'Register' }).selectOption('monitoring');
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as CSV' }).click();
  await confirm(page, url, email);
  expect((await saved).suggestedFilename()).toMatch(/^register_monitoring_[\d-]+\.csv$/);
});

test('HARD-51 closing shows what may come back, and two officers pay it out at the desk once it has', async ({
  browser,
  page,
  within,
}) => {
  const { deps, url } = within;
  const api = new ApiClient(url);
  const who = await person(deps, { balances: { AUD: '100.5' }, twoFactor: false });
  await new Sandbox(url).kyc(who.email, 'approved');
  const account = { currency_id: 'AUD', bsb: '062-000', account_number: '12345678' };
  const { data: saved } = await api.must(
    saveAddress,
    { kind: 'fiat', label: 'Mine', holder: 'Test Person', ...account },
    who,
  );
  const { data } = await api.must(
    createPayout,
    { amount: '100', address_id: saved.address_id, fee: '0.5', password },
    { credential: who.credential, idempotencyKey: newKey() },
  );
  await markBroadcast(deps, data.withdrawal_id, 'hash', 9_000);
  await complete(deps, data.withdrawal_id, 'hash');

  await openSignedIn(page, { email: who.email, password }, '/profile/security');
  await page.getByRole('button', { name: 'Delete account' }).click();
  const returns = page.getByRole('list', { name: 'Payouts that can come back' });
  await expect(returns.getByRole('listitem')).toHaveText(/^AU?\$100\.00, until /);
  await expectAccessible(page);

  await api.must(deleteAccount, { password }, who);
  await takeBack(deps, data.withdrawal_id, 'refused');
  const pay = async (said: string) => {
    const { email } = await person(deps, { role: 'compliance', twoFactor: false });
    const desk = await (await browser.newContext()).newPage();
    await desk.goto(url);
    await openSignedIn(desk, await staff(url, { email, password }), '/admin/desk');
    await cases(desk).getByRole('link').click();
    await expect(desk.getByText('100.5 AUD')).toBeVisible();
    await choose(desk, 'Pay it out');
    await desk.getByRole('textbox', { name: 'Bank account' }).fill('062-000 87654321');
    await desk.getByRole('textbox', { name: 'Reason' }).fill('They wrote from their address.');
    await expectAccessible(desk);
    await desk.getByRole('button', { name: 'Pay it out' }).click();
    await confirm(desk, url, email);
    await expect(desk.getByText(said)).toBeVisible();
    return desk;
  };
  await pay('Noted. Another officer has to confirm it.');
  const desk = await pay('Recorded.');
  await desk.goto(`${url}/admin/desk/closed-money/payout:${data.withdrawal_id}:AUD`);
  await desk.getByRole('link', { name: 'What is kept of the closed account' }).click();
  await expect(desk.getByLabel('Email address or account number')).toHaveValue(who.id);
});
