import { expect, type Page } from '@playwright/test';
import { dayAfter, momentOf, occurrence } from '#core/time/recurrence.ts';
import { buyDue } from '#server/services/exchange/recurring/recurring-worker.ts';
import { sendDue } from '#server/services/messages/notices/outbox.ts';
import { expectAccessible } from '#tests/support/accessible.ts';
import { openSignedIn } from '#tests/support/e2e.ts';
import { type InProcess, password, person } from '#tests/support/in-process.ts';
import { inProcessTest as test } from '#tests/support/in-process-test.ts';
import { misfits } from '#tests/support/misfits.ts';
import { Sandbox } from '#tests/support/sandbox.ts';

const TITLE = 'AU$100.00 of Ethereum';

const text = (day: string): string =>
  new Intl.DateTimeFormat('en-US', {
    ...{ weekday: 'long', month: 'short', day: 'numeric', timeZone: 'UTC' },
  }).format(momentOf(day));

const item = (page: Page) => page.getByRole('listitem').filter({ hasText: TITLE });

/** A customer with this much cash who has set up to buy for AU$100 every week, and the first day of it. */
async function setUp(page: Page, { deps, url }: InProcess, cash: string) {
  const { email } = await person(deps, { balances: { AUD: cash } });
  await new Sandbox(url).kyc(email, 'approved');
  await openSignedIn(page, { email, password }, '/cash');
  await page.getByRole('link', { name: 'Recurring', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'No recurring buys yet' })).toBeVisible();
  await page.getByRole('button', { name: 'New recurring buy' }).click();
  const first = dayAfter(deps.clock.now());
  const dialog = page.getByRole('dialog', { name: 'New recurring buy' });
  await dialog.getByLabel('Buy').selectOption('Ethereum');
  await dialog.getByLabel('How often').selectOption('Every week');
  await dialog.getByRole('button', { name: 'Set up' }).click();
  await expect(dialog.getByText('Please enter a valid amount')).toBeVisible();
  await dialog.getByLabel('For how much, in AUD').fill('100');
  // The days and the widest spread are known before it is agreed to.
  const following = `then ${text(occurrence(first, 'weekly', 1))}`;
  await expect(dialog.getByText(following)).toContainText(/spread of at most \d(\.\d+)?%/);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Set up' }).click();
  await expect(dialog).toBeHidden();
  await expect(item(page)).toContainText(/Next (today|tomorrow)/);
  return { email, first };
}

test('BANK-08 cash buys an asset every week: skipped, paused, gone on with, and ended', async ({
  page,
  within,
}) => {
  const { first } = await setUp(page, within, '1000');
  const second = text(occurrence(first, 'weekly', 1));
  await item(page)
    .getByRole('button', { name: /^Skip the next/ })
    .click();
  await expect(item(page)).toContainText(`Next on ${second}`);
  await item(page).getByText('What was done').click();
  await expect(item(page)).toContainText(`${text(first)}: Skipped by you`);
  await item(page)
    .getByRole('button', { name: /^Pause/ })
    .click();
  await expect(item(page).getByText('Paused')).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 844 });
  expect(await misfits(page)).toEqual([]);
  await item(page)
    .getByRole('button', { name: /^Go on/ })
    .click();
  await expect(item(page)).toContainText(`Next on ${second}`);
  await item(page).getByRole('button', { name: /^End/ }).click();
  await page.getByRole('button', { name: 'End it' }).click();
  await expect(page.getByRole('heading', { name: 'No recurring buys yet' })).toBeVisible();
});

test('BANK-08 the day comes: it is bought once, and without cash it is skipped and told', async ({
  page,
  within,
}) => {
  const { email, first } = await setUp(page, within, '150');
  const { deps } = within;
  const at = async (day: string): Promise<void> => {
    deps.clock.advance(momentOf(day) - deps.clock.now() + 1_000);
    await Promise.all([buyDue(deps), buyDue(deps)]);
    await sendDue(deps);
    await openSignedIn(page, { email, password }, '/cash/recurring');
  };
  await at(first);
  const second = occurrence(first, 'weekly', 1);
  await expect(item(page)).toContainText(`Next on ${text(second)}`);
  await item(page).getByText('What was done').click();
  await expect(item(page)).toContainText(`${text(first)}: Bought`);
  await at(second);
  await item(page).getByText('What was done').click();
  await expect(item(page)).toContainText(`${text(second)}: Skipped, there was not enough cash`);
  await page.goto('/cash');
  await page.setViewportSize({ width: 320, height: 844 });
  expect(await misfits(page)).toEqual([]);
  await expect(page.getByTestId('asset-balance')).toHaveText('AU$50.00');
});
