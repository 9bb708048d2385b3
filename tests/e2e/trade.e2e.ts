import { expect, type Locator } from '@playwright/test';
import { getCurrencyPrice } from '#core/contract/market/price.ts';
import { getInstruments } from '#core/contract/money/swap.ts';
import { seal } from '#core/envelope/envelope.ts';
import { expectAccessible } from '#tests/support/accessible.ts';
import { newKey, transport } from '#tests/support/api-client.ts';
import { openSignedIn, signIn, test } from '#tests/support/e2e.ts';
import { holdTime } from '#tests/support/held-time.ts';
import { toasts } from '#tests/support/toasts.ts';
import { tryAgain } from './mending.ts';
import {
  buyButton,
  cardForm,
  cards,
  dropRequests,
  OPEN,
  openTrade,
  paidElsewhere,
  pay,
  payWith,
  RECORD,
  toCardForm,
  withProfile,
} from './trade-page.ts';

const CONFIRM = '/exchange/confirm-swap';
const OUTCOME = '/exchange/get-operation-outcome';

test('SHELL-08 SHELL-09 BUY-01 BUY-05 BUY-06 TRD-03 PWA-06 HARD-20 a purchase by card works from the form through the payment frame to the wallet', {
  tag: '@core',
}, async ({ page, app, network, customer }) => {
  await openSignedIn(page, await withProfile(app.url, await customer()));
  await openTrade(page);
  await expect(page.getByRole('link', { name: 'Wallet' }).first()).toHaveAttribute(
    'aria-current',
    'page',
  );
  await page.getByRole('button', { name: /, change$/ }).click();
  const picker = page.getByRole('dialog', { name: 'Select Crypto' });
  await picker.getByRole('searchbox', { name: 'Search asset' }).fill('nothing such');
  await expect(picker.getByText('No assets found')).toBeVisible();
  await picker.getByRole('searchbox').fill('bitc');
  await picker.getByRole('button', { name: /Bitcoin/ }).click();
  await expect(
    page.getByText('AU$1.00 to AU$20,000.00 per purchase', { exact: true }),
  ).toBeVisible();
  await expect(buyButton(page)).toHaveAttribute('aria-disabled', 'true');
  await expect(buyButton(page)).toHaveAccessibleDescription(/^Enter amount/);
  // The button can still be pressed, and a press says where to begin.
  await buyButton(page).click({ force: true });
  await expect(page.getByText('Please enter a valid amount')).toBeVisible();
  await expect(pay(page)).toBeFocused();
  const limits = page.getByText('Card purchases can be from AU$1.00 to AU$20,000.00.');
  // Both ends are told while typing.
  await pay(page).fill('20000.01');
  await expect(limits).toBeVisible();
  await expect(buyButton(page)).toHaveAttribute('aria-disabled', 'true');
  await pay(page).fill('50');
  await expect(limits).toBeHidden();
  await expect(buyButton(page)).toHaveAttribute('aria-disabled', 'false');
  await pay(page).fill('0.50');
  await expect(limits).toBeVisible();
  await expect(buyButton(page)).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('button', { name: 'AU$100' }).click();
  await expect(page.getByText('Fees (0.5%)').locator('..')).toContainText('AU$0.50');
  await expectAccessible(page);
  await pay(page).fill('150');
  await buyButton(page).dblclick();
  await expect(page.getByText('Initializing payment...')).toBeVisible();
  await expect(cardForm(page).getByText('for 150 AUD')).toBeVisible();
  expect(network.sent(OPEN)).toBe(1);
  const held = () =>
    page.evaluate(async () =>
      (await navigator.locks.query()).held?.some(({ name }) => name === 'kopa-money-flow:payment'),
    );
  expect(await held()).toBe(true);
  for (const [screen, width, height] of [
    [1280, 550, 650],
    [769, 550, 650],
    [768, 768 - 40, 550],
    [481, 481 - 40, 550],
    [480, 480 - 20, 600],
    [390, 390 - 20, 600],
  ] as const) {
    await page.setViewportSize({ width: screen, height: 844 });
    await expect
      .poll(() => page.getByTitle('Card payment form').boundingBox())
      .toMatchObject({ width, height });
  }
  // Only the provider's form may scroll; the dialog around it fits.
  await page.setViewportSize({ width: 1280, height: 800 });
  const spare = await page
    .getByRole('dialog')
    .evaluate((dialog) => dialog.scrollHeight - dialog.clientHeight);
  expect(spare).toBe(0);
  await payWith(page, cards.pays);
  const heading = page.getByRole('heading', { name: /^You bought 0\.\d+ BTC for AU\$150\.00$/ });
  await expect(heading).toBeVisible();
  await expectAccessible(page);
  const rows = page.getByRole('main').locator('dl');
  await expect(rows).toContainText(
    /Price1 BTC = AU\$[\d,.]+Spread, included[\d.]+%Fees \(0\.5%\)AU\$0\.75/,
  );
  const price = (await rows.textContent())?.match(/1 BTC = AU\$([\d,]+\.\d\d)/)?.[1];
  await page.getByRole('button', { name: 'Done' }).press('Enter');
  // It leads to what was bought, where the purchase tells the same.
  await expect(page.getByRole('heading', { level: 1, name: 'Bitcoin' })).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
  await page.getByRole('listitem').getByRole('link').first().click();
  await expect(page.getByRole('main')).toContainText(/Fees \(0\.5%\)AU\$0\.75/);
  await expect(page.getByRole('main')).toContainText(`Price1 BTC = ${price?.slice(0, -1)}`);
  await expect(page.getByRole('main')).not.toContainText('USDC');
  await page.getByRole('link', { name: 'Wallet' }).first().click();
  await expect(page.getByRole('link', { name: /^Bitcoin/ })).toContainText(/0\.\d+ BTC/);
  expect(await held()).toBe(false);
});

test('WAL-06 BUY-01 a customer abroad has the same assets and pays in the same currency as at home', async ({
  page,
  context,
  app,
  customer,
}) => {
  await context.addCookies([{ name: 'country', value: 'LT', url: app.url }]);
  await signIn(page, await withProfile(app.url, await customer({ balances: { USDT: '310.5' } })));
  await expect(page.getByTestId('total')).toHaveText(/^AU\$/);
  await expect(page.getByRole('link', { name: /^Tether/ })).toContainText('310.5');
  await openTrade(page);
  await toCardForm(page, '150');
  await payWith(page, cards.pays);
  await expect(
    page.getByRole('heading', { name: /^You bought 0\.\d+ BTC for AU\$150\.00$/ }),
  ).toBeVisible();
});

test('BUY-07 BUY-09 HARD-37 after a declined card, a forged return address or a closed payment the provider’s status counts', async ({
  page,
  app,
  customer,
}) => {
  await openSignedIn(page, await withProfile(app.url, await customer()));
  await openTrade(page);
  await toCardForm(page, '20');
  await payWith(page, cards.declined);
  await expect(page.getByRole('heading', { name: 'Payment Failed' })).toBeVisible();
  await page.getByRole('button', { name: 'OK' }).click();
  const panel = page.getByRole('region', { name: 'Payment Result' });
  await expect(panel.getByText('Transaction Saved').locator('..')).toContainText('Yes');
  await expect(panel.getByText('Status', { exact: true }).locator('..')).toContainText('Failed');
  await expectAccessible(page);
  // The ids fit into the panel on the smallest phone too.
  const before = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await panel.evaluate((card) => card.scrollWidth - card.clientWidth)).toBe(0);
  if (before) await page.setViewportSize(before);
  await panel.getByRole('button', { name: 'Close' }).click();
  await expect(panel).toBeHidden();

  await toCardForm(page, '20');
  // Anybody can forge an address that says “success”.
  await page.evaluate(() => {
    const frame = document.querySelector('iframe');
    if (frame) frame.src = '/success';
  });
  await expect(page.getByText('Checking with the card provider…')).toBeVisible();
  await expect(panel.getByText('Status', { exact: true }).locator('..')).toContainText('Pending', {
    timeout: 30_000,
  });
  // What only support needs is folded away (HARD-37).
  await expect(panel.getByText('Payment Token')).toBeHidden();
  await panel.getByText('Details for support').click();
  await expect(panel.getByText('Payment Token')).toBeVisible();
  await panel.getByRole('button', { name: 'Continue payment' }).click();
  await payWith(page, cards.stalls);
  await expect(cardForm(page).getByText('Waiting for your bank…')).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await expect(panel.getByText('Transaction Saved').locator('..')).toContainText('No');
  await panel.getByRole('button', { name: 'Continue payment' }).click();
  await payWith(page, cards.pays);
  await expect(page.getByRole('heading', { name: /^You bought/ })).toBeVisible();
});

test('BEY-17 BUY-09 a purchase paid with no page open is announced on the wallet and the return page until the customer presses OK', async ({
  page,
  app,
  network,
  customer,
}) => {
  const account = await withProfile(app.url, await customer());
  const bought = await paidElsewhere(app.url, account);
  const answers = await network.holdAnswers('/exchange/get-purchases');
  await signIn(page, account);
  await answers.arrived;
  await expect(page.getByRole('link', { name: /^Bitcoin/ })).toBeVisible();
  const tiles = page.getByRole('navigation', { name: 'Actions' });
  const before = await tiles.boundingBox();
  await answers.release();
  const told = page.getByText(`You bought ${bought} BTC for AU$150.00`);
  await expect(told).toBeVisible();
  // The announcement has not moved the tiles from under a finger.
  expect(await tiles.boundingBox()).toEqual(before);
  await expectAccessible(page);
  // The tab was left for the card payment page.
  await page.evaluate(() => sessionStorage.setItem('kopa-paying', 'yes'));
  await page.goto('/fail');
  await expect(
    page.getByRole('heading', { name: 'You are back from the payment page' }),
  ).toBeVisible();
  await expect(told).toBeVisible();
  const seen = page.waitForResponse('**/api/exchange/see-purchase');
  await page.getByRole('button', { name: 'OK' }).click();
  await seen;
  await expect(told).toBeHidden();
  const listed = page.waitForResponse('**/api/exchange/get-purchases');
  await page.goto('/wallet');
  await listed;
  await expect(page.getByRole('link', { name: /^Bitcoin/ })).toContainText(`${bought} BTC`);
  await expect(told).toBeHidden();
});

test('HARD-14 BEY-17 BUY-05 BUY-07 an open payment is told on every page, and another one closes it once the customer agrees', async ({
  page,
  app,
  customer,
}) => {
  await openSignedIn(page, await withProfile(app.url, await customer()));
  await openTrade(page);
  const panel = page.getByRole('region', { name: 'Payment Result' });
  const another = page.getByRole('dialog', { name: 'A payment is still open' });
  await toCardForm(page, '20');
  // The backdrop closes the payment, as Escape does. A press right after the dialog opened is ignored.
  const form = page.getByRole('dialog').filter({ has: page.getByTitle('Card payment form') });
  await expect(() =>
    page.mouse.click(5, 5).then(() => expect(form).toHaveCount(0, { timeout: 100 })),
  ).toPass();
  await expect(panel).toBeVisible();
  // One primary button at a time.
  await expect(page.locator('main .btn--primary')).toHaveText(['Check again']);
  await panel.getByRole('button', { name: 'Check again' }).click();
  await expect(panel.getByText(/^Still waiting · checked at \d+:\d\d\s[AP]M$/)).toBeVisible();
  await pay(page).fill('30');
  await buyButton(page).click();
  await expect(another).toContainText('Your card payment of AU$20.00 is not settled yet.');
  await expectAccessible(page);
  await another.getByRole('button', { name: 'Make another payment' }).click();
  await expect(cardForm(page).getByText('for 30 AUD')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(panel).toContainText('AU$30.00');
  await pay(page).fill('');
  // The one before was closed at the provider, and says so on every page until that was read.
  for (const name of ['Wallet', 'Transactions']) {
    await page.getByRole('link', { name }).last().click();
    await expect(page.getByText(/^Your card payment of AU\$20\.00 was cancelled\./)).toBeVisible();
  }
  await page.getByRole('button', { name: 'OK' }).click();
  const line = page.getByRole('region', { name: 'Card payments' }).locator('summary');
  await expect(line).toHaveText('AU$30.00 by card under way');
  await line.click();
  await expect(
    page.getByText(/^Your card payment of AU\$30\.00 is not settled yet\./),
  ).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Transaction History' })).toBeVisible();
  await expectAccessible(page);
});

test('BEY-17 EASE-06 an open payment is one line on every phone, and its actions are in one row', async ({
  page,
  app,
  customer,
}) => {
  await openSignedIn(page, await withProfile(app.url, await customer()));
  await openTrade(page);
  await toCardForm(page, '20');
  await page.goto('/wallet');
  const edge = async (name: string) => {
    const box = await page.getByRole('button', { name, exact: true }).boundingBox();
    return box && Math.round(box.y);
  };
  const panel = page.getByRole('region', { name: 'Card payments' });
  for (const [width, height] of [
    [1280, 800],
    [320, 740],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect(panel.locator('summary')).toBeVisible();
    expect((await panel.boundingBox())?.height).toBeLessThanOrEqual(50);
    const text = panel.locator('summary span');
    expect(
      await text.evaluate(
        (one) => one.scrollHeight / Number.parseFloat(getComputedStyle(one).lineHeight),
      ),
    ).toBeLessThan(1.5);
    await panel.locator('summary').click();
    await expect(page.getByText(/^Your card payment of AU\$20\.00/)).toBeVisible();
    expect(await edge('Hide')).toBe(await edge('Check again'));
    await panel.locator('summary').click();
  }
});

test('SPEC-11 an open payment stands above the form, and what has ended below it', async ({
  page,
  app,
  customer,
}) => {
  await openSignedIn(page, await withProfile(app.url, await customer()));
  await openTrade(page);
  await toCardForm(page, '30');
  await payWith(page, cards.declined);
  await expect(page.getByRole('heading', { name: 'Payment Failed' })).toBeVisible();
  await page.goto('/buy-sell');
  await toCardForm(page, '20');
  await page.goto('/buy-sell');
  const open = page.getByRole('region', { name: 'Card payments' });
  await expect(open.locator('summary')).toHaveText('AU$20.00 by card under way');
  const top = async (part: Locator): Promise<number> => (await part.boundingBox())?.y ?? 0;
  expect(await top(open)).toBeLessThan(await top(pay(page)));
  await page.goto('/wallet');
  await expect(open).toBeVisible();
});

test('BEY-02 BUY-06 when answers are lost, the outcome is found out and nothing is sent twice', async ({
  page,
  context,
  app,
  network,
  customer,
}) => {
  await openSignedIn(page, await withProfile(app.url, await customer()));
  await openTrade(page);
  const restore = await dropRequests(context, OPEN);
  await pay(page).fill('20');
  await buyButton(page).click();
  await expect(page.getByText('Failed to initialize payment')).toBeVisible();
  await expect(pay(page)).toHaveValue('20');
  await restore();
  const keep = await network.loseAnswers(OPEN);
  await buyButton(page).click();
  await expect(cardForm(page).getByRole('heading', { name: 'Sandbox payment' })).toBeVisible();
  await keep();
  const answer = await network.loseAnswers(RECORD);
  await payWith(page, cards.pays);
  await expect(page.getByRole('heading', { name: /^You bought/ })).toBeVisible();
  await answer();
  expect(network.sent(OPEN)).toBe(2);
  expect(network.sent(RECORD)).toBe(1);
});

test('SPEC-12 a payment that was paid in another tab is told in the first one at once, by the stream alone', async ({
  page,
  context,
  app,
  network,
  customer,
}) => {
  await context.addInitScript(() => {
    // The page’s own timers are gone: what still shows, the server has told.
    Reflect.set(window, 'setInterval', () => 0);
  });
  await openSignedIn(page, await withProfile(app.url, await customer()));
  await openTrade(page);
  await toCardForm(page, '100');
  const form = await page.locator('iframe').getAttribute('src');
  const other = await context.newPage();
  await other.goto(form ?? '');
  await other.getByText(cards.pays).click();
  await other.getByRole('button', { name: /^Pay/ }).click();
  await expect(other).toHaveURL(/\/wallet$/);
  await expect(page.getByRole('heading', { name: /^You bought/ })).toBeVisible();
  await expect(page.getByRole('dialog', { name: 'Card payment' })).toHaveCount(0);
  expect(network.sent(OPEN)).toBe(1);
});

test('HARD-14 BEY-02 BEY-17 of two tabs that buy at the same time, the later one’s payment counts', {
  tag: '@core',
}, async ({ page, context, app, customer }) => {
  const account = await withProfile(app.url, await customer());
  await openSignedIn(page, account);
  const other = await context.newPage();
  await other.goto('/wallet');
  await openTrade(page);
  await toCardForm(page, '20');
  await openTrade(other);
  // The other tab knows of the first payment, and says so before a second one is made.
  await expect(other.getByText('AU$20.00 by card under way', { exact: true }).last()).toBeVisible();
  await pay(other).fill('20');
  await buyButton(other).click();
  await other.getByRole('button', { name: 'Make another payment' }).click();
  await expect(cardForm(other).getByRole('heading', { name: 'Sandbox payment' })).toBeVisible();
  // The first one's form is not left open to be paid in vain (SPEC-12).
  await expect(page.getByText(/^Your card payment of AU\$20\.00 was cancelled\./)).toBeVisible();
  await expect(page.getByRole('dialog', { name: 'Card payment' })).toHaveCount(0);
  await payWith(other, cards.pays);
  await expect(other.getByRole('heading', { name: /^You bought/ })).toBeVisible();
  await page.goto('/transactions');
  const purchases = page.getByRole('link', { name: /Bitcoin|BTC/ });
  await expect(purchases).toHaveCount(2);
  await expect(purchases.filter({ hasText: 'Replaced' })).toHaveCount(1);
});

test('BUY-03 BUY-04 BUY-05 PWA-05 a purchase says what blocks it: the profile, the identity check, the payment form or the connection', async ({
  page,
  context,
  app,
  sandbox,
  network,
  customer,
}) => {
  const account = await customer({ approved: false });
  await openSignedIn(page, account);
  await openTrade(page);
  await pay(page).fill('20');
  await buyButton(page).click();
  const profile = page.getByRole('dialog', { name: 'Complete Your Profile to Continue' });
  await expect(profile).toContainText(
    'We need a few more details to process your currency purchase.',
  );
  await expect(profile.getByRole('link', { name: 'Update Profile' })).toHaveAttribute(
    'href',
    '/profile',
  );
  await withProfile(app.url, account);
  await page.goto('/');
  await page.evaluate(() => localStorage.clear());
  await signIn(page, account);
  await openTrade(page);
  await expect(page.getByText(/^Up to AU\$200 per purchase; once verified, /)).toBeVisible();
  await pay(page).fill('200.01');
  await buyButton(page).click();
  const identity = page.getByRole('dialog', { name: 'Secure your account' });
  await expect(identity.getByText('Verify your account')).toBeVisible();
  await expect(identity).toContainText('Purchases above AU$200 need a verified identity.');
  await identity.getByRole('button', { name: 'Complete Verification' }).click();
  await expect(page.getByRole('dialog', { name: 'Account Verification' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(identity).toBeHidden();
  await expect(pay(page)).toHaveValue('200.01');
  await expect(buyButton(page)).toBeFocused();
  // A check that is under review is not started again (KYC-01).
  await sandbox.kyc(account.email, 'submitted');
  await buyButton(page).click();
  await expect(identity).toContainText(
    'Your identity check is under review. Until it is done, you can make purchases up to AU$200, AU$1,000 in 30 days.',
  );
  await expect(identity.getByRole('button', { name: 'Complete Verification' })).toBeHidden();
  await identity.getByRole('button', { name: 'OK' }).click();
  await expect(identity).toBeHidden();
  await sandbox.kyc(account.email, 'rejected');
  await buyButton(page).click();
  await expect(toasts(page).filter({ hasText: /^Verification Required/ })).toContainText(
    'Your account verification was rejected. Please contact support for assistance.',
  );
  await sandbox.kyc(account.email, 'approved');
  // Nobody answers, so the browser shows its own error page in the frame.
  await context.route('**/sandbox/pay/**', (route) => route.abort('connectionreset'));
  await buyButton(page).click();
  await expect(page.getByText('Failed to load payment form. Please try again.')).toBeVisible({
    timeout: 30_000,
  });
  await expectAccessible(page);
  await context.unroute('**/sandbox/pay/**');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(cardForm(page).getByRole('heading', { name: 'Sandbox payment' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { name: 'Payment Result' })).toBeVisible();
  await network.cut();
  await expect(page.getByText('Buying needs a connection.')).toBeVisible();
  await expect(buyButton(page)).toHaveAttribute('aria-disabled', 'true');
  await expectAccessible(page);
});

test('BUY-05 BEY-02 BEY-23 when the card form is lost while it pays, the server is asked and the customer need not pay again', async ({
  page,
  context,
  app,
  network,
  customer,
  problems,
}) => {
  problems.allow(/ERR_|Failed to load resource/);
  await openSignedIn(page, await withProfile(app.url, await customer()));
  await openTrade(page);
  await toCardForm(page, '150');
  // The payment arrives, its answer does not.
  await context.route('**/sandbox/pay/**', async (route) => {
    await route.fetch({ maxRedirects: 0 });
    await network.cut();
    await route.abort('connectionreset');
  });
  await payWith(page, cards.pays);
  const result = page.getByRole('region', { name: 'Payment Result' });
  await expect(result).toContainText(/could not be checked.* It is not lost/);
  await expect(result).toContainText('StatusUnknown');
  await expect(page.getByText('Failed to load payment form')).toHaveCount(0);
  await network.restore();
  await expect(page.getByRole('heading', { name: /^You bought / })).toBeVisible();
});

test('TRD-01 each side fits the phone and the desk, and a red banner with Retry says what did not load', async ({
  page,
  context,
  customer,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, await customer({ balances: { SOL: '3' } }));
  const prices = `**/api${getCurrencyPrice.path}`;
  const pairs = `**/api${getInstruments.path}`;
  for (const path of [prices, pairs])
    await context.route(path, (route) => route.fulfill({ body: 'No' }));
  await page.getByRole('link', { name: 'Buy/Sell' }).click();
  const banner = page.locator('form').getByRole('alert');
  const red = async (text: string): Promise<void> => {
    await expect(banner).toContainText(text);
    // The page goes on trying by itself, and a banner that is replaced meanwhile has no colour.
    const isRed = async (): Promise<boolean> => {
      const rgb = await banner.evaluate((box) => getComputedStyle(box).color.match(/\d+/g));
      const [r = 0, g = 0, b = 0] = (rgb ?? []).map(Number);
      return r > 2 * Math.max(g, b);
    };
    await expect.poll(isRed).toBe(true);
  };
  const bar = page.locator('nav.tabbar');
  const go = page.locator('form .go');
  /** On the phone the button stays in view above the bar; from 768 px on it has its place in the page. */
  const layouts = async (): Promise<void> => {
    for (const [width, phone] of [
      [390, true],
      [767, true],
      [768, false],
      [1280, false],
    ] as const) {
      await page.setViewportSize({ width, height: 844 });
      await expect(bar).toBeVisible({ visible: phone });
      await expect(go).toHaveCSS('position', phone ? 'sticky' : 'static');
    }
  };
  await red('Failed to fetch exchange rate');
  await layouts();
  const price = page.getByText(/^1 BTC = /);
  await tryAgain(
    page,
    banner.getByRole('button', { name: 'Retry' }),
    prices,
    () => context.unroute(prices),
    price,
  );
  await expect(banner).toHaveCount(0);

  await page.getByRole('button', { name: 'Sell', exact: true }).click();
  await red('We could not load the trading pairs.');
  await layouts();
  const amount = page.getByRole('textbox', { name: /^I have/ });
  await amount.fill('1');
  await tryAgain(
    page,
    banner.getByRole('button', { name: 'Retry' }),
    pairs,
    () => context.unroute(pairs),
    page.getByText('Not enough Bitcoin to sell'),
  );
});

test('BUY-05 the payment form is put into its frame half a second after it was opened, and after Retry', async ({
  page,
  context,
  app,
  customer,
}) => {
  await openSignedIn(page, await withProfile(app.url, await customer()));
  await openTrade(page);
  await holdTime(page);
  const form = page.getByTitle('Card payment form');
  const afterHalfASecond = async (): Promise<void> => {
    await expect(page.getByText('Initializing payment...')).toBeVisible();
    await page.clock.runFor(499);
    await expect(form).toHaveCount(0);
    await page.clock.runFor(1);
    await expect(form).toHaveCount(1);
  };
  const seen = Promise.withResolvers<void>();
  await context.route('**/sandbox/pay/**', async (route) => {
    await seen.promise;
    await route.abort('connectionreset');
  });
  await pay(page).fill('20');
  await buyButton(page).click();
  await afterHalfASecond();
  seen.resolve();
  await expect(page.getByText('Failed to load payment form. Please try again.')).toBeVisible();
  await context.unroute('**/sandbox/pay/**');
  await page.getByRole('button', { name: 'Retry' }).click();
  await afterHalfASecond();
  await expect(cardForm(page).getByRole('heading', { name: 'Sandbox payment' })).toBeVisible();
});

test('TRD-03 a sale that the server refuses is “Payment Failed”, and OK leads back to what was typed', async ({
  page,
  context,
  customer,
}) => {
  await openSignedIn(page, await customer({ balances: { BTC: '1' } }));
  await openTrade(page);
  await page.getByRole('button', { name: 'Sell', exact: true }).click();
  const amount = page.getByRole('textbox', { name: /^I have/ });
  await amount.fill('0.1');
  const refusal = { status: 'error', code: 'INVALID_INPUT', message: 'Not today.' };
  const body = JSON.stringify({ res: seal(transport, refusal, newKey()) });
  await context.route(`**/api${CONFIRM}`, (route) => route.fulfill({ status: 422, body }));
  await page.getByRole('button', { name: 'Sell BTC' }).click();
  await expect(page.getByRole('heading', { name: 'Payment Failed', exact: true })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('Not today.');
  await page.getByRole('button', { name: 'OK', exact: true }).click();
  await expect(amount).toHaveValue('0.1');
});

test('TRD-01 TRD-02 TRD-03 BEY-02 a sale is quoted and made once, even if its answer is lost', {
  tag: '@core',
}, async ({ page, network, customer }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, await customer({ balances: { BTC: '1' } }));
  await openTrade(page);
  await page.getByRole('button', { name: 'Sell', exact: true }).click();
  const amount = page.getByRole('textbox', { name: /^I have/ });
  await expect(page.getByText(/^I have 1/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Enter amount' })).toBeVisible();
  await page.getByRole('button', { name: 'Max' }).click();
  await expect(amount).toHaveValue('1');
  // Checked here and not just before the sale: its quote holds ten seconds and is not renewed.
  await expect(page.getByRole('button', { name: 'Sell BTC' })).toBeEnabled();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Min' }).click();
  const least = await amount.inputValue();
  await expect(page.getByText(`Minimum ${least}\u00a0BTC`)).toBeVisible();
  await page.getByRole('button', { name: '50%' }).click();
  await expect(amount).toHaveValue('0.5');
  await expect(page.getByRole('button', { name: 'Sell BTC' })).toBeEnabled();
  await page.getByRole('button', { name: 'Sell BTC' }).dblclick();
  await expect(
    page.getByRole('heading', { name: /^You sold 0\.5 BTC for [\d,.]+ USDT$/ }),
  ).toBeVisible();
  expect(network.sent(CONFIRM)).toBe(1);
  await page.getByRole('button', { name: 'Done' }).press('Enter');
  await expect(page.getByText(/^I have 0\.5/)).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
  await network.loseAnswers(CONFIRM);
  await amount.fill('0.1');
  await page.getByRole('button', { name: 'Sell BTC' }).click();
  await expect(page.getByRole('heading', { name: /^You sold 0\.1 BTC/ })).toBeVisible();
  expect(network.sent(CONFIRM)).toBe(2);
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText(/^I have 0\.4/)).toBeVisible();
});

test('BEY-01 BEY-02 after a sale that was never sent, one whose answer is lost with its page is reported in two tabs and made once', async ({
  page,
  context,
  network,
  customer,
}) => {
  await openSignedIn(page, await customer({ balances: { BTC: '1' } }));
  await openTrade(page);
  await page.getByRole('button', { name: 'Sell', exact: true }).click();
  await expect(page.getByText(/^I have 1/)).toBeVisible();
  const connect = await dropRequests(context, CONFIRM);
  await page.getByRole('textbox', { name: /^I have/ }).fill('0.1');
  await page.getByRole('button', { name: 'Sell BTC' }).click();
  await expect(page.getByText('Nothing was sold.')).toBeVisible();
  await page.getByRole('button', { name: 'OK' }).click();
  await connect();

  await network.loseAnswers(CONFIRM);
  const listen = await dropRequests(context, OUTCOME);
  await page.getByRole('button', { name: 'Get New Quote' }).click();
  const checking = { name: 'Checking what happened…' };
  const heading = page.getByRole('heading', checking);
  // A press before the new rate can have been read takes nothing.
  await expect(async () => {
    if (!(await heading.isVisible())) {
      await page.getByRole('button', { name: 'Sell BTC' }).click({ timeout: 1_000 });
    }
    await expect(heading).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await page.goto('/wallet');
  await expect(page.getByText('The outcome of your last sale is not known yet.')).toBeVisible();
  const other = await context.newPage();
  for (const tab of [page, other]) {
    await tab.goto('/buy-sell');
    await expect(tab.getByRole('heading', checking)).toBeVisible();
  }
  await listen();
  for (const tab of [page, other]) {
    await expect(tab.getByRole('heading', { name: /^You sold 0\.1 BTC/ })).toBeVisible({
      timeout: 20_000,
    });
  }
  expect(network.sent(CONFIRM)).toBe(2);
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText(/^I have 0\.9/)).toBeVisible();
});

test('EASE-19 losing the network in the card’s dialog is said in the dialog', async ({
  page,
  app,
  network,
  customer,
}) => {
  await openSignedIn(page, await withProfile(app.url, await customer()));
  await openTrade(page);
  await toCardForm(page, '100');
  const dialog = page.getByRole('dialog', { name: 'Card payment' });
  await network.cut();
  await expect(dialog.getByRole('alert')).toHaveText(
    'You are offline. If you have pressed Pay: Your payment was sent. We are waiting for the answer. Do not pay again.',
  );
  await expectAccessible(page);
  await network.restore();
  await expect(dialog.getByRole('alert')).toHaveCount(0);
});
