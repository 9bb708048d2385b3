import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '#tests/support/accessible.ts';
import { appRuns, openSignedIn } from '#tests/support/e2e.ts';
import { password, person } from '#tests/support/in-process.ts';
import { inProcessTest as test } from '#tests/support/in-process-test.ts';
import { addressField, amountField, BTC } from './withdraw-page.ts';

const LINK = `bitcoin:${BTC}?amount=0.01`;
const ETH = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const to = (text: string): string => `/pay?link=${encodeURIComponent(text)}`;

test.beforeEach(async ({ page, within }) => {
  const who = await person(within.deps, { balances: { BTC: '0.5', ETH: '2' } });
  await openSignedIn(page, { email: who.email, password }, '/wallet');
});

const asked = (page: Page) => page.getByRole('region', { name: 'You are asked to pay' });

test('LIVE-04 a payment link is shown and asked about, and then fills in the withdrawal', async ({
  page,
}) => {
  await page.goto(to(LINK));
  await expect(asked(page)).toContainText('0.01 BTC');
  await expect(page).toHaveURL('/pay');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Fill in the withdrawal' }).click();
  await expect(page).toHaveURL('/send');
  await expect(addressField(page)).toHaveValue(BTC);
  await expect(amountField(page)).toHaveValue('0.01');
});

test('LIVE-04 an address of several assets asks which one is meant', async ({ page }) => {
  await page.goto(to(`Please send it to ${ETH}.`));
  const choice = page.getByRole('group', { name: 'Which asset do you want to send?' });
  await expect(choice.getByRole('button')).toHaveText(
    ['Ethereum', 'Avax', 'Tether', 'USDC'].map((name) => new RegExp(name)),
  );
  await choice.getByRole('button', { name: 'Ethereum' }).click();
  await expect(addressField(page)).toHaveValue(ETH);
});

test('LIVE-04 what is no payment, or one that cannot be made here, is explained', async ({
  page,
}) => {
  for (const [text, why] of [
    ['hello', 'There is no payment link and no address in it.'],
    [`${LINK} bitcoin:${ETH}`, 'There is more than one recipient in it'],
    [`ethereum:${ETH}@56`, 'It asks for something that can’t be done here'],
  ] as const) {
    await page.goto(to(text));
    await expect(page.getByRole('heading', { name: 'This can’t be opened' })).toBeVisible();
    await expect(page.getByText(why)).toBeVisible();
  }
  await page.goto('/pay');
  await expect(page.getByText('Nothing arrived, or it was opened already.')).toBeVisible();
  await page.goto(to(`bitcoin:${ETH}`));
  await expect(asked(page)).toContainText('This can’t be sent from here.');
});

test('LIVE-04 a link that launches the installed app again opens in its window, unless something is under way there', async ({
  page,
}) => {
  await page.addInitScript(() => {
    let consumer: (launch: { targetURL: string }) => void = () => undefined;
    const launchQueue = {
      setConsumer: (given: typeof consumer) => {
        consumer = given;
        given({ targetURL: location.href });
      },
    };
    Object.defineProperty(window, 'launchQueue', { value: launchQueue });
    Object.assign(window, {
      launch: (path: string) => consumer({ targetURL: new URL(path, location.href).href }),
    });
  });
  const launch = (path: string) =>
    page.evaluate(
      (target) => (window as unknown as { launch(to: string): void }).launch(target),
      path,
    );
  await page.goto('/transactions');
  await appRuns(page);
  await launch(to('hello'));
  await expect(page.getByRole('heading', { name: 'This can’t be opened' })).toBeVisible();
  // One after the other, without leaving the page: the last one is what is asked about.
  await launch(to(`bitcoin:${BTC}?amount=0.02`));
  await expect(asked(page)).toContainText('0.02 BTC');
  await launch(to(LINK));
  await expect(asked(page)).toContainText('0.01 BTC');
  await expect(page).toHaveURL('/pay');
  await page.getByRole('button', { name: 'Fill in the withdrawal' }).click();
  await expect(addressField(page)).toHaveValue(BTC);
  // The form is filled in: it is not left because of a link.
  await launch(to(`bitcoin:${BTC}?amount=0.3`));
  await expect(
    page.getByText('Finish what you are doing first, then open the link again.'),
  ).toBeVisible();
  await expect(page).toHaveURL('/send');
  await expect(amountField(page)).toHaveValue('0.01');
});
