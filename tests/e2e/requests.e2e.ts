import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '#tests/support/accessible.ts';
import { officer } from '#tests/support/accounts.ts';
import { openSignedIn, test } from '#tests/support/e2e.ts';

const said = (page: Page) => page.getByRole('textbox', { name: 'What happened' });
const kind = (page: Page) => page.getByRole('combobox', { name: 'What is it?' });
const send = (page: Page) => page.getByRole('button', { name: 'Send' });
const cases = (page: Page) => page.getByRole('region', { name: 'Open cases' }).getByRole('link');

/** What the device keeps of the form: sealed, so all that can be seen of it is whether it changed. */
const sealedDraft = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const opened = indexedDB.open('kopa-device');
    await new Promise((done) => opened.addEventListener('success', done));
    const records = opened.result.transaction('records').objectStore('records');
    const keys = records.getAllKeys();
    const values = records.getAll();
    await new Promise((done) => values.addEventListener('success', done));
    opened.result.close();
    const at = keys.result.findIndex((key) => /draft-.*request$/.test(String(key)));
    return JSON.stringify(values.result[at] ?? '', (_, part) => {
      if (part instanceof ArrayBuffer) return [...new Uint8Array(part)];
      return part instanceof Uint8Array ? [...part] : part;
    });
  });

test('KEEP-03 KEEP-10 a problem is reported from its transaction, kept while offline, and answered at the desk', {
  tag: '@core',
}, async ({ app, browser, page, customer, sandbox, network }) => {
  // So little that monitoring makes no case of its own for the desk (KEEP-08).
  const who = await customer({ balances: { BTC: '0.05' } });
  await openSignedIn(page, who, '/transactions');
  await page
    .getByRole('main')
    .getByRole('link', { name: /Deposit/ })
    .first()
    .click();
  await page.getByRole('link', { name: 'Report a problem' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Report a problem' })).toBeVisible();
  await expect(kind(page)).toHaveValue('refund');
  await send(page).click();
  await expect(page.getByText('Say what happened.')).toBeVisible();
  await kind(page).selectOption('error');
  await expectAccessible(page);

  await said(page).fill('The amount');
  await expect.poll(() => sealedDraft(page)).not.toBe('""');
  const before = await sealedDraft(page);
  await network.cut();
  await said(page).fill('The amount is wrong.\nI sent 0.06 BTC.');
  await expect(
    page.getByText('Sending needs a connection. What you typed stays here.'),
  ).toBeVisible();
  await expect.poll(() => sealedDraft(page)).not.toBe(before);
  await network.restore();
  await page.reload();
  await expect(said(page)).toHaveValue('The amount is wrong.\nI sent 0.06 BTC.');
  await expect(kind(page)).toHaveValue('error');
  await send(page).click();

  await expect(page.getByRole('heading', { level: 1, name: 'Your requests' })).toBeVisible();
  const item = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Error report' });
  await expect(item).toContainText(/We answer by .* at \d{1,2}:\d\d\s[AP]M\./);
  const reference = (await item.textContent())?.match(/R-\w{5}-\w{5}/)?.[0] ?? '';
  expect(reference).not.toBe('');
  await expectAccessible(page);
  expect((await sandbox.inbox(who.email)).map(({ subject }) => subject)).toContain(
    `We have your request ${reference}`,
  );
  // What was sent is not offered again.
  await page.goto('/requests/new');
  await expect(said(page)).toHaveValue('');
  await page.goto('/requests');

  const desk = await (
    await browser.newContext({ viewport: { width: 1280, height: 800 } })
  ).newPage();
  await desk.goto(app.url);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await openSignedIn(desk, await officer(app.url), '/admin/desk');
  await expect(desk.getByRole('heading', { level: 1, name: 'Desk' })).toBeVisible();
  await expectAccessible(desk);
  await desk.getByRole('searchbox').fill(reference.toLowerCase());
  await desk.keyboard.press('Enter');
  await expect(desk.getByRole('heading', { name: 'Error report' })).toBeVisible();
  await expect(desk.getByText('I sent 0.06 BTC.')).toBeVisible();
  await expectAccessible(desk);
  await desk.getByRole('radio', { name: 'Reject' }).check();
  await desk.getByRole('textbox', { name: 'Text' }).fill('The network says 0.05 BTC.');
  await desk.getByRole('button', { name: 'Reject' }).click();
  // Each decision takes a code of its own.
  const code = desk.getByRole('dialog').getByRole('textbox');
  await code.fill((await officer(app.url)).code ?? '');
  await desk.keyboard.press('Enter');
  await expect(desk.getByRole('heading', { level: 1, name: 'Desk' })).toBeVisible();
  await expect(cases(desk).filter({ hasText: who.email })).toHaveCount(0);
  await desk.context().close();

  // The open page hears of it.
  await expect(item).toContainText('Not accepted');
  await expect(item).toContainText('The network says 0.05 BTC.');
  const answers = (await sandbox.inbox(who.email)).filter(({ subject }) =>
    subject.startsWith('Our answer'),
  );
  expect(answers).toHaveLength(1);
  // No customer loads the desk.
  expect(asked.filter((url) => url.includes('desk'))).toEqual([]);
});

test('KEEP-03 too late is said before anything is typed, with the way that remains', async ({
  page,
  customer,
}) => {
  await openSignedIn(page, await customer(), '/requests');
  await expect(page.getByText('Nothing yet')).toBeVisible();
  await page.evaluate(
    (at) => {
      const report = { transaction: { title: 'Deposit Bitcoin', id: 'd-1', at } };
      history.pushState({ report }, '', '/requests/new');
    },
    Date.now() - 8 * 24 * 3_600_000,
  );
  await expect(page.getByRole('heading', { name: 'Deposit Bitcoin' })).toBeVisible();
  await expect(kind(page)).toHaveValue('complaint');
  await kind(page).selectOption('error');
  await expect(
    page.getByText(
      'An error can be reported within 7 days of the transaction. You can still send a complaint.',
    ),
  ).toBeVisible();
});

test('KEEP-04 a correction of one’s data is asked for where the data is downloaded', async ({
  page,
  customer,
}) => {
  await openSignedIn(page, await customer(), '/profile/security');
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Download my data/ })
    .click();
  await page.getByRole('dialog').getByRole('link', { name: 'send a request' }).click();
  await expect(kind(page)).toHaveValue('correct');
  await said(page).fill('My street is Example Road 5.');
  await send(page).click();
  await expect(page.getByRole('main').getByRole('listitem')).toContainText('Correction of my data');
});
